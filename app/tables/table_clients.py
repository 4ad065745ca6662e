"""DAIDE clients at a table: let in when a seat is theirs, asked and informed with the opponents, sent home when the table is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.game.options import variant_at
from app.game.table import GAME_MASTER
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider
from app.session.seating import Seating
from app.session.session import Session
from app.tables.table_letters import put_letters
from languages import mark, plural, tr

if TYPE_CHECKING:
    from app.players.daide.client_seats import ClientSeats

LEVEL = 10
"""Level of press at a table."""
DAIDE = "daide"
"""Name of the opponent in a seat that a DAIDE client takes."""

TITLE = mark("DAIDE program")
DESCRIPTION = mark("Waits for a bot that speaks DAIDE and connects to port 16713 of this machine.")


def powers_of_clients(seating: Seating) -> tuple[str, ...]:
    """The powers whose seats are for DAIDE clients."""
    return tuple(seat.power for seat in seating.table.seats if seat.decider is Decider.OPPONENT and seat.opponent == DAIDE)


def clients_of(session: Session, seating: Seating) -> ClientSeats | None:
    """The clients of the table, let in from now on; ``None`` where no seat is theirs, or they cannot be let in, which is reported once."""
    powers = powers_of_clients(seating)
    known = seating.clients
    if known is not None and known.powers == powers:
        return known
    if known is not None:
        known.close()
        seating.clients = None
    if not powers or seating.no_clients == powers:
        return None
    from app.matches.arena import limits_sight
    from app.players.daide.board import UnspeakableError
    from app.players.daide.client_seats import ClientSeats

    trouble = tr("DAIDE tells everybody everything, and this game hides something.") if limits_sight(session, seating.game) else ""
    if not trouble:
        try:
            variant = variant_at(seating.game, seating.cursor)
            level = 0 if seating.game.hooks else LEVEL  # hooks may keep back press, and DAIDE has no word for that
            seating.clients = ClientSeats(variant, powers, level=level, clock=seating.times.monotonic, say=session.say)
        except (UnspeakableError, OSError) as error:
            trouble = f"{error}."
    if seating.clients is None:
        seating.no_clients = powers
        seating.misses = (*seating.misses, tr("No DAIDE program can be let in: {trouble}", trouble=trouble))
        session.say(seating.misses[-1])
        return None
    session.say(
        plural(
            "Waiting for a program that speaks DAIDE at 127.0.0.1:{port}.",
            "Waiting for {count} programs that speak DAIDE at 127.0.0.1:{port}.",
            len(powers),
            port=seating.clients.port,
        )
    )
    return seating.clients


def poll_clients(session: Session, seating: Seating) -> None:
    """Take what clients say between two phases: they come, leave, come back, and write.

    Their letters wait while the laptop is in use: nothing changes under a person's hands. Who writes to a client writes its words, as
    *Propose…* puts them together; it is spared what it cannot read.
    """
    clients = seating.clients
    if clients is None:
        return
    clients.poll()
    if not clients.level or seating.round.stage in {RoundStage.OVER, RoundStage.RESULTS}:
        return
    if seating.open in {None, GAME_MASTER} and (letters := clients.press()):
        put_letters(session, seating, letters, lambda _sender, _words: None)
    for power in clients.powers:
        for press in seating.turn.press:
            is_for_it = press.sender not in {power, *clients.powers, GAME_MASTER} and (not press.receivers or power in press.receivers)
            if is_for_it and (power, press) not in seating.told_letters:
                seating.told_letters.add((power, press))
                clients.letter(power, press)
