"""A table in words: who has sealed, what comes next, what the clock shows."""

from __future__ import annotations

from app.seats.round import RoundStage, Standing
from app.seats.table import Decider, Seat
from app.session.seating import Seating
from entente.words import describe_phase, join_words

_STAGES = {
    RoundStage.TALKS: "People negotiate.",
    RoundStage.CURTAIN: "The curtain is drawn.",
    RoundStage.READY: "All orders are in: show-orders",
    RoundStage.RESULTS: "The results are shown; go on: next-round",
    RoundStage.OVER: "The game is over.",
}


def standings(seating: Seating) -> list[str]:
    """A line for each seat: power, who decides, how far they are. It tells nobody what anybody wrote, nor whether they began."""
    return [f"{seat.name or seat.power}: {_who(seat)}, {_standing(seating, seat)}" for seat in seating.round.table.seats]


def told(seating: Seating) -> list[str]:
    """How the table stands: phase, stage, seats, clock."""
    now = seating.round
    stage = f"{now.title(now.open)} is at the laptop." if now.stage is RoundStage.OPEN or now.open is not None else _STAGES[now.stage]
    clock = (
        "" if seating.clock.left is None else f" The clock shows {seating.clock.words}{'' if seating.clock.running else ', and stands'}."
    )
    gap = " It was paused, since time was missing: the lid was closed, or the clock was set." if seating.clock.after_gap else ""
    called = f" It calls {now.title(now.called)}." if now.stage is RoundStage.CURTAIN and now.called is not None else ""
    votes = f" For showing orders now: {join_words(sorted(now.votes))}." if now.votes else ""
    return [f"{describe_phase(seating.game.variant, now.phase)}. {stage}{called}{clock}{gap}{votes}", *standings(seating), *seating.misses]


def _who(seat: Seat) -> str:
    lock = "" if seat.lock is None else f" ({seat.lock.kind})"
    absent = f", {seat.absence}" if seat.decider is Decider.ABSENT else ""
    return f"{seat.who}{absent}{lock}"


def _standing(seating: Seating, seat: Seat) -> str:
    found = seating.round.standing(seat.power)
    wait = seating.wait_of(seat.power)
    return f"{found}; {wait.words}" if wait.wrong and found is not Standing.SEALED else str(found)
