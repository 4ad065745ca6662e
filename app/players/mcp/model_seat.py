"""The seat of a language model: what it does, a tool at a time, and the link by which the host reaches it. Knows no MCP and no network.

To the host it is a program like any other (``inside``), so that clocks, checks, fog and the rules on letters are the same.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from time import monotonic

from adjudicator.variant import Variant
from app.players.mcp.seat_knowledge import KnownLetter, ModelSeatError, SeatKnowledge
from app.players.programs.link import Listener
from app.players.programs.messages import (
    PROTOCOL,
    Bye,
    DeliveredMessage,
    Draw,
    GameOver,
    Hello,
    Info,
    LetterMessage,
    Message,
    NewGameMessage,
    Orders,
    Receipt,
    Rejected,
    TurnMessage,
    line_of,
    read_host_line,
)
from app.players.programs.seats import ProgramReach, ProgramSeat
from languages import using
from languages.wording import ENGLISH

SETTLING = 0.5
"""Seconds until every seat knows of a phase: the talk does not end before the others know that it has begun."""


class Talk:
    """The round of talk of one game.

    Args:
        seconds: how long it lasts at most.
        clock: seconds that only go forward.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._phase = ""
        self._began = 0.0
        self._there: set[str] = set()
        self._done: set[str] = set()
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener* when a seat ended its talk: the time that is left may be another."""
        self._listeners.append(listener)

    def join(self, power: str, phase: str) -> None:
        """*power* is to order in the movement phase *phase*; the first of them begins the round."""
        with self._lock:
            if phase != self._phase:
                self._phase, self._began = phase, self._clock()
                self._there, self._done = set(), set()
            self._there.add(power)

    def left(self, phase: str) -> float:
        """Seconds of the round that are left; 0 where it is over, or none is held."""
        with self._lock:
            return self._left(phase)

    def end(self, power: str, phase: str) -> tuple[str, ...]:
        """End the talk of *power* in *phase*. Returns the powers that have not."""
        with self._lock:
            if phase == self._phase:
                self._done.add(power)
            waited_for = tuple(sorted(self._there - self._done))
        for listener in self._listeners:
            listener()
        return waited_for

    def _left(self, phase: str) -> float:
        if phase != self._phase:
            return 0.0
        passed = self._clock() - self._began
        most = SETTLING if self._there <= self._done else self.seconds
        return max(0.0, min(most, self.seconds) - passed)


Tell = Callable[[str, str], None]
"""Function that notes an exchange in the log of the game: its kind, and its words."""

PATIENCE = 10.0
"""Seconds in which the host says what became of orders and letters."""


class ModelSeat:
    """One power's seat.

    Args:
        variant: what is played.
        power: whose seat it is.
        tell: notes what the model asks for.
        talk: the round of talk that models hold before they order, if they do.
        clock: what the host tells deadlines by.
    """

    pid = None

    def __init__(
        self,
        variant: Variant,
        power: str,
        tell: Tell = lambda _kind, _words: None,
        talk: Talk | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.variant = variant
        self.power = power
        self.arrived = threading.Event()
        """Set when the model asks for something for the first time."""
        self.has_read_the_end = threading.Event()
        self._tell = tell
        self._told = SeatKnowledge(variant, power, clock)
        self._talk = talk
        if talk is not None:
            talk.listen(self._wake)
        self._changed = threading.Condition()
        self._acting = threading.Lock()
        """One act at a time, so that what the host says to it is not taken for the answer to another."""
        self._receipts = 0
        self._last_receipt = Receipt(phase="")
        self._rejected: list[Rejected] = []
        self._delivered: list[DeliveredMessage] = []
        self._written: list[KnownLetter] = []
        """Letters that the model wrote. The result of each comes in their sequence, be it after the model was allowed to go on."""
        self._looked_at = ""
        self._is_gone = False
        self._listener: Listener | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, kind: str, words: str) -> None:
        """Note an exchange."""
        self.arrived.set()
        self._tell(kind, words)

    def note_with(self, tell: Tell) -> None:
        """Note exchanges by *tell* from now on."""
        self._tell = tell

    # --- what the host does with it: a link to a program inside this one ---

    def seat(self) -> ProgramSeat:
        """For the host: a program that is reached without a process or a network."""
        return ProgramSeat(ProgramReach.INSIDE, inside=self.open)

    def open(self, listener: Listener) -> ModelSeat:
        """The host opens the link."""
        self._listener, self._loop = listener, asyncio.get_running_loop()
        self._say(Hello(protocol=PROTOCOL, name="language model", wants=("legal", "receipts")))
        return self

    def write(self, line: bytes) -> int:
        """The host says something."""
        message = read_host_line(line)
        knowledge = self._told
        with self._changed:
            match message:
                case NewGameMessage():
                    knowledge.game = message
                case TurnMessage():
                    self._take_turn(message)
                case Rejected():
                    self._rejected.append(message)
                case Receipt():
                    if message.counts and knowledge.turn is not None and message.phase == knowledge.turn.phase:
                        knowledge.receipt = message
                    self._last_receipt = message
                    self._receipts += 1
                case DeliveredMessage():
                    self._delivered.append(message)
                    if message.to and len(self._delivered) <= len(self._written):
                        knowledge.letters.append(self._written[len(self._delivered) - 1])
                case LetterMessage():
                    knowledge.letters.append(KnownLetter(knowledge.phase, message.sender or "", message.to, message.text))
                    knowledge.unread += 1
                case Draw():
                    knowledge.draw = message.powers
                case GameOver():
                    knowledge.history += message.last
                    knowledge.over = message
                case Bye():
                    self._is_gone = True
                case _:
                    pass
            self._changed.notify_all()
        return 0

    def _take_turn(self, turn: TurnMessage) -> None:
        knowledge = self._told
        if turn.answer == 1:
            knowledge.history += turn.last
            knowledge.receipt = None
            if self._talk is not None and turn.kind == "movement" and (knowledge.game is None or knowledge.game.press):
                self._talk.join(self.power, turn.phase)
        knowledge.turn = turn
        knowledge.is_answered = False

    async def finish(self, patience: float) -> None:  # noqa: ARG002 - the protocol's words
        """The host lets it go."""
        with self._changed:
            self._is_gone = True
            self._changed.notify_all()

    def _say(self, message: Message) -> None:
        line = line_of(message).rstrip()
        if self._loop is not None and self._listener is not None and not self._is_gone:
            self._loop.call_soon_threadsafe(self._listener.on_line, line, len(line))

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    # --- what the model does. Each raises ModelSeatError where it cannot be done, with words to go by ---

    @using(ENGLISH)
    def standing(self) -> str:
        """The open phase with the tries and the time that are left."""
        with self._changed:
            return self._told.standing()

    @using(ENGLISH)
    def look(self, phase: str = "") -> str:
        """Return the state of the board, as far as the power may see it, and the orders that are due; of an earlier phase its orders."""
        self.tell("tool", "look at the board")
        with self._changed:
            if self._told.is_past(phase):
                return self._told.history_text(phase)
            self._told.check_named(phase)
            return self._look()

    @using(ENGLISH)
    def legal_orders(self, phase: str = "", place: str = "") -> str:
        """Every order that can be given now; of one place with what each means, where one is named."""
        self.tell("tool", f"legal orders {place}".strip())
        with self._changed:
            self._told.check_named(phase)
            return self._told.legal(place)

    @using(ENGLISH)
    def submit(self, phase: str, orders: Sequence[str], reason: str = "", *, final: bool = True, seconds: float = PATIENCE) -> str:
        """Send orders for *phase*, and say what became of each. *reason* stands in the record of the game."""
        self.tell("tool", "submit orders")
        with self._acting, self._changed:
            knowledge = self._told
            turn = knowledge.open_turn(phase)
            talk = self._talk_left()
            if talk:
                words = f"nothing was ordered. The round of talk lasts {talk:.0f} s more; end_talk says that you have said all"
                raise ModelSeatError(f"{turn.phase}: {words}.")
            if reason.strip():
                self._say(Info(text=reason))
            before, receipts = len(self._rejected), self._receipts
            self._say(Orders(orders=tuple(orders), phase=turn.phase, more=not final))
            heard = self._changed.wait_for(lambda: self._receipts > receipts or self._is_lost(), seconds)
            if self._receipts == receipts:
                raise ModelSeatError(self._unheard(turn.phase, heard=heard))
            receipt, refused = self._last_receipt, self._rejected[before:]
            if not receipt.counts:
                raise ModelSeatError(f"{turn.phase}: these orders do not count: {receipt.reason}. Call wait_for_next_phase.")
            if knowledge.turn is not None and knowledge.turn.phase == turn.phase:
                knowledge.is_answered = receipt.done or not refused
            return self._answer(turn, receipt, refused, final=final)

    def _answer(self, turn: TurnMessage, receipt: Receipt, refused: Sequence[Rejected], *, final: bool) -> str:
        knowledge = self._told
        lines = knowledge.ordered(turn, receipt)
        if refused:
            wrong = [f"  {each.order}: {each.reason}{f'. Did you mean {each.suggestion}?' if each.suggestion else ''}" for each in refused]
            lines = ["Rejected:", *wrong, *lines]
        if not final:
            lines.append("More was announced: your final set is waited for until the clock runs out, and this one counts if none comes.")
        elif not receipt.done:
            lines.append("Send others for what was rejected; you are waited for.")
        elif refused:
            lines.append("That was the last try: you are not waited for any more. Other orders count until the phase is carried out.")
        else:
            lines.append("You are not waited for any more. Other orders count until the phase is carried out.")
        text = "\n".join(lines)
        if refused:
            raise ModelSeatError(text)
        return text

    @using(ENGLISH)
    def send(self, phase: str, to: Sequence[str], text: str, seconds: float = PATIENCE) -> str:
        """Write a letter."""
        self.tell("tool", f"press to {', '.join(to) or 'everybody'}")
        with self._acting, self._changed:
            knowledge = self._told
            turn = knowledge.open_turn(phase)
            receivers = tuple(dict.fromkeys(knowledge.other_power(each) for each in to))
            if not text.strip():
                raise ModelSeatError(f"{turn.phase}: nothing was sent, since nothing is written.")
            self._written.append(KnownLetter(turn.phase, self.power, receivers, text.strip()))
            number = len(self._written)
            self._say(LetterMessage(to=receivers, text=text))
            heard = self._changed.wait_for(lambda: len(self._delivered) >= number or self._is_lost(), seconds)
            if len(self._delivered) < number:
                raise ModelSeatError(self._unheard(turn.phase, heard=heard, what="The letter"))
            found = self._delivered[number - 1]
            words = "; ".join(found.told)
            if not found.to:
                raise ModelSeatError(f"{turn.phase}: nobody has the letter now: {words or 'nobody is there to read it'}.")
            return f"{turn.phase}: {', '.join(found.to)} {'has' if len(found.to) == 1 else 'have'} it{f'; {words}' if words else ''}."

    @using(ENGLISH)
    def read(self, phase: str = "") -> str:
        """The letters that came since the last call."""
        self.tell("tool", "read press")
        with self._changed:
            self._told.check_named(phase)
            return self._told.fresh_letters()

    @using(ENGLISH)
    def propose_draw(self, phase: str, *, agree: bool) -> str:
        """Say whether the power would end the game in a draw of all who are left."""
        self.tell("tool", f"draw {agree}")
        with self._acting, self._changed:
            turn = self._told.open_turn(phase)
            self._say(Draw(agree=agree))
            said = "the game ends when every power that is left wants a draw" if agree else "no draw is wanted any more"
            return f"{turn.phase}: {said}."

    @using(ENGLISH)
    def end_talk(self, phase: str) -> str:
        """End the talk of the seat before orders."""
        self.tell("tool", "end the talk")
        with self._changed:
            turn = self._told.open_turn(phase)
            if self._talk is None or not self._talk_left():
                raise ModelSeatError(f"{turn.phase}: no round of talk is held now; orders can be submitted.")
        waited_for = self._talk.end(self.power, turn.phase)
        if waited_for:
            still = ", ".join(waited_for)
            return f"{turn.phase}: {still} still talk. wait_for_next_phase returns when a letter comes or orders can be submitted."
        return f"{turn.phase}: everybody has said all; orders can be submitted."

    @using(ENGLISH)
    def wait(self, phase: str = "", seconds: float = 60.0) -> str:
        """Wait until orders are due, a letter came or the game is over; with *phase*, also until another one is open."""
        self.tell("tool", "wait for the next phase")
        known = phase.strip().upper()
        until = monotonic() + seconds
        with self._changed:
            while not self._has_news(known) and (left := until - monotonic()) > 0:
                talk = self._talk_left()
                self._changed.wait(min(left, talk + 0.01) if talk else left)
            if not self._has_news(known):
                return f"{self._told.phase or 'The game has not begun'}: nothing has happened yet; wait again."
            return self._look()

    @using(ENGLISH)
    def map_text(self, phase: str = "", place: str = "") -> str:
        """The map, or one place of it."""
        with self._changed:
            self._told.check_named(phase)
            return self._told.map_text(place)

    @using(ENGLISH)
    def rules_text(self, phase: str = "") -> str:
        """Return the notation of orders, and the rules of the game."""
        with self._changed:
            self._told.check_named(phase)
            return self._told.rules_text()

    @using(ENGLISH)
    def history_text(self, phase: str = "") -> str:
        """Every phase that was played, or one."""
        with self._changed:
            return self._told.history_text(phase)

    @using(ENGLISH)
    def letters_text(self, phase: str = "") -> str:
        """All letters, one's own and those that came."""
        with self._changed:
            return self._told.letters_text(phase)

    # --- inside; under the lock ---

    def _talk_left(self) -> float:
        turn = self._told.turn
        return 0.0 if self._talk is None or turn is None else self._talk.left(turn.phase)

    def _is_lost(self) -> bool:
        return self._is_gone or self._told.over is not None

    def _unheard(self, phase: str, *, heard: bool, what: str = "The orders") -> str:
        if self._told.over is not None:
            return f"{what} came too late. {self._told.ending()}"
        if heard:
            return f"{phase}: {what.lower()} did not count: this seat is lost, and its units hold."
        return f"{phase}: nothing was heard of {what.lower()} so far. Whether that counts is not known; look_at_board tells."

    def _has_news(self, known: str) -> bool:
        knowledge = self._told
        if self._is_lost() or knowledge.unread > 0:
            return True
        turn = knowledge.turn
        if turn is None:
            return False
        if known and turn.phase != known:
            return True
        return not knowledge.is_answered and not (self._looked_at == turn.phase and self._talk_left() > 0)

    def _look(self) -> str:
        knowledge = self._told
        if knowledge.over is not None:
            self.has_read_the_end.set()
        elif knowledge.turn is not None:
            self._looked_at = knowledge.turn.phase
        return knowledge.look(self._talk_left())
