"""`CallSession`: one call, without any framework. Everything else wraps this object."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal, NoReturn, Self

from mivas_env import rewards
from mivas_env.caller.protocol import Caller, CallerTurn, EndedBy, KeepsAnswers, NoticesTalk
from mivas_env.caller.rewording.reworded import RewordedCaller
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.recorder import Recorder, Source, copy_call, copy_message, copy_state
from mivas_env.episode.rewording import reword_caller
from mivas_env.episode.settings import SessionSettings
from mivas_env.episode.task import Task, show_calls_left
from mivas_env.errors import ConfigError, Fault
from mivas_env.industry import Industry
from mivas_env.schema.action import NAMELESS, Action, ToolCall, read_arguments, read_name
from mivas_env.schema.seed import check_seed
from mivas_env.schema.strict_json import canonical_json, dump_json
from mivas_env.schema.text import normalise
from mivas_env.schema.told import Told, find_misses
from mivas_env.schema.trajectory import Trajectory
from mivas_env.schema.verification import Verification
from mivas_env.tools.context import SessionFacts, ToolContext
from mivas_env.tools.dispatch import Dispatcher, Outcome
from mivas_env.tools.spec import Effect
from mivas_env.verifier.verify import verify_compiled
from mivas_env.world.store import World

Ending = Literal[
    "caller_satisfied",
    "agent_ended",
    "transferred_to_human",
    "caller_impatient",
    "max_turns",
    "budget",
    "fault",
]
_KEEPERS = (ScriptedCaller, KeepsAnswers)  # the class first: a protocol's check takes far longer
MAX_HEARD_CHARACTERS = 20_000
"""Speech beyond this is recorded cut; the caller hears far less anyway."""


class CallSession:
    """One locked call: say, call tools, hang up; at the end a verification and a reward.

    `observed` is (source, text) of everything since the agent's last action, at first the caller's
    opening. `desk` is where the call is. `reward` is None until the end, 0.0 when the budget cut
    the call off.

    What the policy does wrong is answered, never raised. After the end every action is answered
    with `CALL_ENDED`.

    Raises:
        ConfigError: a setting is not usable; in the middle of a call: what words the caller is not.
        Fault: a defect of ours or of the industry's code; the call is over and has no reward.
    """

    def __init__(
        self,
        task: Task,
        industry: Industry,
        *,
        seed: int = 0,
        settings: SessionSettings | None = None,
        world: World | None = None,
        definitions: dict[str, list[dict[str, Any]]] | None = None,
    ) -> None:
        """Dial: copy the world (or roll back a given one), greet, let the caller open.

        `definitions` are the tool definitions by desk that earlier calls of one user were given;
        what is missing is added, so that it is copied once for all of them.
        """
        self.seed = seed = check_seed(seed)
        self.task = task
        self.settings = settings or SessionSettings()
        self._kit: Kit = kit_of(industry)
        self._world = world or World(self._kit.template)
        if world is not None:
            world.reset()
        self._caller = self._make_caller()
        self._recorder = Recorder()
        self.desk = str(industry.graph.entry)  # plain text, whatever the industry's own enum
        self._dispatcher = Dispatcher(
            self._kit.toolbox,
            self._world,
            ToolContext(
                db=self._world.connection,
                session=SessionFacts(),
                now=industry.now,
                call_key=f"{task.name}:{seed}",
                caller_turn=None if self._caller is None else 0,
            ),
        )
        self._industry = industry
        self._step_limit = self.settings.max_steps
        self._call_limit = self.settings.max_tool_calls or task.tool_call_budget
        self._definitions = {} if definitions is None else definitions
        self._closed = False
        self.ending: Ending | None = None
        self.verification: Verification | None = None
        self.reward: float | None = None
        self._trajectory: Trajectory | None = None
        self._final_state: Mapping[str, list[dict[str, Any]]] | None = None
        self._open()
        self.observed: tuple[Source, str] = self._recorder.take_unseen()

    def _make_caller(self) -> Caller | None:
        choice = self.settings.caller
        if choice == "ticket":
            return None
        reworder = self.settings.reworder
        if choice == "scripted" or reworder is not None:
            rules = ScriptedCaller(
                self.task.lockfile.caller.script,
                self._kit.lexicon,
                task_id=self.task.name,
                seed=self.seed,
            )
            if reworder is None:
                return rules
            return reword_caller(rules, reworder, task=self.task, kit=self._kit, seed=self.seed)
        made: object = choice(self.task, self.seed) if callable(choice) else choice
        if not isinstance(made, Caller):
            message = f"the caller {made!r} lacks members of the Caller protocol"
            raise ConfigError(message)
        return made

    def _open(self) -> None:
        self._recorder.greeting(self._industry.greeting, self.desk)
        if self._caller is None:
            ticket = normalise(self.task.lockfile.caller.ticket)
            self._recorder.caller_speech(ticket, self.desk)
        else:
            self._take(self._caller.open())

    # ------------------------------------------------------------------ what the policy may see

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Schemas of the current desk's tools in chat form; a fresh list of this call's objects."""
        own = self._definitions.get(self.desk)
        if own is None:
            own = self._definitions[self.desk] = self._kit.copy_definitions(self.desk)
        return list(own)

    @property
    def system_prompt(self) -> str:
        """The prompt of the current desk."""
        return self._kit.prompts[self.desk]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The chat so far without the system prompt; a fresh list of fresh messages.

        A step in which the agent neither spoke nor called a tool leaves no message of its own.
        """
        return [copy_message(message) for message in self._recorder.messages]

    def messages_since(self, seen: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the agent's message of the last step, and what followed it in the chat.

        `seen` is how many messages there were before the step. A silent step's message, which is
        not in the chat, is one with empty content.
        """
        fresh = [copy_message(message) for message in self._recorder.messages[seen:]]
        if fresh and fresh[0]["role"] == "assistant":
            return fresh[0], fresh[1:]
        return {"role": "assistant", "content": ""}, fresh

    @property
    def step_count(self) -> int:
        """Agent actions taken so far."""
        return self._recorder.step

    @property
    def budget_left(self) -> dict[str, int]:
        """Steps and tool calls that are left; of a task's own budget only what tells nothing."""
        made = len(self._dispatcher.journal)
        given = self.settings.max_tool_calls
        calls = show_calls_left(self.task, made) if given is None else max(0, given - made)
        return {"steps": self._step_limit - self._recorder.step, "tool_calls": calls}

    @property
    def done(self) -> bool:
        """True once the call is over, by hangup, budget or fault, or was closed before its end."""
        return self.ending is not None or self._closed

    @property
    def truncated(self) -> bool:
        """True when the budget ended the call: there was no hangup."""
        return self.ending == "budget"

    @property
    def caller_satisfied(self) -> bool | None:
        """Whether the caller got all it called for; None when nobody is on the line."""
        return None if self._caller is None else self._caller.satisfied

    @property
    def told(self) -> Told:
        """What the caller heard and agreed to so far; nothing where no such record is kept."""
        caller: object = self._caller
        return caller.told if isinstance(caller, _KEEPERS) else Told()

    @property
    def told_misses(self) -> tuple[str, ...]:
        """What the caller was told falsely or never agreed to, a sentence each; for strict reward.

        Empty too when nobody is on the line, or a caller that does not keep its answers.
        """
        caller: object = self._caller
        if not isinstance(caller, _KEEPERS):
            return ()
        return find_misses(self.task.lockfile.exp_told, caller.told)

    # ------------------------------------------------------------------ acting

    def say(self, text: str) -> str:
        """Speak one utterance; return what the caller (or the frame) answers. Blank is silence."""
        given: object = text
        if not isinstance(given, str):
            return self.act(_unreadable("What is said must be text.", given))
        return self.act(Action(say=normalise(given)))

    def call_tool(self, name: str, arguments: Mapping[str, object] | str | None = None) -> str:
        """Call one tool of the current desk; return its answer as JSON text.

        `arguments` is an object, or its JSON text as chat models send it.
        """
        read = read_name(name)
        if read is None:
            return self.act(_unreadable(NAMELESS, name))
        return self.act(Action(calls=(ToolCall(read, read_arguments(arguments)),)))

    def hang_up(self, reason: str = "caller_done") -> str:
        """End the call from the agent's side."""
        return self.call_tool("end_call", {"reason": reason})

    def act(self, action: Action) -> str:
        """Take one step; return everything that the agent now sees, joined by line breaks."""
        if self.done:
            return _refusal("CALL_ENDED", "The call has ended.")
        given: object = action
        if not isinstance(given, Action):
            sentence = "A session takes an Action; parse_action makes one of any other form."
            action = _unreadable(sentence, given)
        recorder = self._recorder
        recorder.step += 1
        try:
            call_ids = recorder.agent_message(action)
            if action.malformed is not None:
                recorder.notice(_refusal("MALFORMED_ACTION", action.malformed), self.desk)
            in_grace = self._caller is not None and self._caller.said_goodbye
            self._speak(action.say)
            self._run_calls(action.calls, call_ids)
            if not self.done:
                # A call that no tool answers is none: nobody speaks free of charge behind it.
                called = any(call.name in self._kit.toolbox.by_name for call in action.calls)
                spoke = bool(action.say)
                self._let_caller_react(spoke=spoke, called=called, in_grace=in_grace)
        except (Fault, ConfigError):  # ConfigError: a replay lacks a line, an endpoint is gone
            self._end_in_fault()
            raise
        except Exception as error:
            self._end_in_fault()
            message = f"the frame failed: {type(error).__name__}: {error}"
            raise Fault(message) from error
        except BaseException:  # an interrupt leaves half a step behind, which nobody may go on from
            self._end_in_fault()
            raise
        if not self.done and recorder.step >= self._step_limit:
            self._finish("budget")
        self.observed = recorder.take_unseen()
        return self.observed[1]

    def _speak(self, text: str) -> None:
        if not text:
            return
        self._recorder.agent_speech(text[:MAX_HEARD_CHARACTERS], self.desk)
        if self._caller is not None:
            self._caller.hear(text[:MAX_HEARD_CHARACTERS])

    def _run_calls(self, calls: tuple[ToolCall, ...], call_ids: list[str]) -> None:
        desk_at_start = self.desk
        over_budget = False
        for call, call_id in zip(calls, call_ids, strict=True):
            recorder = self._recorder
            if self.done:
                text = _refusal("CALL_ENDED", "The call has ended.")
                recorder.refused_call(call_id, text, self.desk)
            elif over_budget or len(self._dispatcher.journal) >= self._call_limit:
                over_budget = True
                text = _refusal("BUDGET_SPENT", "No tool calls are left in this call.")
                recorder.refused_call(call_id, text, self.desk)
            else:
                self._run_call(call, call_id, moved=self.desk != desk_at_start)
        if over_budget and not self.done:
            self._finish("budget")

    def _run_call(self, call: ToolCall, call_id: str, *, moved: bool) -> None:
        """Dispatch one call; after a handoff in the same message it is refused, yet charged."""
        recorder, dispatcher = self._recorder, self._dispatcher
        desk, at_ms = self.desk, recorder.clock_ms
        outcome = (
            dispatcher.refuse(desk, call.name, call.arguments, *_MOVED, at_ms=at_ms)
            if moved
            else dispatcher.dispatch(desk, call.name, call.arguments, at_ms=at_ms)
        )
        index = len(dispatcher.journal) - 1
        recorder.tool_answer(call_id, outcome.to_json(), desk, index)
        if outcome.ok and outcome.tool is not None:
            self._follow(outcome)

    def _follow(self, outcome: Outcome) -> None:
        """Move to another desk or hang up, as the tool's effect says."""
        tool = outcome.tool
        assert tool is not None  # noqa: S101  (an ok outcome has its tool)
        if tool.leads_to is not None:
            self.desk = str(tool.leads_to)
        elif tool.effect is Effect.HANGUP:
            escalates = tool.name in self._industry.terminal_tools
            if self._caller is not None:
                self._caller.notice_end(EndedBy.TRANSFER if escalates else EndedBy.AGENT)
            if escalates:
                self._finish("transferred_to_human")
            else:
                caller = self._caller
                closed = caller is not None and (caller.satisfied or caller.said_goodbye)
                self._finish("caller_satisfied" if closed else "agent_ended")

    def _let_caller_react(self, *, spoke: bool, called: bool, in_grace: bool) -> None:
        """Let the caller answer speech, or notice silence.

        The reply to speech that came with tool calls is deferred; only a caller that has said
        goodbye takes such speech as the end, after the calls have run (ENV section 3).
        """
        caller = self._caller
        if caller is None:
            return
        if spoke and (in_grace or not called):
            turn = caller.reply()
            if turn.text:
                context = self._dispatcher.context
                context.caller_turn = (context.caller_turn or 0) + 1
            self._take(turn)
        elif not spoke:
            self._take(caller.wait())
        elif isinstance(caller, NoticesTalk):
            self._take(caller.wait_to_answer())

    def _take(self, turn: CallerTurn) -> None:
        if turn.text:
            self._recorder.caller_speech(turn.text, self.desk)
        if turn.ending is not None:
            self._finish(turn.ending.value)

    # ------------------------------------------------------------------ the end

    def _judge(self) -> Verification:
        """Dump and verify; every call comes through here, whatever its ending."""
        # Kept here: a world that is reset for the next call no longer holds this one's rows.
        self._final_state = self._world.dump()
        self.verification = verify_compiled(
            self._kit.expectation(self.task),
            self._dispatcher.journal,
            self._final_state,
            cut_off=self.truncated or self.ending == "fault",
        )
        return self.verification

    def _end_in_fault(self) -> None:
        """End a call that a defect of ours cut off; it is judged where it can be, and unpaid."""
        self.ending = "fault"
        self.reward = None
        with suppress(Exception):  # the defect may lie in the dump or the verifier
            self._judge()

    def _finish(self, ending: Ending) -> None:
        """Judge and reward: every ending but a fault comes through here, once."""
        self.ending = ending
        verification = self._judge()
        if ending == "budget":
            self.reward = 0.0
            return
        settings = self.settings
        if settings.reward_mode == "eval":
            self.reward = rewards.r_eval(verification)
        elif settings.reward_mode == "train":
            self.reward = rewards.train_reward(verification, settings.discount)
        else:
            self.reward = rewards.strict_reward(
                verification,
                settings.discount,
                caller_satisfied=bool(self.caller_satisfied),
                told_misses=self.told_misses,
            )

    def trajectory(self) -> Trajectory:
        """Return the full record of the call so far (of the whole call once it is done)."""
        if self._trajectory is not None:
            return self._trajectory
        record = Trajectory(
            task=self.task.name,
            industry=self.task.industry,
            seed=self.seed,
            caller_mode=self.settings.caller_mode,
            versions=self._versions(),
            events=self._recorder.events,
            # Copies: the journal of a running call is still to be judged.
            calls=tuple(map(copy_call, self._dispatcher.journal)),
            state=None if self._final_state is None else copy_state(self._final_state),
            ending=self.ending,
            caller_satisfied=self.caller_satisfied,
            told_misses=self.told_misses,
            caller_flags=() if self._caller is None else tuple(self._caller.flags),
        )
        if self.ending is not None:
            self._trajectory = record
        return record

    def _versions(self) -> dict[str, str]:
        versions = {**self._kit.versions, "task": self.task.digest}
        if isinstance(self._caller, RewordedCaller):
            versions["wording"] = self._caller.version
        return versions

    def diagnostics(self) -> dict[str, Any]:
        """Return the caller's inner state for tests and tools; never for a policy."""
        inner = {} if self._caller is None else dict(self._caller.diagnostics())
        return {**inner, "ending": self.ending}

    def close(self) -> None:
        """Free the call's database; closing twice is harmless.

        A call that was on is done then, without ending or reward; whatever is still done is
        answered CALL_ENDED.
        """
        if not self._closed:
            self._closed = True
            self._world.close()

    def leave(self) -> None:
        """Close the call and leave its database, for the next call, to whoever lent it."""
        self._closed = True

    def __enter__(self) -> Self:
        """Use as a context: the database is freed at its end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Free the call's database."""
        self.close()

    def __reduce__(self) -> NoReturn:
        """Refuse to copy or pickle: the database does not travel.

        Raises:
            ConfigError: always.
        """
        message = "a CallSession holds an open database and cannot be copied; copy a CallEnv, "
        raise ConfigError(message + "or begin the call anew and take its actions again")


def _unreadable(sentence: str, given: object) -> Action:
    return Action(malformed=sentence, raw=f"({type(given).__name__})")


_MOVED = ("TOOL_NOT_AVAILABLE", "The call is at another desk now.")


def _refusal(code: str, message: str) -> str:
    return dump_json({"ok": False, "error_code": code, "message": message})


def trajectory_json(trajectory: Trajectory) -> str:
    """Return a trajectory as one line of canonical JSON, equal for equal calls."""
    return canonical_json(trajectory.model_dump(mode="json"))
