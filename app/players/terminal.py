"""People at a terminal: the board as text, orders typed, results in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from adjudicator.legal import adjustment, check_order, has_choice, legal_orders, orderable
from adjudicator.notation import read_order
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.players.agreements import Bargain, Stance, read, written
from entente.position_text import board_text
from entente.results_text import results_text
from entente.words import (
    describe_assumption,
    describe_ending,
    describe_order,
    describe_phase,
    describe_reading_error,
    describe_verdict,
    join_words,
    power_name,
)
from entente.words.names import variant_name
from languages import labelled, mark, plural, tr

Ask = Callable[[str], str | None]
"""Shows a prompt and gives the line that was typed; ``None`` when there are no more."""

Say = Callable[[str], None]
"""Shows text."""

Send = Callable[[Sequence[str], str], Sequence[str]]
"""Sends a letter: to whom, and the text; what comes back is said of it."""

HELP = mark("""\
Type an order, such as A PAR - BUR, or several with semicolons between them. A later order for a unit takes the earlier one's place.
An empty line hands the orders in. Besides orders:
  board         the board once more
  orders        what you have ordered
  legal PAR     what can be ordered there
  drop PAR      take an order back
  write GERMANY I propose peace until the end of the year.
                send a letter; opponents understand what they propose themselves
  agree GERMANY accept what Germany has proposed; refuse GERMANY declines
  quit          stop the game""")

_CURTAIN_LINES = 60
"""Enough to push the orders of one player off the screen of the next."""


class Terminal:
    """A player for every power that people at one terminal play.

    Args:
        ask: reads a line.
        say: shows text.
        several: whether people take turns, so that a curtain falls between powers.
        secret: whether powers see different boards, so that each gets its own behind the curtain alone; then they sit down by ``seat``.
    """

    def __init__(self, ask: Ask, say: Say, *, several: bool = False, secret: bool = False) -> None:
        self._ask = ask
        self._say = say
        self._several = several
        self._secret = secret and several
        self._unread: dict[str, list[tuple[Position, Resolution]]] = {}
        """Power to the results that it has not seen yet."""
        self._seen: dict[str, Position] = {}
        """Power to the board that it saw last."""
        self._variant: Variant | None = None
        self._position: Position | None = None
        self._told: Resolution | None = None
        self._letters: dict[str, list[tuple[str, str]]] = {}
        """Power to the letters of this phase that it has got, each with its sender."""
        self._shown: dict[str, int] = {}
        """Power to the number of them that it was shown."""
        self._writing = ""
        """Power whose orders are being typed."""
        self.senders: dict[str, Send] = {}
        """Power to the function that sends its letters."""
        self._ended = False
        self.has_quit = False
        """True if the user wants to stop, or the input has ended."""

    def started(self, variant: Variant, power: str) -> None:
        """Greet."""
        if self._variant is None:
            self._say(tr("{variant}. Type help to learn what can be typed.", variant=variant_name(variant)))
        self._variant = variant
        self._say(tr("You play {power}.", power=power_name(variant, power)))

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:  # noqa: ARG002 - the protocol's words
        """Show the board once a phase, then read lines until an empty one.

        Raises:
            RuntimeError: no game was started.
        """
        if self._variant is None:
            raise RuntimeError("choose_orders before started")
        self._seen[power] = position
        if position is not self._position and not self._secret:
            self._position = position
            self._say(f"\n{board_text(self._variant, position)}")
        if self.has_quit or not has_choice(self._variant, position, power):
            return ()
        if self._several:
            self._say("\n" * _CURTAIN_LINES)
            if self._ask(tr("{power} to the keyboard, then Enter. ", power=power_name(self._variant, power))) is None:
                self.has_quit = True
                return ()
        if self._secret:
            for before, resolution in self._unread.pop(power, []):
                self._say(f"\n{results_text(self._variant, before, resolution)}")
            self._say(f"\n{board_text(self._variant, position)}")
        self._writing = power
        self._show_letters(power)
        orders = _Sheet(self._variant, position, power, self._say, self).read(self._ask, self._stop)
        self._writing = ""
        self._letters.pop(power, None)
        self._shown.pop(power, None)
        return orders

    def letter(self, power: str, sender: str, text: str) -> None:
        """Show *power* a letter, at once or when it is its turn."""
        self._letters.setdefault(power, []).append((sender, text))
        if power == self._writing:
            self._show_letters(power)

    def _show_letters(self, power: str) -> None:
        letters = self._letters.get(power, [])
        assert self._variant is not None
        for sender, text in letters[self._shown.get(power, 0) :]:
            self._say(labelled(power_name(self._variant, sender) if sender in self._variant.powers else sender, text))
        self._shown[power] = len(letters)

    def proposed(self, power: str, sender: str) -> Bargain | None:
        """The last proposal of *sender* in this phase to *power*."""
        said = [read(self._variant, text) for each, text in self._letters.get(power, []) if each == sender] if self._variant else []
        return next((each[1] for each in reversed(said) if each is not None and each[0] is Stance.PROPOSE), None)

    def told(self, resolution: Resolution) -> None:
        """Show the results, once for all who sit here."""
        if resolution is self._told or self._variant is None or self._position is None:
            return
        self._told = resolution
        self._say(f"\n{results_text(self._variant, self._position, resolution)}")

    def seat(self, power: str) -> TerminalSeat:
        """A place at this terminal for the player of *power*."""
        return TerminalSeat(self, power)

    def show_results_to(self, power: str, resolution: Resolution) -> None:
        """Show *power* its results: at once, or behind the next curtain where others must not see them."""
        if self._secret:
            self._unread.setdefault(power, []).append((self._seen[power], resolution))
        else:
            self.told(resolution)

    def ended(self, ending: Ending) -> None:
        """Say how it ended, once."""
        if not self._ended and self._variant is not None:
            self._ended = True
            words = describe_ending(self._variant, ending)
            self._say(tr("The game is over: {words}.", words=words))

    def _stop(self) -> None:
        self.has_quit = True


class TerminalSeat:
    """A place at a terminal: a player that knows its power."""

    def __init__(self, terminal: Terminal, power: str) -> None:
        self._terminal = terminal
        self._power = power

    def started(self, variant: Variant, power: str) -> None:
        """Greet."""
        self._terminal.started(variant, power)

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """Return the orders that are typed for the power."""
        return self._terminal.choose_orders(position, power, deadline)

    def told(self, resolution: Resolution) -> None:
        """Show the results to the power."""
        self._terminal.show_results_to(self._power, resolution)

    def ended(self, ending: Ending) -> None:
        """Say how it ended."""
        self._terminal.ended(ending)

    def letter(self, sender: str, text: str) -> None:
        """Show the power a letter."""
        self._terminal.letter(self._power, sender, text)

    def writes_by(self, send: Send) -> None:
        """Have letters of the power sent by *send*."""
        self._terminal.senders[self._power] = send


class _Sheet:
    """The orders of one power for one phase, while they are written."""

    def __init__(self, variant: Variant, position: Position, power: str, say: Say, terminal: Terminal) -> None:
        self._terminal = terminal
        self._variant = variant
        self._position = position
        self._power = power
        self._say = say
        self._orders: list[Order] = []

    def read(self, ask: Ask, stop: Callable[[], None]) -> tuple[Order, ...]:
        """Read lines until an empty one; *stop* is called where the user wants no more."""
        self._say(
            labelled(f"{power_name(self._variant, self._power)}, {describe_phase(self._variant, self._position.phase)}", f"{self._due()}.")
        )
        while (line := ask(f"{self._power}> ")) is not None:
            words = line.split()
            match [word.casefold() for word in words]:
                case []:
                    self._say_missing()
                    return tuple(self._orders)
                case ["quit"] | ["exit"]:
                    break
                case ["help"] | ["?"]:
                    self._say(tr(HELP))
                case ["board"]:
                    self._say(board_text(self._variant, self._position))
                case ["orders"]:
                    self._say("\n".join(map(self._sentence, self._orders)) or tr("Nothing is ordered yet."))
                case ["legal", *_]:
                    self._say_legal(" ".join(words[1:]))
                case ["drop", *_]:
                    self._drop(" ".join(words[1:]))
                case ["write", _, _, *_]:
                    self._write(words[1], " ".join(words[2:]))
                case [("agree" | "refuse") as answer, _]:
                    self._answer(words[1], Stance(answer))
                case _:
                    for part in line.split(";"):
                        if part.strip():
                            self._take(part.strip())
        stop()
        return ()

    def _take(self, text: str) -> None:
        reading = read_order(self._variant, self._position, text, self._power)
        if reading.order is None:
            fault = describe_reading_error(self._variant, text, reading.error) if reading.error is not None else tr("this is no order")
            self._say(f"  {labelled(text, fault)}")
            return
        verdict = check_order(self._variant, self._position, self._power, reading.order)
        if not verdict:
            self._say(f"  {labelled(text, describe_verdict(self._variant, self._position, reading.order, verdict))}")
            return
        place = ordered_place(reading.order)
        if place is not None:
            self._orders = [each for each in self._orders if ordered_place(each) != place]
        self._orders += [reading.order] * reading.count
        self._say(f"  {self._sentence(reading.order)}")
        for assumption in reading.assumptions:
            self._say(f"  ({describe_assumption(self._variant, text, assumption)})")

    def _sentence(self, order: Order) -> str:
        return describe_order(self._variant, self._position, order)

    def _places(self) -> list[str]:
        return [location.province for location in orderable(self._variant, self._position, self._power)]

    def _due(self) -> str:
        if self._position.phase.kind is PhaseKind.ADJUSTMENT:
            due = adjustment(self._variant, self._position, self._power)
            return plural("{count} build", "{count} builds", due) if due > 0 else plural("{count} removal", "{count} removals", -due)
        return plural("{count} unit to order", "{count} units to order", len(set(self._places())))

    def _province(self, text: str) -> str | None:
        """The province of that code or name."""
        wanted = text.casefold()
        for province in self._variant.board.provinces.values():
            if wanted in {province.code.casefold(), province.name.casefold(), *(each.casefold() for each in province.aliases)}:
                return province.code
        near = get_close_matches(text.upper(), self._variant.board.provinces, n=3, cutoff=0.6)
        self._say(
            tr("  There is no province {text}; did you mean {near}?", text=text, near=join_words(near, "or"))
            if near
            else tr("  There is no province {text}.", text=text)
        )
        return None

    def _say_legal(self, text: str) -> None:
        if not text:
            self._say(tr("  You can order in {places}.", places=join_words(sorted(set(self._places())))))
            return
        place = self._province(text)
        if place is None:
            return
        here = [each for each in orderable(self._variant, self._position, self._power) if each.province == place]
        orders = dict.fromkeys(order for each in here for order in legal_orders(self._variant, self._position, each))
        self._say("\n".join(f"  {order}" for order in orders) or tr("  You have nothing to order in {place}.", place=place))

    def _write(self, to: str, text: str) -> None:
        receiver, send = self._receiver(to), self._terminal.senders.get(self._power)
        for line in send((receiver,), text) if receiver is not None and send is not None else ():
            self._say(f"  {line}")

    def _answer(self, to: str, stance: Stance) -> None:
        receiver = self._receiver(to)
        proposal = None if receiver is None else self._terminal.proposed(self._power, receiver)
        if receiver is not None and proposal is None:
            self._say(tr("  {power} has proposed nothing that waits for an answer.", power=power_name(self._variant, receiver)))
        elif receiver is not None and proposal is not None:
            self._write(receiver, written(self._variant, stance, proposal))

    def _receiver(self, text: str) -> str | None:
        """The other power of that code or name."""
        wanted = text.casefold()
        for power in self._variant.powers.values():
            if power.id != self._power and wanted in {power.id.casefold(), power.name.casefold(), power.adjective.casefold()}:
                return power.id
        self._say(tr("  There is no other power {text}.", text=text))
        return None

    def _drop(self, text: str) -> None:
        place = self._province(text) if text else None
        left = [each for each in self._orders if ordered_place(each) != place]
        if place is not None:
            self._say(
                tr("  No order is written for {place}.", place=place)
                if len(left) == len(self._orders)
                else tr("  The order of {place} is taken back.", place=place)
            )
        self._orders = left

    def _say_missing(self) -> None:
        if self._position.phase.kind is PhaseKind.ADJUSTMENT:
            return
        missing = sorted(set(self._places()) - {ordered_place(each) for each in self._orders})
        if missing:
            places = ", ".join(missing)
            self._say(
                tr("  Without an order, so they disband: {places}.", places=places)
                if self._position.phase.kind is PhaseKind.RETREAT
                else tr("  Without an order, so they hold: {places}.", places=places)
            )
