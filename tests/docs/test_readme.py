"""The README's code runs, its commands exist, its map is the tree."""

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

import mivas_env
from mivas_env.cli.app import app

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
    [code] = blocks("python")
    assert len(code.splitlines()) <= 25
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102  (the README's own code)
    shown = capsys.readouterr().out.splitlines()
    assert "Aetna" in shown[0]
    assert "Park Avenue" in shown[0]
    assert shown[1] == "1.0 exact caller_satisfied"
    assert "healthcare/C1-E1" in shown[2]


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
