"""The opponents that come with the program, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType

from adjudicator.variant import PowerRole, Variant
from app.players.easy import HoldingBot, RandomBot
from entente.playing import Player
from languages import mark


class Bot(StrEnum):
    """The name of an opponent, as it is typed and kept."""

    BEGINNER = "beginner"
    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    SPREADING = "spreading"
    CAUTIOUS = "cautious"
    HOARDER = "hoarder"
    RANDOM = "random"
    HOLDING = "holding"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A kind of opponent."""

    title: str
    """Title on the screen: ``Steady``."""

    description: str
    """Description of its play, in a line."""

    make: Callable[[int], Player]
    """A player with this seed, to be given one power. The same seed plays the same."""

    thinks_long: bool = False
    """True if a window would notice, so that it thinks in a process of its own there."""

    is_offered: bool = True
    """True if people choose among it and others to play against; the rest is for trying things out."""


def _beginner(seed: int) -> Player:
    from app.players.easy import BeginnerBot

    return BeginnerBot(seed)


def _easy(seed: int) -> Player:
    from app.players.easy import EasyBot  # the window does not wait for opponents that are not played against yet

    return EasyBot(seed)


def _steady(seed: int) -> Player:
    from app.players.steady.bot import SteadyBot

    return SteadyBot(seed)


def _spreading(seed: int) -> Player:
    from app.players.spreading import SpreadingBot

    return SpreadingBot(seed)


def _cautious(seed: int) -> Player:
    from app.players.strong.styles import CautiousBot

    return CautiousBot(seed)


def _hoarder(seed: int) -> Player:
    from app.players.strong.styles import HoardingBot

    return HoardingBot(seed)


def _strong(seed: int) -> Player:
    from app.players.strong.bot import StrongBot

    return StrongBot(seed)


OPPONENTS: Mapping[Bot, Opponent] = MappingProxyType(
    {
        Bot.BEGINNER: Opponent(mark("Beginner"), mark("Goes for a centre now and then; its units often stay."), _beginner),
        Bot.EASY: Opponent(mark("Easy"), mark("Goes for centres that are near and plans nothing."), _easy),
        Bot.STEADY: Opponent(mark("Steady"), mark("Weighs centres and threats, supports its attacks, guards its own."), _steady),
        Bot.STRONG: Opponent(
            mark("Strong"),
            mark("Weighs what everybody may order, and searches for what serves best against it."),
            _strong,
            thinks_long=True,
        ),
        Bot.SPREADING: Opponent(
            mark("Value-spreading"), mark("Sends each unit where the values of centres add up."), _spreading, is_offered=False
        ),
        Bot.CAUTIOUS: Opponent(
            mark("Cautious"), mark("Guards its own, and attacks where little can go wrong."), _cautious, is_offered=False
        ),
        Bot.HOARDER: Opponent(mark("Hoarder"), mark("Takes neutral centres, and sits on them."), _hoarder, is_offered=False),
        Bot.RANDOM: Opponent(mark("Random"), mark("Any legal order, by lot."), RandomBot, is_offered=False),
        Bot.HOLDING: Opponent(mark("Holding"), mark("Orders nothing: its units hold."), lambda _seed: HoldingBot(), is_offered=False),
    }
)
"""Every opponent, in the sequence in which they are listed."""


def bots(kind: Bot, variant: Variant, seed: int) -> dict[str, Player]:
    """An opponent of *kind* for each power that is played; the same *seed* gives players that play the same."""
    dice = Random(seed)  # noqa: S311 - dice, no secrets
    powers = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    return {power: OPPONENTS[kind].make(dice.getrandbits(32)) for power in powers}
