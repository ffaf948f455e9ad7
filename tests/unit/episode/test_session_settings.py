"""Settings that no call can use are refused in one sentence."""

import pytest
from toy_industry.play import dial
from toy_industry.puppet import Puppet

from mivas_env.episode.settings import SessionSettings
from mivas_env.errors import ConfigError


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"discount": 0}, "discount must be a number strictly between 0 and 1"),
        ({"discount": 1}, "discount must be a number strictly between 0 and 1"),
        ({"discount": -0.5}, "discount must be"),
        ({"discount": float("nan")}, "discount must be"),
        ({"discount": True}, "discount must be"),
        ({"discount": "0.5"}, "discount must be"),
        ({"discount": None}, "discount must be"),
        ({"reward_mode": "best"}, "reward_mode='best' is unknown; use 'train', 'eval' or 'strict'"),
        ({"reward_mode": None}, "reward_mode=None is unknown"),
        (
            {"caller": "robot"},
            "caller='robot' is unknown; use 'scripted', 'ticket', 'llm' or a Caller",
        ),
        ({"caller": 7}, "caller=7 lacks members of the Caller protocol"),
        ({"caller": None}, "caller=None lacks members"),
        ({"caller": "ticket", "reward_mode": "strict"}, "puts nobody on the line; use 'train'"),
        ({"max_steps": 0}, "max_steps=0 must be a whole number of at least 1"),
        ({"max_steps": 2.5}, "max_steps=2.5 must be a whole number"),
        ({"max_steps": True}, "max_steps=True must be a whole number"),
        ({"max_steps": None}, "max_steps=None must be a whole number"),
        ({"max_tool_calls": 0}, "max_tool_calls=0 must be a whole number of at least 1"),
        ({"max_tool_calls": "many"}, "max_tool_calls='many' must be a whole number"),
    ],
)
def test_settings_that_no_call_can_use(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        SessionSettings(**settings)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_the_mode_of_the_caller_for_the_record() -> None:
    assert SessionSettings().caller_mode == "scripted"
    assert SessionSettings(caller="ticket").caller_mode == "ticket"
    assert SessionSettings(caller=Puppet()).caller_mode == "custom"
    assert SessionSettings(caller=lambda _task, _seed: Puppet()).caller_mode == "custom"


@pytest.mark.parametrize("seed", [None, "0", 1.0, True, -1, 2**60])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
        dial(seed=seed)  # type: ignore[arg-type]
