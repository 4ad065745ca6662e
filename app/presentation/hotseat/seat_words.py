"""Words over the board of an open seat: progress of the orders, the clock, and a vote on the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.next_phase import Concession, survivors
from app.game.ending_edits import NO, vote_of
from app.game.record import Game, Turn
from app.game.refusal import EditError
from app.hotseat.clock import Clock
from app.hotseat.table import Decider, Table
from languages import mark, tr


def clock_words(clock: Clock) -> tuple[str, str]:
    """The time, and what it is of: ``("6:40", "Talks and orders end in")``."""
    if clock.is_over:
        return clock.words, tr("The time is up")
    if clock.after_gap:
        return clock.words, tr("Paused: the lid was closed")
    return clock.words, tr("Talks and orders end in") if clock.running else tr("The clock stands at")


class VoteKind(StrEnum):
    """Kind of vote."""

    PLAY_ON = mark("Play on")
    DRAW = mark("A draw")
    CONCESSION = mark("Concede to one power")


@dataclass(frozen=True, slots=True)
class VoteChoice:
    """A vote. Of a draw, *sharers* are those who share it; of a concession, *winner* is who wins."""

    kind: VoteKind = VoteKind.PLAY_ON
    sharers: frozenset[str] = frozenset()
    winner: str = ""

    def words(self, survivors: frozenset[str]) -> str:
        """Return the words that the command takes. A draw among all *survivors* names no power, and so stays one when one is eliminated."""
        match self.kind:
            case VoteKind.DRAW:
                return "draw" if self.sharers == survivors else " ".join(("draw", *sorted(self.sharers)))
            case VoteKind.CONCESSION:
                return f"concede to {self.winner}"
            case VoteKind.PLAY_ON:
                return NO


def sharers(game: Game, turn: Turn) -> tuple[str, ...]:
    """Return the powers that can share a draw or win, in the game's sequence."""
    return survivors(game.variant, turn.position.owners, turn.position.units)


def opponents_vote(table: Table) -> str:
    """Return the sentence that tells how opponents vote; empty where there is none."""
    if not any(seat.decider is Decider.OPPONENT and not seat.program for seat in table.seats):
        return ""
    return tr("Opponents join what all people vote for: a draw, unless they are winning or left out, or a concession to the leader.")


def present_vote(game: Game, turn: Turn, power: str) -> VoteChoice | None:
    """Return the vote of *power* in *turn*; ``None`` where there is none, or its words mean nothing."""
    said = next((each.choice for each in turn.votes if each.power == power), None)
    if said is None:
        return None
    try:
        vote = vote_of(game, said)
    except EditError:
        return None
    everybody = frozenset(sharers(game, turn))
    if vote is None:
        return VoteChoice(VoteKind.PLAY_ON, everybody)
    if isinstance(vote, Concession):
        return VoteChoice(VoteKind.CONCESSION, everybody, vote.winner)
    return VoteChoice(VoteKind.DRAW, frozenset(vote.powers) or everybody)
