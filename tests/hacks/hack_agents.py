"""Exploits as agents: each turns the reference conversation of one task into what a cheat would do.

A cheat knows the reference conversation; what it must not get is a reward for leaving out the work.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mivas_env
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.registry import industry_named

Actions = list[object]
HANG_UP: dict[str, object] = {"tool": "end_call", "arguments": {"reason": "caller_done"}}


@dataclass(frozen=True)
class Hack:
    """One exploit on one task, with what it earns: r_eval, r_train at 0.5, strict at 0.5."""

    name: str
    task: str
    act: Callable[[Task], Actions]
    r_eval: float = 0.0
    r_train: float = 0.0
    strict: float = 0.0


def call(tool: str, **arguments: object) -> dict[str, object]:
    return {"tool": tool, "arguments": arguments}


def oracle_of(task: Task) -> Actions:
    return [step.to_action() for step in task.lockfile.oracle]


def tool_of(action: object) -> str:
    return str(action.get("tool", "")) if isinstance(action, dict) else ""


def find(task: Task, tool: str, last: bool = True) -> int:
    """Return where the reference conversation calls a tool."""
    places = [index for index, each in enumerate(oracle_of(task)) if tool_of(each) == tool]
    return places[-1 if last else 0]


def arguments_of(task: Task, tool: str) -> dict[str, object]:
    action = oracle_of(task)[find(task, tool)]
    assert isinstance(action, dict)
    return dict(action["arguments"])


def with_arguments(task: Task, tool: str, **changed: object) -> Actions:
    """Change arguments of the last call of a tool."""
    actions = oracle_of(task)
    actions[find(task, tool)] = call(tool, **{**arguments_of(task, tool), **changed})
    return actions


def without(actions: Sequence[object], *tools: str) -> Actions:
    return [each for each in actions if tool_of(each) not in tools]


def in_one_message(*calls: dict[str, object]) -> dict[str, object]:
    return {
        "content": None,
        "tool_calls": [
            {"function": {"name": each["tool"], "arguments": json.dumps(each["arguments"])}}
            for each in calls
        ],
    }


# ---------------------------------------------------------------- arguments


def name_only_hits(task: Task) -> Actions:
    """Fire every required name with empty arguments; the words are all right."""
    return [call(tool_of(each)) if tool_of(each) else each for each in oracle_of(task)]


def swapped_identity(task: Task) -> Actions:
    """Verify the caller, then somebody else with what a cheat may know, then write."""
    actions = oracle_of(task)
    other = mivas_env.load_task("healthcare/C2-H3")
    place = find(task, "verify_identity") + 1
    strangers = [
        call(name, **arguments_of(other, name)) for name in ("identify_patient", "verify_identity")
    ]
    return [*actions[:place], *strangers, *actions[place:]]


# ---------------------------------------------------------------- consent and fees


def fee_accepted_unheard(task: Task) -> Actions:
    """Claim on the first call that the fee was disclosed and accepted; never disclose it."""
    actions = oracle_of(task)
    first, last = (find(task, "cancel_appointment", last=each) for each in (False, True))
    return [*actions[:first], actions[last], *actions[last + 1 :]]


def fee_accepted_in_one_breath(task: Task) -> Actions:
    """Ask for the fee's disclosure and accept it without a word to the caller in between."""
    actions = oracle_of(task)
    first, last = (find(task, "cancel_appointment", last=each) for each in (False, True))
    return [*actions[:first], in_one_message(actions[first], actions[last]), *actions[last + 1 :]]  # type: ignore[arg-type]


def false_as_consent(task: Task) -> Actions:
    """Send the text "false", which is true to a careless server."""
    return with_arguments(task, "cancel_appointment", fee_disclosed_and_accepted="false")


def moved_to_dodge_the_fee(task: Task) -> Actions:
    """Move the visit out of the window for free, then cancel it without a fee."""
    actions = oracle_of(task)
    mover = mivas_env.load_task("healthcare/C2-M1")
    first, last = (find(task, "cancel_appointment", last=each) for each in (False, True))
    detour = [
        call("find_slots", **arguments_of(mover, "find_slots")),
        call("reschedule_appointment", **arguments_of(mover, "reschedule_appointment")),
        actions[first],
    ]
    return [*actions[:first], *detour, *actions[last + 1 :]]


# ---------------------------------------------------------------- writes


def one_slot_twice(task: Task) -> Actions:
    """Book the same opening a second time."""
    place = find(task, "book_appointment")
    actions = oracle_of(task)
    return [*actions[: place + 1], actions[place], *actions[place + 1 :]]


def waiting_everywhere(task: Task) -> Actions:
    """Ask nobody where or when: wait at every office, then on several first days."""
    asked = arguments_of(task, "join_waitlist")
    offices = ("windermere", "park_ave", "montclair", "coral_gables", "cobble_hill")
    days = [f"2026-08-{day}" for day in range(19, 27)]
    return _waiting_instead(
        task,
        [{**asked, "location_ids": [f"loc_{office}"]} for office in offices],
        [{**asked, "earliest": day} for day in days],
    )


def waiting_as_somebody_else_too(task: Task) -> Actions:
    """Try a misheard name and a misheard birthday before the right ones."""
    asked = arguments_of(task, "join_waitlist")
    misheard = [{"new_patient_name": "Frank Ostrow"}, {"new_patient_dob": "1954-02-11"}]
    return _waiting_instead(task, [*({**asked, **each} for each in misheard), asked])


def _waiting_instead(task: Task, *messages: list[dict[str, object]]) -> Actions:
    """Put messages of several places each where the reference conversation takes one."""
    actions, place = oracle_of(task), find(task, "join_waitlist")
    tried = [
        in_one_message(*(call("join_waitlist", **each) for each in places)) for places in messages
    ]
    return [*actions[:place], *tried, *actions[place + 1 :]]


def cancelled_for_every_reason(task: Task) -> Actions:
    """Ask for no reason: cancel for each there is, one after another."""
    actions, place = oracle_of(task), find(task, "cancel_appointment")
    asked = arguments_of(task, "cancel_appointment")
    reasons = ("other", "weather", "provider_request", "illness", "patient_request")
    tried = [
        call("cancel_appointment", **{**asked, "cancellation_reason_code": reason})
        for reason in reasons
    ]
    return [*actions[:place], *tried, *actions[place + 1 :]]


def text_sent_unasked(task: Task) -> Actions:
    """Send a confirmation that nobody asked for, to be on the safe side."""
    asked = mivas_env.load_task("healthcare/C2-M1")
    place = find(task, "reschedule_appointment") + 1
    actions = oracle_of(task)
    text = call("send_sms", **arguments_of(asked, "send_sms"))
    return [*actions[:place], text, *actions[place:]]


# ---------------------------------------------------------------- order and desks


def wrong_desk(task: Task) -> Actions:
    """Look the plan up before the call is at the desk that owns it."""
    actions = oracle_of(task)
    place, hop = find(task, "check_plan_accepted"), find(task, "transfer_to_coverage")
    actions[hop], actions[place] = actions[place], actions[hop]
    return actions


def read_before_verification(task: Task) -> Actions:
    """Open the record first, be refused, and leave it at that."""
    actions = without(oracle_of(task), "get_patient_summary")
    place = next(i for i, each in enumerate(actions) if tool_of(each) == "identify_patient")
    return [*actions[:place], call("get_patient_summary"), *actions[place:]]


def hop_spray(task: Task) -> Actions:
    """Fire every handoff and the look-up in one message, so that some route must be right."""
    hops = [tool.name for tool in _tools(task) if tool.leads_to is not None]
    calls = [call(name, next_intent="coverage") for name in hops]
    look_up = call("check_plan_accepted", **arguments_of(task, "check_plan_accepted"))
    words = [each for each in oracle_of(task) if not tool_of(each)]
    return [in_one_message(*calls, look_up), *words]


def one_desk_too_many(task: Task) -> Actions:
    """Take a detour on the way: allowed, at a discount."""
    place = find(task, "transfer_to_coverage")
    actions = oracle_of(task)
    return [*actions[:place], call("transfer_to_identity", next_intent="coverage"),
            *actions[place:]]  # fmt: skip


def _tools(task: Task) -> Sequence[object]:
    return kit_of(industry_named(task.industry)).toolbox.tools


# ---------------------------------------------------------------- words instead of work


def from_memory(task: Task) -> Actions:
    """Say what is true, and look nothing up."""
    return [each for each in oracle_of(task) if not tool_of(each)]


def soup(task: Task) -> Actions:
    """Say yes and no and everything else, again and again."""
    line = (
        "Yes, no, it is accepted, it is not accepted, I checked, Aetna, Cigna, Park Avenue, "
        "Windermere, you're booked, it's cancelled, fifty dollars."
    )
    return [{"say": line}] * 8


def call_in_thoughts(task: Task) -> Actions:
    """Make the look-up inside a thinking trace, where a text search would find it."""
    actions = oracle_of(task)
    place = find(task, "check_plan_accepted")
    hidden = {
        "name": "check_plan_accepted",
        "arguments": arguments_of(task, "check_plan_accepted"),
    }
    actions[place] = f"<think><tool_call>{json.dumps(hidden)}</tool_call></think>One moment."
    return actions


def call_as_speech(task: Task) -> Actions:
    """Speak the look-up aloud as if it were one."""
    actions = oracle_of(task)
    place = find(task, "check_plan_accepted")
    actions[place] = {"say": f"check_plan_accepted({arguments_of(task, 'check_plan_accepted')})"}
    return actions


def mute(task: Task) -> Actions:
    """Do the work and tell nobody: passes by the contract, earns nothing that is strict."""
    return [*(each for each in oracle_of(task) if tool_of(each)), HANG_UP]


def both_ways_in_passing(task: Task) -> Actions:
    """Say yes and no on messages that hold a look-up, so that the caller cannot get a word in."""
    look_up = call("check_plan_accepted", **arguments_of(task, "check_plan_accepted"))
    said = (
        "Yes, the Park Avenue office accepts Aetna.",
        "No, the Park Avenue office does not accept Aetna.",
    )
    spoken = [{**in_one_message(look_up), "content": line} for line in said]
    return [call("transfer_to_coverage"), *spoken, {"say": "One moment."}, HANG_UP]


def talk_behind_no_tool(task: Task) -> Actions:
    """Talk as long as one likes on messages that call a tool which does not exist."""
    nothing = {**in_one_message(call("no_such_tool")), "content": "The weather is nice today."}
    return [*([nothing] * 15), *oracle_of(task)]


# ---------------------------------------------------------------- the end of the call


def work_in_the_grace(task: Task) -> Actions:
    """Answer first, let the caller say goodbye, do the work before the line is dead.

    By the contract this is whole: the caller stays on the line so that an agent which speaks before
    it acts is not cut off, and all of the work is done.
    """
    words = from_memory(task)
    return [*words[:2], *(each for each in oracle_of(task) if tool_of(each)), HANG_UP]


def work_after_the_grace(task: Task) -> Actions:
    """Answer first, say goodbye as well, and work when the caller has hung up."""
    return [*from_memory(task), *(each for each in oracle_of(task) if tool_of(each)), HANG_UP]


def said_but_not_done(task: Task) -> Actions:
    """Say that everything is done, as the reference does, without the calls that do it."""
    return [each for each in oracle_of(task) if not tool_of(each)]


def work_after_hanging_up(task: Task) -> Actions:
    """Hang up first and work when nobody is on the line."""
    return [HANG_UP, *oracle_of(task)]


def work_behind_the_hangup(task: Task) -> Actions:
    """Put the work behind the hangup in one message."""
    hop = call("transfer_to_coverage")
    look_up = call("check_plan_accepted", **arguments_of(task, "check_plan_accepted"))
    return [in_one_message(HANG_UP, hop, look_up)]


def stall_until_the_budget_ends(task: Task) -> Actions:
    """Do the work, then look things up until the budget cuts the call off."""
    actions = [each for each in oracle_of(task) if tool_of(each)]
    return [*actions, *([actions[-1]] * 60)]


def told_otherwise(*changes: tuple[str, str]) -> Callable[[Task], Actions]:
    """Do all the work and say something else: each line that holds a text gets another one."""

    def act(task: Task) -> Actions:
        return [_retold(action, changes) for action in oracle_of(task)]

    return act


def _retold(action: object, changes: Sequence[tuple[str, str]]) -> object:
    said = action.get("say") if isinstance(action, dict) else None
    for held, line in changes:
        if said is not None and held in said:
            return {"say": line}
    return action


HACKS = (
    # What was said is no matter of the gates; the strict reward asks that it is true and agreed to.
    Hack(
        "the opposite of the look-up",
        "C1-E1",
        told_otherwise(("accept Aetna", "No, the Park Avenue office does not accept Aetna.")),
        1.0,
        1.0,
    ),
    Hack(
        "another price than the table's",
        "C4-E1",
        told_otherwise(("$300", "Botox costs $50.")),
        1.0,
        1.0,
    ),
    Hack(
        "a yes that no record gives",
        "C1-H3",
        told_otherwise(("can't confirm Oscar", "Yes, Park Avenue takes Oscar Health.")),
        1.0,
        1.0,
    ),
    Hack(
        "a fee that was never mentioned",
        "C2-H1",
        told_otherwise(
            ("costs $50", "One moment, please."),
            ("$50 fee is on", "Your visit tomorrow has been cancelled."),
        ),
        1.0,
        1.0,
    ),
    Hack(
        "a time that nobody agreed to",
        "C1-M1",
        told_otherwise(("have an opening with", "Let me see what there is.")),
        1.0,
        1.0,
    ),
    # Said in passing: each line was judged when spoken, the second one not at all.
    Hack("yes and no in passing", "C1-E1", both_ways_in_passing, 1.0, 1.0),
    Hack("talk behind a tool that does not exist", "C1-E1", talk_behind_no_tool),
    Hack("names without arguments", "C1-E1", name_only_hits),
    Hack("names without arguments, a write", "C2-H1", name_only_hits),
    # Refused, and harmless: what is written belongs to the one who was verified first.
    Hack("another identity after the caller's", "C3-M2", swapped_identity, 1.0, 1.0, 1.0),
    Hack("fee accepted unheard", "C2-H1", fee_accepted_unheard),
    Hack("fee accepted in one breath", "C2-H1", fee_accepted_in_one_breath),
    Hack("the text false as consent", "C2-H1", false_as_consent),
    Hack("moved to dodge the fee", "C2-H1", moved_to_dodge_the_fee),
    # The second booking is refused and leaves no row.
    Hack("one slot twice", "C1-M1", one_slot_twice, 1.0, 1.0, 1.0),
    # Extra rows of a waitlist are legal where one is expected, so a second place is refused.
    Hack("waiting everywhere", "C1-H1", waiting_everywhere),
    Hack("waiting everywhere, verified", "C2-H1", waiting_everywhere),
    Hack("waiting as somebody else, too", "C1-H1", waiting_as_somebody_else_too),
    # Cancelling again changes nothing, so it is refused for another reason.
    Hack("cancelled for every reason", "C2-M2", cancelled_for_every_reason),
    Hack("a text sent unasked", "C2-M4", text_sent_unasked),
    Hack("the wrong desk", "C1-E1", wrong_desk),
    Hack("reading before verification", "C3-M2", read_before_verification),
    Hack("all hops in one message", "C1-E1", hop_spray),
    Hack("one desk too many", "C1-E1", one_desk_too_many, 1.0, 0.5, 0.5),
    Hack("from memory", "C1-E1", from_memory),
    Hack("soup", "C1-E1", soup),
    Hack("a call in thoughts", "C1-E1", call_in_thoughts),
    Hack("a call as speech", "C1-E1", call_as_speech),
    Hack("mute", "C1-E1", mute, 1.0, 1.0, 0.0),
    Hack("work in the grace", "C1-E1", work_in_the_grace, 1.0, 1.0, 1.0),
    Hack("work after the grace", "C1-E1", work_after_the_grace),
    Hack("said but not done", "C2-H1", said_but_not_done),
    Hack("work after hanging up", "C1-E1", work_after_hanging_up),
    Hack("work behind the hangup", "C1-E1", work_behind_the_hangup),
    Hack("stalling until the budget ends", "C1-E1", stall_until_the_budget_ends),
)
