"""Importing is light, public names are exact, and the core plays calls with no industry at hand."""

import subprocess
import sys
from pathlib import Path

import pytest
from source_tree import PACKAGE

import mivas_env

NAMES = [
    "CallEnv",
    "CallSession",
    "ChatEndpoint",
    "ConfigError",
    "DecisionEnv",
    "DecisionSession",
    "Fault",
    "LlmCaller",
    "MivasError",
    "ResetNeeded",
    "TaskError",
    "TraceError",
    "Verification",
    "__version__",
    "detect",
    "list_tasks",
    "load_episode",
    "load_task",
    "make_vec",
    "oracle_actions",
    "parse_action",
    "run_episode",
    "score_decision",
    "seed_state",
    "train_reward",
    "verify",
]


def python(code: str, **more: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        **more,  # type: ignore[call-overload]
    )
    assert ran.returncode == 0, ran.stderr
    return str(ran.stdout)


def test_the_public_names_are_these() -> None:
    assert sorted(mivas_env.__all__) == sorted(NAMES)
    assert set(NAMES) <= set(dir(mivas_env))
    for name in NAMES:
        assert getattr(mivas_env, name) is getattr(mivas_env, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'mivas_env' has no attribute 'nothing'"):
        _ = mivas_env.nothing


def test_public_names_are_shown_to_type_checkers_too() -> None:
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    for name in NAMES:
        assert name == "__version__" or f" as {name}\n" in text, name
    assert (PACKAGE / "py.typed").exists()


def test_importing_is_light_and_opens_no_task_file() -> None:
    code = """
import sys, gymnasium
before, opened = set(sys.modules), []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import mivas_env
added = set(sys.modules) - before
heavy = {"pydantic", "yaml", "typer", "rich", "sqlite3", "rapidfuzz", "jellyfish"} & added
own = sorted(name for name in added if name.startswith("mivas_env"))
files = [name for name in opened if name.endswith((".yaml", ".sql", ".md"))]
assert "mivas/bicycles-T1E1" in gymnasium.registry
print(len(added), sorted(heavy), own, files)
"""
    added, rest = python(code).split(" ", 1)
    assert int(added) < 80
    assert rest.strip() == (
        "[] ['mivas_env', 'mivas_env.errors', 'mivas_env.registry', 'mivas_env.schema', "
        "'mivas_env.schema.ids'] []"
    )


def test_the_core_plays_a_call_with_the_industries_blocked() -> None:
    code = """
import sys
from importlib.abc import MetaPathFinder

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "mivas_env.industries" or name.startswith("mivas_env.industries."):
            raise ImportError("blocked: " + name)
        return None

sys.meta_path.insert(0, Blocker())
import gymnasium as gym
import mivas_env

env = gym.make("mivas/bicycles-T1E1")
env.reset(seed=0)
for action in mivas_env.oracle_actions("bicycles/T1-E1"):
    _, reward, terminated, _, info = env.step(action)
assert (reward, terminated, info["verdict"]) == (1.0, True, "exact")
assert not [name for name in sys.modules if name.startswith("mivas_env.industries")]
from mivas_env.proof.checks import check_task
assert list(check_task(mivas_env.load_task("bicycles/T1-E1"))) == []
try:
    mivas_env.CallSession("healthcare/C1-E1")
except ImportError as error:
    assert str(error).startswith("blocked: ")
print("played")
"""
    assert python(code).strip() == "played"


def test_ids_work_in_a_process_that_never_imported_the_package() -> None:
    code = """
import gymnasium as gym
env = gym.make("mivas_env:mivas/bicycles-T1E1")
print(env.reset(seed=0)[0]["source"])
"""
    assert python(code).strip() == "caller"


def test_importing_works_from_any_folder(tmp_path: Path) -> None:
    code = "import mivas_env; print(mivas_env.load_task('bicycles/T1-E1').name)"
    assert python(code, cwd=str(tmp_path)).strip() == "bicycles/T1-E1"


def test_every_core_module_can_be_imported_first() -> None:
    code = """
import sys
names = sys.stdin.read().split()
import importlib
for name in names:
    importlib.import_module(name)
print(len(names))
"""
    skipped = ("industries", "adapters")
    names = [
        "mivas_env." + ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        for file in sorted(PACKAGE.rglob("*.py"))
        if file.name != "__init__.py" and not set(skipped) & set(file.parts)
    ]
    assert python(code, input="\n".join(names)).strip() == str(len(names))
