"""The README's code runs, its commands exist, its map is the tree."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command

import mivas_env
from mivas_env import registry
from mivas_env.agents.probes import probe_name
from mivas_env.cli.app import app
from mivas_env.tasks import load_task

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def marked_command(marker: str) -> str:
    found = re.search(rf"<!-- {marker} command -->\n```bash\n(.*?)\n```", README, re.DOTALL)
    assert found, f"the README marks no {marker} command"
    return found[1]


@pytest.mark.skipif(not mivas_env.list_tasks("healthcare"), reason="healthcare is not installed")
def test_the_quickstart_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, suite = blocks("python")
    assert len(code.splitlines()) <= 25
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102  (the README's own code)
    exec(compile(suite, "README.md", "exec"), names)  # noqa: S102  (the same)
    shown = capsys.readouterr().out.splitlines()
    assert "Aetna" in shown[0]
    assert "Park Avenue" in shown[0]
    assert shown[1] == "1.0 exact caller_satisfied"
    assert "healthcare/C1-E1" in shown[2]


def test_every_suite_in_a_snippet_names_its_split() -> None:
    for page in PAGES:
        code = "\n".join(blocks("python", page.read_text("utf-8")))
        found = re.findall(
            r'(?:make|make_vec)\(\s*"(?:mivas/)?(?:healthcare|brokerage)"[^)]*', code
        )
        for call in found:
            assert "split=" in call, f"{page.name}: {call}"
    assert "split=" in blocks("python")[1]


@pytest.mark.skipif(not mivas_env.list_tasks("healthcare"), reason="healthcare is not installed")
def test_the_figures_of_agents_that_must_not_pass_are_those_of_the_proof() -> None:
    proofs = json.loads((ROOT / "docs" / "proof.json").read_text("utf-8"))
    [probes] = [proof["probes"] for proof in proofs if proof["industry"] == "healthcare"]
    passed = {probe_name(name): row["passed"] for name, row in probes.items()}
    strict = {probe_name(name): row["strict_passes"] for name, row in probes.items()}
    shown = dict(re.findall(r"\| ([a-z][^|]*?) \| (\d+) \|", README))
    for words, probe in (
        ("asks for a person at once", "escalate_at_once"),
        ("looks up everything at random", "read_spam"),
        ("makes every call at the first desk", "wrong_node"),
        ("right calls without a word", "mute_oracle"),
        ("says the right answer from memory", "from_memory"),
        ("writes at random", "write_spam"),
        ("every call without arguments", "empty_args"),
    ):
        assert int(shown[words]) == len(passed[probe]), words
    text = " ".join(README.split())
    assert f"the silent agent passes {strict['mute_oracle']}" in text
    at_home = [
        name for name in passed["wrong_node"] if not load_task(name).lockfile.exp_handoff_path
    ]
    rest = len(passed["wrong_node"]) - len(at_home)
    assert f"of the {len(passed['wrong_node'])}, {len(at_home)} stay at the first desk" in text
    assert f"and {rest} only want a person" in text


def test_what_is_not_there_yet_is_not_there() -> None:
    section = README.split("## What is not there yet")[1].split("##")[0]
    missing = re.findall(r"`(?:mivas )?([a-z]+)`", section)
    assert missing == ["eval", "regrade", "compare", "report", "serve", "new"]
    assert not set(missing) & set(get_command(app).commands)  # type: ignore[attr-defined]
    assert not list((ROOT / "examples").glob("04*"))
    installed = {*registry.industry_entry_points(), *registry.decision_entry_points()}
    assert not {"legal", "customer-support"} & installed


def test_extras_that_the_readme_names_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    section = README.split("What is optional comes as an extra")[1].split("##")[0]
    named = set(re.findall(r"`([a-z]+)`", section))
    assert named == set(project["optional-dependencies"])
    for version in re.findall(r"3\.1\d", README.split("Install")[0].split("## Two commands")[1]):
        assert f"Programming Language :: Python :: {version}" in project["classifiers"]
    assert project["requires-python"] == ">=3.11"


def commands_named() -> set[str]:
    return set(re.findall(r"^\| `mivas ([a-z]+)", README, re.MULTILINE))


def test_the_table_of_commands_is_the_command_line() -> None:
    group = get_command(app)
    assert commands_named() == set(group.commands)  # type: ignore[attr-defined]


def test_options_that_pages_show_exist() -> None:
    group = get_command(app)
    for page in PAGES:
        for name, rest in re.findall(r"\bmivas ([a-z]+)\b([^`\n]*)", page.read_text("utf-8")):
            command = group.commands.get(name)  # type: ignore[attr-defined]
            if command is None:
                continue
            known = {option for parameter in command.params for option in parameter.opts}
            for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", rest):
                assert option in known | {"--help"}, f"{page.name}: mivas {name} {option}"


@pytest.mark.parametrize("marker", ["run", "test"])
def test_the_marked_commands_install_and_start(marker: str) -> None:
    command = marked_command(marker)
    assert "\n" not in command
    steps = [shlex.split(step) for step in command.split(" && ")]
    assert steps[0][:3] == ["python3", "-m", "venv"]
    assert steps[1][:3] == [".venv/bin/pip", "install", "-e"]
    assert len(steps) == 3
    target = steps[2]
    if marker == "run":
        assert target[:2] == [".venv/bin/mivas", "run"]
        assert target[2] in mivas_env.list_tasks()
    else:
        assert steps[1][3] == ".[test]"
        assert target[:3] == [".venv/bin/python", "-m", "pytest"]


def test_the_map_names_places_that_exist() -> None:
    section = README.split("## Where things are")[1]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    assert rows
    for row in rows:
        for place in re.findall(r"`([^`]+)`", row):
            inside = ROOT / "mivas_env" / place
            assert (ROOT / place).exists() or inside.exists(), place


def test_public_names_in_pages_exist() -> None:
    for page in PAGES:
        for name in re.findall(r"\bmivas_env\.([A-Za-z_]+)\b(?!\.)", page.read_text("utf-8")):
            known = name in mivas_env.__all__ or (ROOT / "mivas_env" / f"{name}.py").exists()
            assert known or (ROOT / "mivas_env" / name).is_dir(), f"{page.name}: mivas_env.{name}"


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
