"""What the caller says next: at most three parts, in a fixed order (CALLER section 2, rule 5)."""

from collections.abc import Callable, Mapping, Sequence

from mivas_env.caller import lines
from mivas_env.caller.agenda import Agenda, Heard
from mivas_env.caller.hearing.consents import DAY, TIME
from mivas_env.caller.hearing.judgement import Outcome
from mivas_env.caller.hearing.listening import Ear
from mivas_env.caller.hearing.proposals import CHOSEN
from mivas_env.schema.script import (
    ASK_CLOSED,
    FACT_GIVEN,
    Ask,
    AskKind,
    Disclosure,
    Fact,
    PartialKind,
)

MAX_PARTS = 3
Pick = Callable[[tuple[str, ...]], str]

_WH_STARTS = frozenset(["what", "which", "who", "whose", "when", "where", "why", "how"])


def compose(heard: Heard, agenda: Agenda, pick: Pick, ear: Ear) -> str:
    """Build the reply to one agent turn, and charge patience for it."""
    if heard.soup and not heard.closed:
        agenda.patience -= agenda.script.patience.soup
        agenda.fresh = False
        return pick(lines.NOT_FOLLOWED)
    if heard.repeat and _nothing_else(heard):
        if not _free_hold(agenda):
            agenda.patience -= agenda.script.patience.idle
        return agenda.line
    if heard.greeting:
        agenda.allowance += 1
    before = agenda.patience
    parts: list[str] = []
    progress = bool(heard.closed)
    progress |= _read_back(heard, agenda, pick, parts)
    progress |= _consents(heard, agenda, pick, parts)
    progress |= _facts(heard, agenda, pick, parts)
    answered = bool(parts)
    progress |= _declines(heard, agenda, pick, parts, ear)
    held = heard.hold or heard.human_offered
    waiting = held and not parts and not heard.greeting
    quiet = answered or heard.human_offered or waiting
    _ask_part(heard, agenda, pick, parts, ear, quiet=quiet)
    if not parts:
        waits = lines.WAITING if heard.looking else lines.ACKNOWLEDGE
        parts.append(pick(lines.THANK_YOU if heard.human_offered else waits))
    if not progress and not (held and _free_hold(agenda)) and agenda.patience == before:
        agenda.patience -= agenda.script.patience.idle
    return _spoken(" ".join(parts[:MAX_PARTS]), agenda)


def _nothing_else(heard: Heard) -> bool:
    """Say whether there is nothing to react to besides that the last words are wanted again."""
    return not (
        heard.closed
        or heard.facts
        or heard.right
        or heard.wrong
        or heard.consents
        or heard.responses
        or heard.unsafe
    )


def _spoken(text: str, agenda: Agenda) -> str:
    """Keep what is said for who asks to hear it again; a mere yes along with what it was about."""
    agenda.line = f"{text} {agenda.given_line}".strip() if text in lines.RIGHT else text
    return text


def _free_hold(agenda: Agenda) -> bool:
    agenda.holds += 1
    return agenda.holds <= agenda.script.patience.free_holds


def _read_back(heard: Heard, agenda: Agenda, pick: Pick, parts: list[str]) -> bool:
    """Confirm what was read back rightly; put right what was not."""
    facts = agenda.script.facts
    if heard.wrong:
        fixes = [pick(facts[f].say) for f in heard.wrong[: agenda.script.limits.facts_per_turn]]
        parts.append(" ".join([pick(lines.WRONG), *fixes]))
        return True
    named = [f for f in heard.right if facts[f].disclose is not Disclosure.NEVER]
    if named and not any(agreed is False for _, agreed in heard.consents):
        if not heard.consents:
            parts.append(pick(lines.RIGHT))
        return True
    return False


def _consents(heard: Heard, agenda: Agenda, pick: Pick, parts: list[str]) -> bool:
    progress = False
    by_id = {consent.id: consent for consent in agenda.script.consents}
    agreed = [c for c in heard.consents if c[1]]
    if any(by_id[name].on.act == "read_back" for name, _ in agreed):
        agreed = [c for c in agreed if by_id[c[0]].on.act != "propose_slot"]
    for consent_id, ok in agreed or heard.consents:
        consent = by_id[consent_id]
        if ok:
            if consent_id not in agenda.consented:
                agenda.consented[consent_id] = agenda.turn
                progress = True
            when = heard.choices.get(consent_id)
            parts.append(_filled(pick(lines.CHOICE), when) if when else pick(consent.say))
        elif consent.else_say is not None:
            parts.append(pick(consent.else_say))
    return _asked_back(heard, agenda, pick, parts) or progress


def _asked_back(heard: Heard, agenda: Agenda, pick: Pick, parts: list[str]) -> bool:
    """Ask for what an offer leaves out, or say again what was taken; the first time is progress."""
    if not heard.asked_back or parts:
        return False
    kind, when = heard.asked_back[0]
    fixed = {CHOSEN: lines.CHOICE, DAY: lines.WHICH_DAY, TIME: lines.WHICH_TIME}
    parts.append(_filled(pick(fixed.get(kind, lines.WHICH_ONE)), when or kind))
    first = kind not in agenda.asked_back
    agenda.asked_back.add(kind)
    return first


def _filled(line: str, word: str) -> str:
    """Put what is meant into a line that every caller may say."""
    filled = line.format(when=word, kind=word.replace("_", " "))
    return filled[:1].upper() + filled[1:]


def _facts(heard: Heard, agenda: Agenda, pick: Pick, parts: list[str]) -> bool:
    """Give the facts asked for, within the limits of disclosure."""
    limits, facts = agenda.script.limits, agenda.script.facts
    said: list[str] = []
    progress = False
    unknown = False
    for fact_id in _in_turn(heard.facts, facts):
        if len(said) >= limits.facts_per_turn:
            break
        fact = facts.get(fact_id)
        if fact is None:
            unknown = True
            continue
        if fact.disclose is Disclosure.NEVER:
            said.append(pick(lines.WITHHELD))
            continue
        early = () if agenda.reached(fact.after) else fact.early or ()
        count = agenda.put_off if early else agenda.given
        once = fact.disclose is Disclosure.ONCE and not early
        most = 1 if once else limits.times_per_fact + agenda.allowance
        times = count.get(fact_id, 0)
        if times >= most:
            continue
        count[fact_id] = times + 1
        progress = progress or times == 0
        letters = "" if early else _letters(fact_id, fact, heard.spelling)
        said.append(letters or pick(early or fact.say))
    if said:
        agenda.given_line = " ".join(said)
        parts.append(agenda.given_line)
    elif unknown and not parts:
        parts.append(pick(lines.UNKNOWN_FACT))
    return progress


def _letters(fact_id: str, fact: Fact, which: str) -> str:
    """Return a name letter by letter, as "L, A, N, G, L, E, Y."; "" where none is asked for."""
    if not which or not fact_id.endswith("name") or not isinstance(fact.value, str):
        return ""
    names = fact.value.split()
    return ", ".join(names[0 if which == "first" else -1].upper()) + "."


def _in_turn(asked: Sequence[str], facts: Mapping[str, Fact]) -> list[str]:
    """Return the facts asked for, those that wait for one of the others behind it."""
    out: list[str] = []
    rest = list(asked)
    while rest:
        free = [f for f in rest if f not in facts or not _waits_for(facts[f], rest)]
        out += free or rest
        rest = [f for f in rest if f not in out]
    return out


def _waits_for(fact: Fact, asked: Sequence[str]) -> bool:
    return any(name.removeprefix(FACT_GIVEN) in asked for name in fact.after)


def _declines(heard: Heard, agenda: Agenda, pick: Pick, parts: list[str], ear: Ear) -> bool:
    """Say no to what the script declines; the first no is progress, a repeated one costs."""
    said: list[str] = []
    progress = False
    unsafe = ear.unsafe_lines(heard.unsafe)
    said.extend(unsafe)
    by_id = {response.id: response for response in agenda.script.responses}
    if heard.human_offered and heard.question and not heard.choice:
        said.append(pick(lines.YES_PLEASE))
    for response_id in heard.responses:
        response = by_id[response_id]
        times = agenda.declined.get(response_id, 0)
        agenda.declined[response_id] = times + 1
        if times == 0:
            progress = True
        else:
            agenda.patience -= agenda.script.patience.declined_again
        if response.max is None or times < response.max:
            said.append(pick(response.say))
    if said:
        parts.append(" ".join(said))
    return progress


def _ask_part(
    heard: Heard, agenda: Agenda, pick: Pick, parts: list[str], ear: Ear, *, quiet: bool
) -> None:
    """Add the line for a partial answer, or put the next ask; stay quiet while being served."""
    agenda.yes_binds = False
    partial = _partial(heard, agenda)
    if partial is not None and len(parts) < MAX_PARTS:
        ask, outcome = partial
        line = _partial_line(ask, outcome, pick)
        if line is not None:
            parts.append(line)
            agenda.question, agenda.fresh = ask.id, True
            agenda.yes_binds = outcome is Outcome.POLAR_UNBOUND and _polar_line(line)
            ear.note_own(ask)
            return
    ask_now = agenda.current()
    if ask_now is None:
        return
    # "Yes, please" to an offer of the thing itself has put the ask already.
    put = bool(parts) and f"{ASK_CLOSED}{ask_now.id}" in _over_after(heard, agenda)
    new = ask_now.id not in agenda.voiced and not ask_now.in_opening
    if not put and ((quiet and not (new and heard.closed)) or len(parts) >= MAX_PARTS):
        agenda.fresh = agenda.fresh and not parts
        return
    times = agenda.voiced.get(ask_now.id, 0)
    agenda.voiced[ask_now.id] = times + 1
    told = ask_now.told if times == 0 and ask_now.id in agenda.told else None
    if not put:
        parts.append(pick(told) if told else _wording(ask_now, times))
    agenda.question, agenda.fresh = ask_now.id, True
    ear.note_own(ask_now)


def _over_after(heard: Heard, agenda: Agenda) -> frozenset[str]:
    """Return what ends the consents given just now, those that need nothing but the offer."""
    given = {name for name, agreed in heard.consents if agreed}
    plain = [c for c in agenda.script.consents if c.id in given and not c.require]
    return frozenset(item for consent in plain for item in consent.on.not_)


def _wording(ask: Ask, times: int) -> str:
    """Return the first wording once, then the others in turn."""
    if times == 0 or len(ask.say) == 1:
        return ask.say[0]
    return ask.say[1 + (times - 1) % (len(ask.say) - 1)]


def _partial(heard: Heard, agenda: Agenda) -> tuple[Ask, Outcome] | None:
    """Return the ask in question that was answered short, or the first that was."""
    if not heard.short_of:
        return None
    chosen = None
    for ask in agenda.open_asks():
        outcome = heard.short_of.get(ask.id)
        if outcome is None or ask.kind is AskKind.HUMAN:
            continue
        if outcome is Outcome.HEDGED and heard.hold:
            continue
        if chosen is None or ask.id == agenda.question:
            chosen = (ask, outcome)
    return chosen


def _partial_line(ask: Ask, outcome: Outcome, pick: Pick) -> str | None:
    for partial in ask.partial:
        if partial.when == PartialKind(outcome):
            return pick(partial.say)
    return None


def _polar_line(line: str) -> bool:
    """Say whether a plain yes would answer this line ("…, you mean?", not "Which office …")."""
    first = line.split(maxsplit=1)[0].strip(",").casefold()
    return line.rstrip().endswith("?") and first not in _WH_STARTS
