"""Gymnasium environments that train and judge telephone voice agents by verifiable rewards.

Importing this package registers its ids with Gymnasium and loads nothing else; the names below
are imported when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mivas_env.registry import register_gymnasium_ids

if TYPE_CHECKING:
    from mivas_env.agents.chat import ChatEndpoint as ChatEndpoint
    from mivas_env.agents.chat import run_episode as run_episode
    from mivas_env.caller.rewording.llm import LlmCaller as LlmCaller
    from mivas_env.envs.call_env import CallEnv as CallEnv
    from mivas_env.envs.decision_env import DecisionEnv as DecisionEnv
    from mivas_env.envs.parse_action import parse_action as parse_action
    from mivas_env.envs.vector import make_vec as make_vec
    from mivas_env.errors import ConfigError as ConfigError
    from mivas_env.errors import Fault as Fault
    from mivas_env.errors import MivasError as MivasError
    from mivas_env.errors import ResetNeeded as ResetNeeded
    from mivas_env.errors import TaskError as TaskError
    from mivas_env.errors import TraceError as TraceError
    from mivas_env.facade import CallSession as CallSession
    from mivas_env.facade import DecisionSession as DecisionSession
    from mivas_env.facade import detect as detect
    from mivas_env.facade import oracle_actions as oracle_actions
    from mivas_env.facade import score_decision as score_decision
    from mivas_env.facade import seed_state as seed_state
    from mivas_env.facade import verify as verify
    from mivas_env.rewards import train_reward as train_reward
    from mivas_env.schema.verification import Verification as Verification
    from mivas_env.tasks import list_tasks as list_tasks
    from mivas_env.tasks import load_episode as load_episode
    from mivas_env.tasks import load_task as load_task

__version__ = "0.1.0"

_HOMES = {
    "CallEnv": "mivas_env.envs.call_env",
    "CallSession": "mivas_env.facade",
    "ChatEndpoint": "mivas_env.agents.chat",
    "ConfigError": "mivas_env.errors",
    "DecisionEnv": "mivas_env.envs.decision_env",
    "DecisionSession": "mivas_env.facade",
    "Fault": "mivas_env.errors",
    "LlmCaller": "mivas_env.caller.rewording.llm",
    "MivasError": "mivas_env.errors",
    "ResetNeeded": "mivas_env.errors",
    "TaskError": "mivas_env.errors",
    "TraceError": "mivas_env.errors",
    "Verification": "mivas_env.schema.verification",
    "detect": "mivas_env.facade",
    "list_tasks": "mivas_env.tasks",
    "load_episode": "mivas_env.tasks",
    "load_task": "mivas_env.tasks",
    "make_vec": "mivas_env.envs.vector",
    "oracle_actions": "mivas_env.facade",
    "parse_action": "mivas_env.envs.parse_action",
    "run_episode": "mivas_env.agents.chat",
    "score_decision": "mivas_env.facade",
    "seed_state": "mivas_env.facade",
    "train_reward": "mivas_env.rewards",
    "verify": "mivas_env.facade",
}

__all__ = [*sorted(_HOMES), "__version__"]  # noqa: PLE0604  (the names are strings)


def __getattr__(name: str) -> Any:  # noqa: ANN401  (whatever the name stands for)
    """Import a public name when it is first used (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)


register_gymnasium_ids()
