"""Letters that programs and opponents at a table write: through the hooks of the game, into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudicator.order import Order
from app.game.deadlines import written as written_time
from app.game.entries import Press
from app.game.record import Game, Turn
from app.game.refusal import EditError
from app.hooks.press import send_with_hooks
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat
from app.players.agreements import CHARACTERS, Dealer, Dealings, Stance, dealings, promised, written
from app.players.bots import Bot
from app.players.strong.search_task import Pledges
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
            letters += dealing.letters(seating)
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


class OpponentsDealing:
    """Promises of one opponent and what it has to answer, by the letters of the game as its power sees them.

    Args:
        kind: of opponent.
        game: the whole game.
        power: its power.
        line: the turns as the power sees them.
    """

    def __init__(self, kind: Bot, game: Game, power: str, line: Sequence[Turn]) -> None:
        self._kind, self._game, self._power, self._line = kind, game, power, line
        self.promises = promised(line, lambda turn: self._of_turn(turn).promises)
        """Promises that hold now, each with the other party."""
        self.granted = promised(line, lambda turn: self._of_turn(turn).granted)
        """Promises of others to it that hold for these moves."""

    def _dealer(self, turn: Turn) -> Dealer:
        return Dealer(self._kind, self._game.variant, turn.position, self._power, self._game.id)

    def _of_turn(self, turn: Turn) -> Dealings:
        return dealings(self._game.variant, turn.press, self._power, self._dealer(turn).answer)

    def letters(self, seating: Seating) -> list[Press]:
        """Return its answers and proposals that were not sent yet."""
        turn, variant = self._line[-1], self._game.variant
        dealer, now, given = self._dealer(turn), self._of_turn(turn), list(self.promises)
        found: list[Press] = []
        for asked in now.waiting:
            stance = dealer.answer(asked, given, now.asked)
            if stance is Stance.AGREE:
                given.append((asked.sender, asked.proposal))
            found.append(Press(self._power, (asked.sender,), written(variant, stance, asked.proposal)))
        seats = seating.table.seats
        people = [seat.power for seat in seats if seat.is_person and not seat.is_free]
        programs = [seat.power for seat in seats if seat.decider is Decider.OPPONENT and (seat.program or seat.opponent in CHARACTERS)]
        for receivers in (people, programs):
            if not any(to in receivers for to, _ in now.asked):
                proposed = dealer.proposals(receivers, given)
                found += [Press(self._power, (to,), written(variant, Stance.PROPOSE, each)) for to, each in proposed]
        new = [each for each in found if (each.sender, each.text, seating.cursor) not in seating.tried_letters]
        seating.tried_letters.update((each.sender, each.text, seating.cursor) for each in new)
        return new

    @property
    def word(self) -> Pledges:
        """Its agreements, as they bear on its orders in this phase."""
        return self._dealer(self._line[-1]).word(self.promises, self.granted)

    def kept(self, orders: Sequence[Order]) -> tuple[Order, ...]:
        """Return *orders* as its word and its character leave them."""
        return self._dealer(self._line[-1]).kept(orders, self.promises, self.granted)
