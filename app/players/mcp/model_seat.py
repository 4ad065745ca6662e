"""The seat of a language model: what it was told so far, and what it says, in words. Knows no MCP and no network.

To the host it is a program like any other (``inside``), so that clocks, checks, fog and the rules on letters are the same.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudicator.notation import read_order
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.players.programs.link import Listener
from app.players.programs.messages import (
    Bye,
    Draw,
    GameOver,
    Info,
    Judged,
    LetterMessage,
    Message,
    NewGameMessage,
    Orders,
    Rejected,
    TurnMessage,
    line_of,
    read_host_line,
)
from app.players.programs.seats import ProgramReach, ProgramSeat
from entente.board_text import board_text
from entente.plain_data import position_from_plain
from entente.words import describe_order, describe_phase, power_name
from languages import using
from languages.wording import ENGLISH

Tell = Callable[[str, str], None]
"""Notes an exchange in the log of the game: its kind, and what was said."""


class ModelSeat:
    """One power's seat.

    Args:
        variant: what is played.
        power: whose seat it is.
        tell: notes what the model asks for.
    """

    pid = None

    def __init__(self, variant: Variant, power: str, tell: Tell = lambda _kind, _words: None) -> None:
        self.variant = variant
        self.power = power
        self.arrived = threading.Event()
        """Set when the model asks for something for the first time."""
        self.has_read_the_end = threading.Event()
        self._tell = tell
        self._changed = threading.Condition()
        self._game: NewGameMessage | None = None
        self._turn: TurnMessage | None = None
        self._answered = False
        self._phases = 0
        """Turns that were asked of it."""
        self._history: list[Judged] = []
        self._letters: list[LetterMessage] = []
        self._unread = 0
        self._rejected: list[Rejected] = []
        """In the whole game: a phase can be over before who sent the orders reads what came of them."""
        self._notes: list[str] = []
        self._draw: tuple[str, ...] = ()
        self._over: GameOver | None = None
        self._is_gone = False
        self._listener: Listener | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, kind: str, words: str) -> None:
        """Note an exchange."""
        self.arrived.set()
        self._tell(kind, words)

    def note_with(self, tell: Tell) -> None:
        """Where exchanges are noted from now on."""
        self._tell = tell

    # --- what the host does with it: a link to a program inside this one ---

    def seat(self) -> ProgramSeat:
        """For the host: a program that is reached without a process or a network."""
        return ProgramSeat(ProgramReach.INSIDE, inside=self.open)

    def open(self, listener: Listener) -> ModelSeat:
        """The host opens the link."""
        self._listener, self._loop = listener, asyncio.get_running_loop()
        return self

    def write(self, line: bytes) -> int:
        """The host says something."""
        message = read_host_line(line)
        with self._changed:
            match message:
                case NewGameMessage():
                    self._game = message
                case TurnMessage():
                    if message.answer == 1:
                        self._phases += 1
                        self._history += message.last
                    self._turn = message
                    self._answered = False
                case Rejected():
                    self._rejected.append(message)
                case LetterMessage():
                    self._letters.append(message)
                    self._unread += 1
                case Draw():
                    self._draw = message.powers
                case Info():
                    self._notes.append(message.text)
                case GameOver():
                    self._history += message.last
                    self._over = message
                case Bye():
                    self._is_gone = True
                case _:
                    pass
            self._changed.notify_all()
        return 0

    async def finish(self, patience: float) -> None:  # noqa: ARG002 - the protocol's words
        """The host lets it go."""
        with self._changed:
            self._is_gone = True
            self._changed.notify_all()

    def _say(self, message: Message) -> None:
        line = line_of(message).rstrip()
        if self._loop is not None and self._listener is not None and not self._is_gone:
            self._loop.call_soon_threadsafe(self._listener.heard, line, len(line))

    # --- what the model does ---

    @using(ENGLISH)
    def look(self) -> str:
        """How the board stands, as far as the power may see it, and what is to be done."""
        self.tell("tool", "look at the board")
        with self._changed:
            return self._look()

    @using(ENGLISH)
    def legal_orders(self, place: str = "") -> str:
        """Every order that can be given now, each with what it means; of one place where one is named."""
        self.tell("tool", f"legal orders {place}".strip())
        with self._changed:
            turn, position = self._turn, self._position()
            if turn is None or position is None or self._over is not None:
                return "There is nothing to order now."
            wanted = place.strip().upper().partition("/")[0]
            places = {each: orders for each, orders in turn.legal.items() if not wanted or each == wanted}
            if not places:
                return f"Nothing can be ordered in {place}; orders can be given in {', '.join(turn.legal)}."
            lines = []
            for each, orders in places.items():
                lines.append(f"{each}:")
                lines += [f"  {order}: {self._in_words(position, order)}" for order in orders]
            return "\n".join(lines)

    @using(ENGLISH)
    def submit(self, orders: Sequence[str], reason: str = "", *, final: bool = True, seconds: float = 10.0) -> str:
        """Send orders; says which are rejected and why. *reason* stands in the record of the game."""
        self.tell("tool", "submit orders")
        if reason.strip():
            self._say(Info(text=reason))
        with self._changed:
            turn = self._turn
            if turn is None or self._over is not None:
                return "There is nothing to order now."
            before, answer = len(self._rejected), turn.answer
            self._say(Orders(orders=tuple(orders), phase=turn.phase, more=not final))
            # The host answers a wrong order at once, and a right one with nothing: it is asked for a sign of life behind it.
            heard = threading.Event()
            self._after(heard.set)
            self._changed.release()
            try:
                heard.wait(seconds)
            finally:
                self._changed.acquire()
            refused = self._rejected[before:]
            # The host may have gone on to the next phase by now; that turn is not answered.
            now = self._turn or turn
            in_phase = now.phase == turn.phase
            again = in_phase and now.answer > answer
            if in_phase:
                self._answered = not again
            if not refused:
                return "All orders are accepted." if orders else "Nothing is ordered: all units hold."
            lines = [f"{each.order}: {each.reason}{f'. Did you mean {each.suggestion}?' if each.suggestion else ''}" for each in refused]
            rest = "Send others for these units; the rest is accepted." if again else "These units hold; the rest is accepted."
            return "\n".join(["Rejected:", *lines, rest])

    @using(ENGLISH)
    def send(self, to: Sequence[str], text: str) -> str:
        """Write a letter."""
        self.tell("tool", f"press to {', '.join(to) or 'everybody'}")
        with self._changed:
            if self._turn is None or self._over is not None:
                return "Nobody is written to now."
            before = len(self._notes)
        self._say(LetterMessage(to=tuple(each.strip().upper() for each in to), text=text))
        with self._changed:
            self._changed.wait_for(lambda: len(self._notes) > before, 0.3)
            return "; ".join(self._notes[before:]) or "Sent."

    @using(ENGLISH)
    def read(self) -> str:
        """The letters that came since somebody last read."""
        self.tell("tool", "read press")
        with self._changed:
            fresh, self._unread = self._letters[len(self._letters) - self._unread :], 0
            return "\n".join(self._letter(each) for each in fresh) or "No new letters."

    @using(ENGLISH)
    def propose_draw(self, *, agree: bool) -> str:
        """Say whether the power would end the game in a draw of all who are left."""
        self.tell("tool", f"draw {agree}")
        self._say(Draw(agree=agree))
        return "The game ends when every power that is left wants a draw." if agree else "No draw is wanted any more."

    @using(ENGLISH)
    def wait(self, seconds: float) -> str:
        """Wait until there is a turn that was not answered, a letter or the end; says what there is."""
        self.tell("tool", "wait for the next phase")
        with self._changed:
            self._changed.wait_for(self._has_news, seconds)
            if not self._has_news():
                return "Nothing has happened yet; wait again."
            return self._look()

    # --- what can be read at any time ---

    @using(ENGLISH)
    def map_text(self) -> str:
        """The map: every province, what it is, and where units go from it."""
        board = self.variant.board
        steps: dict[str, list[str]] = {}
        for edge in board.edges:
            steps.setdefault(str(edge.origin), []).append(f"{edge.target} ({'/'.join(sorted(edge.kinds))})")
        lines = [f"{self.variant.name}: {self.variant.victory} centres win.", ""]
        for code, each in board.provinces.items():
            marks = [each.terrain.value]
            if each.centre:
                marks.append(f"supply centre{f', home of {each.home}' if each.home else ''}")
            lines.append(f"{code} {each.name}: {', '.join(marks)}")
            lines += [f"  from {origin}: {', '.join(sorted(to))}" for origin, to in steps.items() if origin.partition("/")[0] == code]
        return "\n".join(lines) + "\n"

    @using(ENGLISH)
    def rules_text(self) -> str:
        """How orders are written, and the rules that differ from the usual ones."""
        rules = str(self.variant.rules) or "the usual ones"
        return f"{RULES}\nRules of this game: {rules}.\nYou play {power_name(self.variant, self.power)} ({self.power}).\n"

    @using(ENGLISH)
    def history_text(self) -> str:
        """Every phase that was played, as far as the power may know."""
        with self._changed:
            lines = []
            for judged in self._history:
                lines.append(judged.phase)
                for power, orders in judged.orders.items():
                    lines += [f"  {power}: {each.order} ({', '.join(each.results)})" for each in orders]
            lines += [self._letter(each) for each in self._letters]
            return "\n".join(lines) or "Nothing was played yet."

    # --- inside ---

    def _after(self, what: Callable[[], object]) -> None:
        """Have *what* done when the host has heard all that was said."""
        if self._loop is not None and not self._is_gone:
            # Twice: what the host says to an order is put behind the order.
            loop = self._loop
            loop.call_soon_threadsafe(lambda: loop.call_soon(lambda: loop.call_soon(what)))
        else:
            what()

    def _has_news(self) -> bool:
        return self._over is not None or self._is_gone or self._unread > 0 or (self._turn is not None and not self._answered)

    def _position(self) -> Position | None:
        turn = self._turn
        if turn is None:
            return None
        part = turn.position
        plain: dict[str, object] = {
            "phase": turn.phase,
            "units": {power: list(units) for power, units in part.units.items()},
            "owners": {power: list(centres) for power, centres in part.centres.items()},
            "dislodged": list(part.dislodged),
            "contested": list(part.contested),
            "conditions": list(part.conditions),
            "counters": dict(part.counters),
        }
        return replace(position_from_plain(self.variant, plain), unseen=frozenset(part.unseen))

    def _look(self) -> str:
        if self._over is not None:
            self.has_read_the_end.set()
            winners = ", ".join(self._over.winners)
            return f"The game is over: {self._over.outcome}{f' of {winners}' if winners else ''} in {self._over.phase}."
        turn, position = self._turn, self._position()
        if turn is None or position is None:
            return "The game has not begun; wait."
        lines = [f"You play {power_name(self.variant, self.power)} ({self.power}). {describe_phase(self.variant, position.phase)}.", ""]
        if turn.last:
            lines += ["What happened:"]
            for judged in turn.last:
                for power, orders in judged.orders.items():
                    lines += [f"  {judged.phase} {power}: {each.order} ({', '.join(each.results)})" for each in orders]
            lines.append("")
        lines.append(board_text(self.variant, position))
        if turn.position.unseen:
            lines.append(f"Out of your sight: {', '.join(turn.position.unseen)}")
        lines.append("Your orders are in." if self._answered else f"Orders are due for: {', '.join(turn.legal)}.")
        if turn.due:
            lines.append(f"{abs(turn.due)} {'builds' if turn.due > 0 else 'removals'} are due.")
        if turn.deadline_ms is not None and not self._answered:
            lines.append(f"You had {turn.deadline_ms / 1000:.0f} seconds when the phase began.")
        if self._draw:
            lines.append(f"A draw is wanted by {', '.join(self._draw)}.")
        if self._unread:
            lines.append(f"{self._unread} unread letters: read_press shows them.")
        return "\n".join(lines)

    def _letter(self, letter: LetterMessage) -> str:
        return json.dumps({"from": letter.sender, "to": list(letter.to) or "everybody", "text": letter.text}, ensure_ascii=False)

    def _in_words(self, position: Position, text: str) -> str:
        order = read_order(self.variant, position, text, self.power).order
        return text if order is None else describe_order(self.variant, position, order)


RULES = """Diplomacy. Armies and fleets move at the same time; a unit has strength 1, supports add 1 each, and the stronger side prevails.
Equal strengths bounce. A support is cut by an attack on the supporter. Who holds more centres than units after the fall builds at home.

A PAR - BUR        army Paris moves to Burgundy
A PAR H            holds
A MAR S A PAR      supports Paris where it stands
A MAR S A PAR - BUR   supports that move
F NTH C A LON - BEL   the fleet carries an army; the army orders A LON - BEL
A PAR R GAS, A PAR D  retreats, disbands
A PAR B, F STP/NC B, WAIVE   builds
"""
