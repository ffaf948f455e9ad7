"""Run the tests of the verifier against its mutants: `python tests/mutation/run_mutants.py`.

Each mutant runs in a process of its own, forked from one that has loaded the libraries. The tests
run in stages, quick ones first; a mutant is killed by the first that fails or never ends.
"""

import argparse
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutants import Mutant, sample_mutants, sources, unchanged

TESTS = Path(__file__).parents[1]
STAGES = (
    ("unit/verifier", "unit/test_rewards.py"),
    ("property/test_verifier_properties.py",),
    ("unit/proof/test_mutants.py", "hacks", "contract/test_first_call.py"),
)
TIMEOUT_S = 180
_PRELOADED = ("numpy", "pydantic", "yaml", "rapidfuzz", "jellyfish", "gymnasium", "typer", "rich")
"""What every process needs; not pytest and its plugins, which want to be imported last."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one mutant; `stage` is the number of the stage that killed it, 0 for none."""

    mutant: Mutant
    stage: int

    @property
    def survived(self) -> bool:
        """True where no test noticed."""
        return self.stage == 0


class _MutantLoader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from changed source and leaves all others alone."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Claim the one module."""
        if name != self._mutant.module:
            return None
        return importlib.util.spec_from_loader(name, self)

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self._mutant.source, f"<{module.__name__}>", "exec"), module.__dict__)  # noqa: S102


def judge(mutants: Sequence[Mutant]) -> Iterator[Verdict]:
    """Yield what becomes of each mutant, in order."""
    for name in _PRELOADED:
        importlib.import_module(name)
    loaded = [name for name in sys.modules if name.split(".")[0] == "mivas_env"]
    if loaded:
        message = "the package is loaded already; run mutants from a process that never imported it"
        raise RuntimeError(message)
    gc.freeze()
    module, file = next(sources())
    control = unchanged(module, file.read_text(encoding="utf-8"))
    if any(_fails(control, tests) for tests in STAGES):
        message = "the tests fail on the unchanged source; mend that before judging mutants"
        raise RuntimeError(message)
    for mutant in mutants:
        yield Verdict(mutant, _find_killer(mutant))


def _find_killer(mutant: Mutant) -> int:
    for number, tests in enumerate(STAGES, 1):
        if _fails(mutant, tests):
            return number
    return 0


def _fails(mutant: Mutant, tests: Sequence[str]) -> bool:
    child = os.fork()
    if child == 0:
        _run_tests(mutant, tests)
    _, status = os.waitpid(child, 0)
    return status != 0


def _run_tests(mutant: Mutant, tests: Sequence[str]) -> None:
    """Run in the forked process, and leave it: 0 where every test passes."""
    signal.alarm(TIMEOUT_S)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    code = 1
    try:
        import pytest

        sys.path[:0] = [str(TESTS), str(TESTS.parent)]
        os.environ["PYTHONPATH"] = str(TESTS)
        os.chdir(TESTS.parent)
        sys.meta_path.insert(0, _MutantLoader(mutant))
        options = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header"]
        code = int(pytest.main([*options, *(str(TESTS / each) for each in tests)]))
    finally:
        os._exit(1 if code else 0)


def main() -> None:
    """Judge a sample, print each survivor, leave 1 when too many survive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants; all when large")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, default=None, help="also write the verdicts here")
    arguments = parser.parse_args()
    chosen = sample_mutants(arguments.sample, arguments.seed)
    verdicts = []
    for verdict in judge(chosen):
        verdicts.append(verdict)
        if verdict.survived:
            sys.stdout.write(f"survived: line {verdict.mutant.line} of {verdict.mutant.key}\n")
            sys.stdout.flush()
    killed = sum(not verdict.survived for verdict in verdicts)
    sys.stdout.write(f"{killed} of {len(verdicts)} mutants killed\n")
    if arguments.json is not None:
        rows = [{"mutant": each.mutant.key, "stage": each.stage} for each in verdicts]
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
