"""A table in words: who has sealed, what comes next, what the clock shows."""

from __future__ import annotations

from app.hotseat.round import RoundStage, Standing
from app.hotseat.table import Decider, Seat
from app.session.seating import Seating
from entente.words import describe_phase, join_words
from languages import clauses, labelled, mark, tr

_STAGES = {
    RoundStage.TALKS: mark("People negotiate."),
    RoundStage.CURTAIN: mark("The curtain is drawn."),
    RoundStage.READY: mark("All orders are in; they can be shown now."),
    RoundStage.RESULTS: mark("The results are shown; the next phase can begin."),
    RoundStage.OVER: mark("The game is over."),
}


def standings(seating: Seating) -> list[str]:
    """A line for each seat: power, who decides, how far they are. It does not reveal the text of any seat, nor whether it has begun."""
    return [labelled(seat.name or seat.power, f"{_who(seat)}, {_standing(seating, seat)}") for seat in seating.round.table.seats]


def told(seating: Seating) -> list[str]:
    """Return the state of the table: phase, stage, seats, clock."""
    now = seating.round
    stage = (
        tr("{now} is at the laptop.", now=now.title(now.open))
        if now.stage is RoundStage.OPEN or now.open is not None
        else tr(_STAGES[now.stage])
    )
    said = [f"{describe_phase(seating.game.variant, now.phase)}.", stage]
    if now.stage is RoundStage.CURTAIN and now.called is not None:
        said.append(tr("It calls {seat}.", seat=now.title(now.called)))
    if seating.clock.left is not None:
        time = seating.clock.words
        said.append(
            tr("The clock shows {time}.", time=time) if seating.clock.running else tr("The clock shows {time}, and stands.", time=time)
        )
    if seating.clock.after_gap:
        said.append(tr("It was paused: the lid was closed."))
    if now.votes:
        said.append(tr("For showing orders now: {powers}.", powers=join_words(sorted(now.votes))))
    return [" ".join(said), *standings(seating), *seating.misses]


def _who(seat: Seat) -> str:
    lock = "" if seat.lock is None else f" ({tr(seat.lock.kind)})"
    absent = f", {tr(seat.absence)}" if seat.decider is Decider.ABSENT else ""
    return f"{seat.who}{absent}{lock}"


def _standing(seating: Seating, seat: Seat) -> str:
    found = seating.round.standing(seat.power)
    wait = seating.wait_of(seat.power)
    return clauses((tr(found.value), wait.words)) if wait.wrong and found is not Standing.SEALED else tr(found.value)
