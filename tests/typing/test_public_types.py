"""The public names are typed for those who use them."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SNIPPET = """
from typing import Any

from typing_extensions import assert_type

import mivas_env

session = mivas_env.CallSession("bicycles/T1-E1", seed=0, reward_mode="strict")
assert_type(session.say("Hello."), str)
assert_type(session.call_tool("find_bike", {"owner": "x"}), str)
assert_type(session.done, bool)
assert_type(session.reward, float | None)
assert_type(session.messages, list[dict[str, Any]])
assert_type(mivas_env.list_tasks("bicycles"), list[str])
verification = mivas_env.verify("bicycles/T1-E1", [], industry="bicycles")
assert_type(verification, mivas_env.Verification)
assert_type(verification.D, bool | None)
env = mivas_env.CallEnv("bicycles/T1-E1")
obs, info = env.reset(seed=0)
assert_type(obs, dict[str, str])
_, reward, terminated, truncated, _ = env.step({"say": "Hello."})
assert_type(reward, float)
mivas_env.CallSession("bicycles/T1-E1", reward_mode="best")  # type: ignore[arg-type]
"""


@pytest.mark.slow
def test_a_strict_checker_is_content_with_a_users_code(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed; it belongs to the extra `lint`")
    file = tmp_path / "user.py"
    file.write_text(SNIPPET, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "c"), str(file)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
