"""Votes to end a game: a draw that all survivors want, or a concession of all others to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.next_phase import survivors
from adjudicator.position import Position
from adjudicator.resolution import Ending
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class DrawVote:
    """For a draw among *powers*; empty means all that survive."""

    powers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Concession:
    """For ending the game with *winner* as its only winner."""

    winner: str


Vote = DrawVote | Concession


def settle_votes(variant: Variant, position: Position, votes: Mapping[str, Vote], *, all_share: bool = False) -> Ending | None:
    """The end of the game if the votes make one, else ``None``.

    A draw needs the same vote of every surviving power, those it leaves out as well; with *all_share* only a draw among all
    survivors counts. A concession needs the vote of every surviving power but the winner. Votes of powers that do not
    survive, or do not play, are not looked at.

    >>> from variants import standard
    >>> game = standard()
    >>> votes = {power: Concession("FRANCE") for power in game.powers if power != "FRANCE"}
    >>> settle_votes(game, game.start, votes)
    Ending(winners=('FRANCE',), reason='concession')
    >>> del votes["TURKEY"]
    >>> print(settle_votes(game, game.start, votes))
    None
    """
    alive = survivors(variant, position.owners, position.units)
    if not alive:
        return None
    for winner in alive:
        others = [power for power in alive if power != winner]
        if others and all(votes.get(power) == Concession(winner) for power in others):
            return Ending((winner,), "concession")
    everybody = frozenset(alive)
    wanted: set[frozenset[str]] = set()
    for power in alive:
        vote = votes.get(power)
        if not isinstance(vote, DrawVote):
            return None
        wanted.add(vote.powers & everybody or everybody)
    if len(wanted) != 1:
        return None
    sharing = next(iter(wanted))
    if all_share and sharing != everybody:
        return None
    return Ending(tuple(power for power in alive if power in sharing), "draw")
