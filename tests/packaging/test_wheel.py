"""The built wheel plays a call in an empty environment, away from the repository."""

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command without the test's own paths."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(
        list(command), cwd=cwd, env=kept, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of what the repository holds."""
    for module in ("hatchling", "pip"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed, so no wheel can be built offline")
    target = tmp_path_factory.mktemp("wheel")
    built = run(
        sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation",
        "--no-index", "--quiet", "--wheel-dir", str(target), cwd=target,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    [file] = target.glob("mivas_env-*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into a new environment that borrows its dependencies."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    done = run(
        sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet",
        "--prefix", str(folder), "--ignore-installed", str(wheel), cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (site / "mivas_env").is_dir()
    # Appended after the environment's own packages, without their .pth files, so that no
    # development install of this project comes along.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def command(installed: Path) -> tuple[str, ...]:
    """Return `mivas` of the new environment; pip writes the builder's Python into the script."""
    return (str(installed / "bin" / "python"), "-m", "mivas_env")


def test_the_wheel_holds_code_and_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "mivas_env/py.typed",
        "mivas_env/_tasks/healthcare/C1-E1.yaml",
        "mivas_env/industries/healthcare/world/seed.sql",
        "mivas_env/industries/healthcare/prompts/reception.md",
        "mivas_env/industries/healthcare/lexicon.yaml",
    ):
        assert needed in names, needed
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mivas_env"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
    assert not [n for n in names if n.startswith("mivas_env/_tasks") and n.endswith(".py")]


def test_the_command_plays_a_call_away_from_the_repository(installed: Path, tmp_path: Path) -> None:
    ran = run(*command(installed), "run", "healthcare/C1-E1", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    report = json.loads(ran.stdout)
    assert report["reward"] == 1.0
    assert report["verification"]["verdict"] == "exact"


def test_the_package_comes_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = (
        "import gymnasium as gym, mivas_env; print(mivas_env.__file__);"
        "gym.make('mivas/healthcare-C1E1').reset(seed=0)"
    )
    ran = run(str(installed / "bin" / "python"), "-W", "error", "-c", code, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(str(installed.resolve())) or str(installed) in ran.stdout


def test_a_task_file_is_checked_and_locked_with_a_wheel_only(
    installed: Path, tmp_path: Path
) -> None:
    mivas = command(installed)
    place = run(mivas[0], "-c", "import mivas_env; print(mivas_env.__file__)", cwd=tmp_path).stdout
    assert Path(place).is_relative_to(installed), "what is locked below must be a copy"
    [shipped] = installed.rglob("mivas_env/_tasks/healthcare/C1-E1.yaml")
    before = shipped.read_bytes()
    mine = tmp_path / "mine.yaml"
    mine.write_bytes(before)
    checked = run(*mivas, "check", "./mine.yaml", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (0, "1 tasks checked, 0 findings\n")
    locked = run(*mivas, "lock", "./mine.yaml", "--write", cwd=tmp_path)
    assert (locked.returncode, locked.stderr) == (0, "written: mine.yaml\n")
    refused = run(*mivas, "lock", "healthcare/C1-E1", "--write", cwd=tmp_path)
    assert refused.returncode == 2
    assert "belongs to an installed package" in refused.stderr
    assert shipped.read_bytes() == before
