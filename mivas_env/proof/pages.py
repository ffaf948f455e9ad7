"""A proof as a page: every rule with its figure and its bar, dated by versions, not by a clock."""

from collections.abc import Iterator, Sequence

from mivas_env.proof.allowances import short_family
from mivas_env.proof.luck import CHEAP_SHARE
from mivas_env.proof.references import ELSEWHERE, REFERENCES
from mivas_env.proof.suite import Proof, in_order

_HEAD = """# Proof

Written by `mivas check --all --report docs`; the same version writes the same bytes. What each
rule asks for stands beside its figure. `mivas check` runs the same checks over a sample, on every
change. What may pass although nobody is served is named, with its reason, in `allowances.yaml`
beside the tasks.
"""


def render_proofs(proofs: Sequence[Proof]) -> str:
    """Return the whole page: one part an industry, then the rules that tests hold."""
    parts = [_HEAD, *(render_proof(proof) for proof in proofs), "\n".join(_tests())]
    return "\n".join(parts) + "\n"


def render_proof(proof: Proof) -> str:
    """Return the part of one industry as Markdown."""
    sections = (
        _facts(proof),
        _figures(proof),
        _probes(proof),
        _cheap_tasks(proof),
        _skill(proof),
        _cross(proof),
        _findings(proof),
    )
    return "\n".join(line for section in sections for line in section) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _facts(proof: Proof) -> Iterator[str]:
    yield f"## {proof.industry}"
    yield ""
    yield from (f"{key} `{value}`  " for key, value in proof.versions.items())
    yield ""
    breaking = sum(count.breaking for count in proof.mutations)
    harmless = sum(count.harmless for count in proof.mutations)
    replayed = sum(count.replayed for count in proof.mutations)
    extent = "everything" if proof.thorough else "a sample"
    yield (
        f"{proof.tasks} tasks, {extent} looked at, {len(proof.findings)} findings. Mutants: "
        f"{breaking} breaking and {harmless} harmless ones on edited calls, {replayed} played "
        "again on the tool server."
    )
    yield ""


def _figures(proof: Proof) -> Iterator[str]:
    if not proof.figures:
        return
    yield "| rule | what | figure | bar | holds |"
    yield "| --- | --- | --- | --- | --- |"
    for each in in_order(proof.figures):
        cells = (each.check, each.what, each.figure, each.bar, "yes" if each.holds else "**no**")
        yield "| " + " | ".join(map(_cell, cells)) + " |"
    yield ""


def _probes(proof: Proof) -> Iterator[str]:
    if not proof.probes:
        return
    yield "### Probes"
    yield ""
    yield "| probe | passes | mean r_train | callers content | strict passes |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for row in proof.probes:
        yield (
            f"| {row.probe} | {len(row.passed)} of {row.tasks} | {row.mean_reward:.3f} | "
            f"{row.satisfied} | {row.strict_passes} |"
        )
    yield ""


def _cheap_tasks(proof: Proof) -> Iterator[str]:
    """List what each task costs to enumerate, and how often random reading passes it (A7)."""
    if not proof.spam:
        return
    yield "### Reading at random, task by task"
    yield ""
    yield (
        "The cost is the number of calls that try every value of every required call; the budget "
        f"is what a call may make. Above {CHEAP_SHARE:.0%} a task needs a reason."
    )
    yield ""
    yield "| task | cost | budget | passed | reason |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for row in sorted(proof.spam, key=lambda each: (-each.passed / each.orders, each.cost)):
        explained = proof.allowances.cheap_to_spam.get(short_family(row.task), "")
        reason = explained if row.is_cheap else ""
        yield (
            f"| {row.task} | {row.cost} | {row.budget} | {row.passed} of {row.orders} | "
            f"{_cell(reason)} |"
        )
    yield ""


def _skill(proof: Proof) -> Iterator[str]:
    if not proof.skill:
        return
    yield "### Graded skill"
    yield ""
    yield "| error rate | mean r_train | tasks with passes and failures |"
    yield "| ---: | ---: | ---: |"
    for row in proof.skill:
        yield f"| {row.error_rate} | {row.mean_reward:.3f} | {row.varied} of {row.tasks} |"
    yield ""


def _cross(proof: Proof) -> Iterator[str]:
    if proof.cross is None:
        return
    yield "### Foreign oracles"
    yield ""
    yield f"{len(proof.cross.passes)} of {proof.cross.pairs} pass, each for a reason:"
    yield ""
    for key in dict.fromkeys(each.key for each in proof.cross.passes):
        reason = proof.allowances.foreign_oracles.get(key, "(not explained)")
        yield f"- {key}: {reason}"
    yield ""


def _findings(proof: Proof) -> Iterator[str]:
    if not proof.findings:
        return
    yield "### Findings"
    yield ""
    for each in proof.findings:
        rule = f"{each.rule} " if each.rule else ""
        yield f"- {each.subject}: {rule}{each.check}: {each.message}"
    yield ""


def _tests() -> Iterator[str]:
    yield "## Held by tests"
    yield ""
    yield "| rule | what | bar | tests |"
    yield "| --- | --- | --- | --- |"
    for each in REFERENCES:
        tests = "; ".join(f"`{test}`" for test in each.tests)
        yield f"| {each.check} | {_cell(each.what)} | {_cell(each.bar)} | {tests} |"
    yield ""
    yield "Mutants of the verifier that no test kills are explained in"
    yield "[proof_survivors.md](proof_survivors.md). Exploits that were found stand as agents in"
    yield "`tests/hacks/`; broken copies of the package that a check has to catch, in"
    yield "`tests/contract/test_broken_copies.py`."
    yield ""
    yield "## Not in this version"
    yield ""
    for rules, reason in ELSEWHERE:
        yield f"- {rules}: {reason}."
