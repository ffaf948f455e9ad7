"""The SkyRL adapter under the released skyrl_gym: its registry, its text environments."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.world.store import World

HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_skyrl = pytest.mark.skipif(
    importlib.util.find_spec("skyrl_gym") is None, reason="needs the extra skyrl"
)
# The framework's dependencies deprecate each other's names; not this project's warnings.
pytestmark = pytest.mark.filterwarnings("ignore")


def play_alone(name, seed=0):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(name, seed=seed)
    roll_out(session, oracle(session.task))
    session.close()
    return session


def as_text(action):
    if "say" in action:
        return action["say"]
    block = json.dumps({"name": action["tool"], "arguments": action["arguments"]})
    return f"<tool_call>\n{block}\n</tool_call>"


def make(name, seed=0, env_config=None, **row):
    import skyrl_gym

    from mivas_env.adapters.skyrl_calls import register_environment

    extras = {"task": name, "seed": seed, **row}
    return skyrl_gym.make(register_environment(), env_config=env_config or {}, extras=extras)


def play(environment, actions):
    """Init and step, as SkyRL's generator does; return the chat and what the steps gave."""
    chat, _ = environment.init([])
    steps = []
    for action in actions:
        text = action if isinstance(action, str) else as_text(action)
        steps.append(environment.step(text))
        chat = [*chat, {"role": "assistant", "content": text}, *steps[-1]["observations"]]
        if steps[-1]["done"]:
            break
    return chat, steps


def play_oracle(environment, name):
    return play(environment, [*mivas_env.oracle_actions(name), *[""] * 60])


@needs_skyrl
def test_oracles_earn_what_they_earn_in_the_environment() -> None:
    for name in HEALTHCARE:
        environment = make(name, seed=5)
        _, steps = play_oracle(environment, name)
        alone = play_alone(name, seed=5)
        assert sum(step["reward"] for step in steps) == (alone.reward or 0.0), name
        assert steps[-1]["done"], name
        assert steps[-1]["observations"] == []
        played = trajectory_json(environment.session.trajectory())
        assert played == trajectory_json(alone.trajectory()), name
        environment.close()


@needs_skyrl
def test_tools_in_the_text_are_the_declared_ones_of_each_desk() -> None:
    kit = kit_of(industry_named("healthcare"))
    for name in (CALL, "healthcare/C2-E1"):
        environment = make(name)
        chat, _ = play_oracle(environment, name)
        lists = [
            [json.loads(line) for line in part.partition("\n</tools>")[0].splitlines()]
            for message in chat
            if message["role"] != "assistant"
            for part in message["content"].split("<tools>\n")[1:]
        ]
        hops = environment.session.verification.actual_path
        desks = ["reception", *(hop.removeprefix("transfer_to_") for hop in hops)]
        assert lists == [kit.definitions[desk] for desk in desks]
        shown = "\n".join(message["content"] for message in chat)
        assert all(kit.prompts[desk] in shown for desk in desks)


@needs_skyrl
def test_roles_alternate_after_the_system_message() -> None:
    chat, _ = play_oracle(make(CALL), CALL)
    roles = [message["role"] for message in chat]
    expected = ["system", *["user", "assistant"] * (len(roles) // 2)]
    assert roles == expected[: len(roles)]


@needs_skyrl
def test_an_instance_is_clean_after_init() -> None:
    for name in ("healthcare/C2-H1", "healthcare/C1-M1", CALL):
        used = make(name, seed=3)
        play(used, mivas_env.oracle_actions(name)[:-2])
        chat, steps = play_oracle(used, name)
        assert (chat, steps) == play_oracle(make(name, seed=3), name)
        assert used.turns == len(steps)


@needs_skyrl
def test_rows_make_their_environments_and_a_group_meets_one_caller() -> None:
    import skyrl_gym

    from mivas_env.adapters.skyrl_calls import dataset_rows

    rows = dataset_rows([CALL, "healthcare/R-E1"], seeds=range(3), settings={"max_steps": 9})
    assert len(rows) == 6
    for row in json.loads(json.dumps(rows)):
        extras = {key: row[key] for key in row if key not in ("prompt", "env_class")}
        group = [
            skyrl_gym.make(row["env_class"], env_config={}, extras=extras).init(row["prompt"])[0]
            for _ in range(4)
        ]
        assert group == [row["prompt"]] * 4
    assert skyrl_gym.make("mivas", extras=rows[0]).max_turns == 9


@needs_skyrl
def test_settings_and_a_prompt_of_the_row_reach_the_call() -> None:
    first, _, *rest = mivas_env.oracle_actions(CALL)
    detour = [
        {"tool": "transfer_to_identity", "arguments": {"next_intent": "coverage"}},
        {"tool": "transfer_to_coverage", "arguments": {}},
    ]
    environment = make(CALL, env_config={"discount": 0.25, "unrelated": 1})
    _, steps = play(environment, [first, *detour, *rest])
    assert steps[-1]["reward"] == 0.25
    assert environment.get_metrics()["extra_hops"] == 1.0
    assert steps[0]["metadata"] == {}
    chat, _ = environment.init([{"role": "system", "content": "Be brief."}])
    assert chat[0]["content"].startswith("Be brief.\n\n## How you act")
    _, steps = play(make(CALL, env_config={"max_steps": 9}, settings={"max_steps": 1}), [""])
    assert (steps[0]["done"], steps[0]["reward"]) == (True, 0.0)


@needs_skyrl
def test_what_the_policy_gets_wrong_is_answered() -> None:
    environment = make(CALL)
    _, steps = play(
        environment,
        [
            "<think>No one hears this.</think>",
            '<tool_call>{"name": </tool_call>',
            '<tool_call>{"name": "no_such_tool", "arguments": {}}</tool_call>',
            '<tool_call>{"name": "check_plan_accepted", "arguments": {}}</tool_call>',
        ],
    )
    text = [step["observations"][0]["content"] for step in steps]
    assert "MALFORMED_ACTION" in text[1]
    assert "UNKNOWN_TOOL" in text[2]
    assert "TOOL_NOT_AVAILABLE" in text[3]
    assert environment.session.step_count == 4


@needs_skyrl
def test_no_environment_leaves_a_database_open(monkeypatch) -> None:
    found: set[int] = set()
    opened, closed = World._open, World.close

    def count_open(self) -> None:
        opened(self)
        found.add(id(self))

    def count_close(self) -> None:
        closed(self)
        found.discard(id(self))

    monkeypatch.setattr(World, "_open", count_open)
    monkeypatch.setattr(World, "close", count_close)
    for seed in range(60):
        environment = make(CALL, seed)
        environment.init([])
        environment.init([])
        assert len(found) == 1
        environment.close()
        environment.close()
        assert not found


@needs_skyrl
def test_what_cannot_be_used_is_refused_in_a_sentence(monkeypatch) -> None:
    from mivas_env.adapters.skyrl_calls import CallTextEnv, dataset_rows

    with pytest.raises(ConfigError, match="needs the column `task`"):
        CallTextEnv({}, {})
    with pytest.raises(ConfigError, match="call init first"):
        CallTextEnv({}, {"task": CALL}).step("Hello.")
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        dataset_rows(["healthcare/C1-E1x"])
    with pytest.raises(ConfigError, match="discount"):
        make(CALL, settings={"discount": 1.5}).init([])
    with pytest.raises(ConfigError, match=r"no setting 'discont'; did you mean discount\?"):
        dataset_rows([CALL], settings={"discont": 0.5})
    with pytest.raises(ConfigError, match="no setting 'discont'"):
        make(CALL, settings={"discont": 0.5})
    with pytest.raises(ConfigError, match="max_steps='x' must be a whole number"):
        make(CALL, settings={"max_steps": "x"})
    with pytest.raises(ConfigError, match="seeds=3 must be a list of seeds"):
        dataset_rows([CALL], seeds=3)
    for odd in ("x", 1.0, True):
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            make(CALL, seed=odd)
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            dataset_rows([CALL], seeds=[odd])
    environment = make(CALL)
    environment.init([])

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    monkeypatch.setattr(Session, "_speak", break_down)
    with pytest.raises(Fault):
        environment.step("Hello.")


@needs_skyrl
def test_the_page_s_code_can_be_read_in() -> None:
    page = (Path(__file__).parents[3] / "docs" / "adapters" / "skyrl.md").read_text(
        encoding="utf-8"
    )
    blocks = [part.partition("```")[0] for part in page.split("```python\n")[1:]]
    assert blocks
    for block in blocks:
        exec(compile(block, "skyrl.md", "exec"), {})  # noqa: S102  (our own page)


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "mivas_env.adapters.skyrl_calls", raising=False)
    monkeypatch.setitem(sys.modules, "skyrl_gym", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[skyrl\]"):
        importlib.import_module("mivas_env.adapters.skyrl_calls")
