"""Calls for classical reinforcement learning: numbered actions with a mask, flat observations.

`DiscreteActions` turns a call into `Discrete(n)`; `FlatObservation` turns what was seen into one
vector; `Explorer` keeps what was tried. All know what a policy may know: tool schemas, what the
caller said, what tools answered.
"""

from mivas_env.envs.discrete.actions import DiscreteActions
from mivas_env.envs.discrete.exploring import Explorer
from mivas_env.envs.discrete.features import FlatObservation
from mivas_env.envs.discrete.notebook import Situation

__all__ = ["DiscreteActions", "Explorer", "FlatObservation", "Situation"]
