"""The code of the page on concepts runs and gives what it says."""

import re
from pathlib import Path

import pytest

import mivas_env

PAGE = (Path(__file__).parents[2] / "docs" / "concepts.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not mivas_env.list_tasks("healthcare"), reason="healthcare is not installed")
def test_the_record_of_a_call_comes_out_of_a_vector() -> None:
    [code] = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, object] = {}
    exec(compile(code, "concepts.md", "exec"), names)  # noqa: S102  (the page's own code)
    rewards = names["rewards"]
    assert isinstance(rewards, list)
    assert [(number, reward) for number, _, reward, _ in rewards] == [(n, 0.0) for n in range(4)]
    assert all(task.startswith("healthcare/") for _, task, _, _ in rewards)
    assert rewards[0][1:] == rewards[1][1:]


def test_every_autoreset_mode_has_a_row() -> None:
    modes = re.findall(r"^\| `(\w+)`", PAGE.split("## One call's record")[1], re.MULTILINE)
    from gymnasium.vector import AutoresetMode

    assert modes == [mode.value for mode in AutoresetMode]
