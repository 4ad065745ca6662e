"""The order being written over one game: hands touches to the order tool and finished orders to the document. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from adjudicator import Order, Refusal, Variant
from app.game import edits
from app.game.edits import one_line
from app.game.record import Cursor, EditError, Game, Turn, variant_at
from app.mail_in.account import TypedLine, read_typed
from app.presentation.order_tools.stage import AnswerNeeded, Cleared, Ordered, Refused, ToolStep, Touch
from app.presentation.order_tools.targets import OrderContext, ask, status, waiting
from app.presentation.order_tools.tool import Tool
from app.presentation.picture import order_of_standing_unit
from entente.words.names import place_name
from entente.words.outcomes import describe_order
from entente.words.verdicts import describe_verdict
from languages import labelled, sentence, tr

Places = Mapping[str, tuple[float, float]]


class WrittenIn(Protocol):
    """Place that orders are written into: an open document, or the seat of one power of it."""

    @property
    def game(self) -> Game:
        """The present version."""
        ...

    @property
    def cursor(self) -> Cursor:
        """The moment in view."""
        ...

    @property
    def read_only(self) -> str:
        """Reason why it takes no edits; empty where it takes them."""
        ...

    def perform(self, label: str, game: Game, /) -> None:
        """Make *game* the present version.

        Raises:
            EditError: it is not taken.
        """
        ...


class OrderEntry:
    """Order entry by the mouse and the keys of one board.

    Args:
        places: where each province lies, for the arrow keys.
        shown: the game as the viewer may see it; the whole game unless given. Orders go into the whole game.
        viewer: whose orders alone may be written here; everybody's unless given.
        settle: called with a game before its view, so that its hooks have been asked by then.
    """

    def __init__(
        self,
        document: WrittenIn,
        places: Places,
        shown: Callable[[], Game] | None = None,
        viewer: Callable[[], str | None] = lambda: None,
        settle: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self._document = document
        self._places = places
        self._shown = shown
        self._viewer = viewer
        self._settle = settle
        self._tool = Tool(self._context())

    @property
    def tool(self) -> Tool:
        """The half-written order."""
        return self._tool

    @property
    def variant(self) -> Variant:
        """Variant with the rules that hold at the moment in view."""
        return variant_at(self._document.game, self._document.cursor)

    @property
    def turn(self) -> Turn:
        """The turn in view."""
        game = self._document.game if self._shown is None else self._shown()
        return game.turn(self._document.cursor)

    @property
    def is_open(self) -> bool:
        """True if orders are taken at the moment in view."""
        return self._document.game.is_open(self._document.cursor) and not self._document.read_only

    @property
    def is_idle(self) -> bool:
        """True if nothing is picked."""
        return self._tool.is_idle

    @property
    def waiting(self) -> frozenset[str]:
        """Provinces where a retreat, a build or a removal is still to be ordered; empty where no orders are taken."""
        return waiting(self._tool.context) if self.is_open else frozenset()

    def move_to(self, places: Places) -> None:
        """Follow the board, which is drawn again: the provinces lie elsewhere, and the pick stays."""
        self._places = places
        self.follow()

    def follow(self) -> None:
        """The document changed: work on its present version, with what was picked as far as it is still there."""
        self._tool = self._tool.on(self._context())

    def forget(self) -> None:
        """Pick nothing."""
        self._tool = Tool(self._context(), cursor=self._tool.cursor)

    def offer_first(self) -> None:
        """Pick the first unit in advance, where nothing is ordered yet and orders are taken."""
        if self.is_open:
            self._tool = self._tool.offering()

    def point_at(self, province: str) -> None:
        """Move the keyboard's cursor to *province*."""
        self._tool = Tool(self._tool.context, self._tool.stage, province)

    def touch(self, touch: Touch) -> ToolStep:
        """Do what *touch* means; finished orders are in the document when this returns.

        Raises:
            EditError: the document does not take them.
        """
        step = self._tool.touch(touch)
        self._tool = self._tool.after(step)
        match step:
            case Ordered(orders):
                self._perform(_label(orders), self._with_orders(orders))
            case Cleared(power, province):
                self._clear(power, province)
            case _:
                pass
        return step

    def enter_text(self, power: str, line: int | None, text: str) -> TypedLine:
        """Write *text* as line number *line* of *power*, or after its last line; empty removes the line.

        Returns:
            What it was read as: a line that is no order, or one that cannot stand, is kept as it was written, as a problem.

        Raises:
            EditError: the document does not take it.
        """
        game, cursor = self._document.game, self._document.cursor
        cleaned = one_line(text)
        read = read_typed(self.variant, game.turn(cursor).position, cleaned, power) if cleaned else TypedLine()
        orders = () if read.order is None else (read.order,) * read.count
        label = tr("Order {order}", order=cleaned) if cleaned else tr("Take back an order")
        self._perform(label, edits.write_line(game, cursor.branch, power, line, cleaned, orders))
        return read

    def status(self) -> str:
        """Return the use of the next click, in words."""
        return status(self._tool.context, self._tool.stage)

    def refusal(self, refused: Refused) -> str:
        """Return the reason that a click had no effect, as a sentence."""
        if refused.order is not None:
            words = describe_verdict(self.variant, self.turn.position, refused.order, refused.verdict)
        else:
            words = refusal_without_order(self.variant, refused)
        return sentence(words) + ("" if words.endswith(".") else ".")

    def question(self, asking: AnswerNeeded) -> str:
        """Return the text of the question."""
        return ask(self._tool.context, asking.question)

    @property
    def reachable(self) -> frozenset[str]:
        """The provinces that a click on their ground would order the picked unit to, or the unit it helps; none with nothing picked."""
        return self._tool.targets.grounds if self.is_open and self._tool.unit is not None else frozenset()

    def sentence(self, order: Order) -> str:
        """*order* in words."""
        return describe_order(self.variant, self.turn.position, order)

    def _with_orders(self, orders: tuple[tuple[str, Order], ...]) -> Game:
        game, branch = self._document.game, self._document.cursor.branch
        for power, order in orders:
            game = edits.set_order(game, branch, power, order)
        return game

    def _clear(self, power: str, province: str) -> None:
        game, branch = self._document.game, self._document.cursor.branch
        try:
            changed = edits.clear_order(game, branch, power, province)
        except EditError:
            return  # there was no order to take back; the click only lets go of the unit
        self._perform(tr("Take back the order of {province}", province=province), changed)

    def _perform(self, label: str, game: Game) -> None:
        self._settle(game)
        self._document.perform(label, game)

    def _context(self) -> OrderContext:
        turn = self.turn
        viewer = self._viewer()
        theirs = self.variant.powers if viewer is None else {viewer} & self.variant.powers.keys()  # at a curtain no power writes
        powers = frozenset(theirs) if self.is_open else frozenset[str]()
        orders = {
            power: tuple(
                order_of_standing_unit(turn.position, line.order)
                for line in turn.orders_of(power)
                if line.order is not None and line.is_legal
            )
            for power in powers
        }
        return OrderContext(self.variant, turn.position, powers, orders, places=self._places)


def _label(orders: tuple[tuple[str, Order], ...]) -> str:
    first = str(orders[0][1])
    more = len(orders) - 1
    return tr("Order {order}", order=first) if more == 0 else tr("Order {order} and {more} more", order=first, more=more)


def refusal_without_order(variant: Variant, refused: Refused) -> str:
    """Return the reason that a click without an order was refused."""
    where = place_name(variant, refused.verdict.places[0], article=True) if refused.verdict.places else ""
    match refused.verdict.refusal:
        case Refusal.NO_UNIT:
            return tr("there is no unit to order in {where}", where=where) if where else tr("no unit is picked")
        case Refusal.FOREIGN_UNIT:
            return tr("the unit in {where} cannot be ordered here", where=where) if where else tr("this unit cannot be ordered here")
        case Refusal.NOT_DISLODGED:
            return (
                tr("the unit in {where} was not dislodged; only dislodged units retreat", where=where)
                if where
                else tr("only dislodged units retreat")
            )
        case Refusal.NOT_A_CENTRE:
            return tr("{where} has no supply centre to build in", where=where) if where else tr("builds need a supply centre")
        case Refusal.WRONG_PHASE:
            return tr("that key does nothing in this phase")
        case None:
            return tr("nothing can be ordered there")
        case other:
            return labelled(tr(other.value), where) if where else tr(other.value)
