"""Lints of decision episodes, each a sentence that names file, turn and mend."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from mivas_env.schema.decision import DecisionEpisode, DecisionPoint, PolicyPack
from mivas_env.verifier.decisions.score import score

_MIN_SHARED_WORDS = 6
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def lint_target(point: DecisionPoint, pack: PolicyPack) -> Iterator[str]:  # noqa: C901
    """Yield what breaks the invariants of one target record."""
    target = point.target
    wanted = (target.action_type == "route", target.action_type == "escalate")
    if (target.queue is not None, target.escalate_to is not None) != wanted:
        yield "a route names a queue only, an escalation escalate_to only, other actions neither"
    if not any(wanted) and target.priority != "P3":
        yield "an action that goes to no desk carries P3"
    for name, values, known in (
        ("queue", [target.queue] if target.queue else [], pack.queues),
        ("escalate_to", [target.escalate_to] if target.escalate_to else [], pack.escalations),
        ("required_flags", target.required_flags, pack.flags),
        ("forbidden_flags", target.forbidden_flags, pack.flags),
        ("required_policy_ids", target.required_policy_ids, pack.policy_ids),
        ("acceptable_policy_ids", target.acceptable_policy_ids, pack.policy_ids),
        ("must_ask", target.must_ask, [ask.key for ask in pack.asks]),
        ("family", [point.family], pack.families),
        ("trap", [point.trap] if point.trap else [], pack.traps),
        ("allowed_timeline_claims", target.allowed_timeline_claims,
         [claim for policy in pack.policies for claim in policy.timelines]),
    ):  # fmt: skip
        for value in values:
            if value not in known:
                yield f"{name} holds {value!r}, which the pack does not have"
        if len(values) != len(set(values)):
            yield f"{name} names something twice"
    if set(target.required_flags) & set(target.forbidden_flags):
        yield "a flag is both required and forbidden"
    if not target.required_policy_ids:
        yield "required_policy_ids is empty; name the rule that decides the matter"
    if not set(target.required_policy_ids) <= set(target.acceptable_policy_ids):
        yield "acceptable_policy_ids must contain the required ones"
    if target.may_disclose_account_details != (
        point.verification == "verified" and not point.third_party
    ):
        yield "may_disclose_account_details is true exactly for a verified holder"
    if target.must_ask and target.action_type == "resolve":
        yield "a resolve asks nothing: must_ask has to be empty"
    if (point.trap is not None) != (point.difficulty == "hard"):
        yield "hard decisions name a trap, easy and medium ones do not"


def lint_rules(point: DecisionPoint, pack: PolicyPack) -> Iterator[str]:
    """Yield where a target contradicts the destination rules or the windows of the pack."""
    target = point.target
    governing = [rule for rule in pack.destination_rules if rule.flag in target.required_flags]
    if len(governing) > 1:
        yield "two matters that each must go elsewhere at once; take the lower one up a turn later"
    for rule in governing:
        if (target.escalate_to, target.priority) != (rule.destination, rule.priority):
            yield f"{rule.flag} must be escalated to {rule.destination} at {rule.priority}"
    windows = {policy.id: set(policy.timelines) for policy in pack.policies}
    for dated in pack.dated_windows:
        opened = point.account.get(dated.fact)
        claimed = windows[dated.policy_id] & set(target.allowed_timeline_claims)
        if claimed and isinstance(opened, str):
            age_days = (date.fromisoformat(point.today) - date.fromisoformat(opened)).days
            if not 0 <= age_days <= dated.days:
                yield f"{dated.fact} is {age_days} days back, so {dated.policy_id} has no window"


def lint_gold(point: DecisionPoint, pack: PolicyPack) -> Iterator[str]:
    """Yield what keeps the reference output from scoring 1.0 with no detector firing."""
    result = score(point.gold.model_dump_json(), point.target, point.context, pack)
    if not result.format_valid:
        yield f"the reference output fails the format gate: {result.format_reason}"
        return
    for code, found in result.findings.items():
        for span in found.spans:
            yield f"{code} fires on the reference reply ({span.rule_id}): {span.text!r}"
    for code in result.hard_violations:
        if code not in result.findings:
            yield f"{code} fires on the reference action"
    missed = [f"{name} {value}" for name, value in result.components.items() if value != 1.0]
    if missed:
        yield f"the reference output loses {', '.join(missed)}"


def lint_episode(episode: DecisionEpisode, pack: PolicyPack) -> list[str]:
    """Return every fault of one episode as a sentence that starts with the decision's id."""
    faults: list[str] = []
    if episode.pack_version != pack.version:
        faults.append(
            f"{episode.episode_id}: written for pack {episode.pack_version}, not {pack.version}"
        )
    owed: set[str] = set()
    clock = ""
    for point in episode.points():
        found = [*lint_target(point, pack), *lint_rules(point, pack), *lint_gold(point, pack)]
        if point.now_et < clock:
            found.append("now_et runs backwards")
        clock = point.now_et
        for rule, claims in pack.conversation_windows.items():
            if rule in point.target.required_policy_ids:
                owed |= set(claims)
        found.extend(
            f"from here on allowed_timeline_claims has to contain {claim!r}"
            for claim in sorted(owed - set(point.target.allowed_timeline_claims))
        )
        faults += [f"{point.decision_id}: {sentence}" for sentence in found]
    return faults


def lint_shared_texts(episodes: Sequence[DecisionEpisode]) -> list[str]:
    """Return customer sentences and holders that stand in more than one episode."""
    seen: dict[str, str] = {}
    faults: list[str] = []
    for episode in episodes:
        texts = [text for entry in episode.decisions for text in entry.customer]
        pieces = {
            " ".join(piece.lower().split())
            for text in texts
            for piece in _SENTENCE_END.split(text)
            if len(piece.split()) >= _MIN_SHARED_WORDS
        }
        holder = episode.account.get("holder")
        if isinstance(holder, str):
            pieces.add(f"holder {holder.lower()}")
        for piece in sorted(pieces):
            if piece in seen:
                faults.append(f"{episode.episode_id}: {piece!r} stands in {seen[piece]} too")
            seen.setdefault(piece, episode.episode_id)
    return faults


def count_shape(episodes: Iterable[DecisionEpisode]) -> dict[str, object]:
    """Count a data set in the form of a shape file (keys in sorted order)."""
    lengths: dict[str, Counter[str]] = {"dev": Counter(), "eval": Counter()}
    actions: dict[str, Counter[str]] = {"dev": Counter(), "eval": Counter()}
    families: Counter[str] = Counter()
    difficulties: Counter[str] = Counter()
    escalations: Counter[str] = Counter()
    for episode in episodes:
        lengths[episode.split][str(len(episode.decisions))] += 1
        for entry in episode.decisions:
            actions[episode.split][entry.target.action_type] += 1
            families[entry.family] += 1
            difficulties[entry.difficulty] += 1
            if entry.target.action_type == "escalate":
                escalations.update(entry.target.required_flags[:1])
    return {
        "episodes_by_length": {
            split: dict(sorted(found.items())) for split, found in lengths.items()
        },
        "actions": {split: dict(sorted(found.items())) for split, found in actions.items()},
        "families": dict(sorted(families.items())),
        "difficulties": dict(sorted(difficulties.items())),
        "escalations_by_flag": dict(sorted(escalations.items())),
    }


def lint_shape(episodes: Iterable[DecisionEpisode], shape: dict[str, object]) -> list[str]:
    """Return where the counts differ from the shape file."""
    actual = count_shape(episodes)
    return [
        f"{name}: the data set has {actual[name]}, the shape file says {shape.get(name)}"
        for name in actual
        if actual[name] != shape.get(name)
    ]
