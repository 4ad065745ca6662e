"""The bots that come with the program, by name."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import assert_never

from adjudicator.variant import PowerRole, Variant
from app.players.holding import HoldingBot
from app.players.random_bot import RandomBot
from entente.playing import Player


class Bot(StrEnum):
    """A kind of bot."""

    RANDOM = "random"
    HOLDING = "holding"


def bots(kind: Bot, variant: Variant, seed: int) -> dict[str, Player]:
    """A bot of *kind* for each power that is played; the same *seed* gives bots that play the same."""
    dice = Random(seed)  # noqa: S311 - dice, no secrets
    powers = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    return {power: _bot(kind, dice.getrandbits(32)) for power in powers}


def _bot(kind: Bot, seed: int) -> Player:
    match kind:
        case Bot.RANDOM:
            return RandomBot(seed)
        case Bot.HOLDING:
            return HoldingBot()
        case _:
            assert_never(kind)
