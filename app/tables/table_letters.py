"""Letters that programs and opponents at a table write: through the hooks of the game, into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.game.deadlines import written as written_time
from app.game.entries import Press
from app.game.record import Game
from app.game.refusal import EditError
from app.hooks.press import send_with_hooks
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat
from app.players.agreements import CHARACTERS, OpponentsDealing
from app.players.bots import Bot
from app.session.seating import Seating
from app.session.session import Session, now_of
from entente.words.names import join_words, power_name
from languages import tr

Inform = Callable[[str, str], None]
"""Tells the sender of a letter what was kept back."""


def put_letters(session: Session, seating: Seating, letters: Sequence[Press], inform: Inform) -> None:
    """Add *letters* to the game as one step without undo."""
    game = seating.game
    for press in letters:
        dated = replace(press, at=written_time(now_of(session)))
        game = _sent(session, seating, game, dated, inform)
    if game is not seating.game:
        names = join_words(power_name(game.variant, each) for each in dict.fromkeys(press.sender for press in letters))
        seating.perform_beside(game, tr("Press from {names}", names=names))
        session.table_changed()
        let_opponents_write(session, seating)


def _sent(session: Session, seating: Seating, game: Game, press: Press, inform: Inform) -> Game:
    """*game* with the letter, as its hooks let it through; its sender learns which parts were kept back."""
    try:
        changed, deliveries, log = session.hooks.waiting(
            lambda: send_with_hooks(game, seating.branch, press, session.hooks.host, seating.letters.seal)
        )
    except EditError as error:
        inform(press.sender, str(error))
        return game
    session.hooks.note(game, log)
    for each in deliveries:
        if not each.allowed:
            inform(press.sender, f"not delivered to {each.receiver}: {each.reason}")
        elif each.delay:
            inform(press.sender, f"{each.receiver} will read it in {each.delay} phases")
    return changed


# --- opponents ---


def let_opponents_write(session: Session, seating: Seating) -> None:
    """Have built-in opponents answer the proposals of this phase, and make their own: before moves one to people and one to programs.

    One that weighs its agreements is asked for its orders again where they have changed since.
    """
    if seating.round.stage in {RoundStage.RESULTS, RoundStage.OVER}:
        return
    letters: list[Press] = []
    for seat in seating.table.seats:
        if (dealing := dealing_of(session, seating, seat)) is not None:
            seats = seating.table.seats
            people = [each.power for each in seats if each.is_person and not each.is_free]
            programs = [each.power for each in seats if each.decider is Decider.OPPONENT and (each.program or each.opponent in CHARACTERS)]
            written = dealing.letters(people, programs)
            letters += [each for each in written if (each.sender, each.text, seating.cursor) not in seating.tried_letters]
    seating.tried_letters.update((each.sender, each.text, seating.cursor) for each in letters)
    if letters:
        put_letters(session, seating, letters, lambda _sender, _words: None)
    for power, word in list(seating.words.items()):
        dealing = dealing_of(session, seating, seating.table.seat(power)) if power in seating.answers else None
        if dealing is not None and dealing.word != word:
            del seating.answers[power]


def dealing_of(session: Session, seating: Seating, seat: Seat) -> OpponentsDealing | None:
    """The dealing of the opponent in *seat*; ``None`` where none is there that writes letters."""
    if seat.decider is not Decider.OPPONENT or seat.opponent not in CHARACTERS:
        return None
    line = session.viewpoint.shown(seating.game, seat.power).line(seating.branch)
    return OpponentsDealing(Bot(seat.opponent), seating.game, seat.power, line)
