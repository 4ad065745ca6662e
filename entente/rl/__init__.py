"""Environments for reinforcement learning: all powers at once (PettingZoo), or one against fixed others (Gymnasium).

Needs the extra ``rl``: ``pip install "entente[rl]"``. Nothing else of the library loads this.

Each agent orders one unit (retreat, build) a step; the phase is carried out when no agent has anything left to order. So an action is one
number of ``variant.order_index()``, and its mask says which are legal now. ``PhaseEnv`` plays many games at once, a phase a step.
"""

from entente.rl.parallel import DiplomacyParallelEnv, parallel_env
from entente.rl.phases import PhaseEnv
from entente.rl.seat import SeatEnv

__all__ = ["DiplomacyParallelEnv", "PhaseEnv", "SeatEnv", "parallel_env"]
