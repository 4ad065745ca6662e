"""Dialogue with one program over one game, as a value of time and lines: it knows no process, no socket and no clock.

It gets the lines received and the delay, and returns the lines to send, the decisions of the program and the loss of its seat. All times
are seconds of a clock that only goes forward.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator import Order, Position, Variant
from app.players.programs.answers import Answer, AskedTurn, Counts, ProgramDecisions, ProgramLetter
from app.players.programs.clocks import Bounds, Clocks, limits_part
from app.players.programs.log import LONGEST_RAW, Log, ProgramLogEntry, Way, in_words, misread
from app.players.programs.messages import (
    PROTOCOL,
    Bye,
    DeliveredMessage,
    Draw,
    GameOver,
    Hello,
    Info,
    Judged,
    LetterMessage,
    Message,
    NewGameMessage,
    NotUnderstoodError,
    Orders,
    Receipt,
    Rejected,
    TurnMessage,
    line_of,
    read_program_line,
)
from app.players.programs.names import Names
from app.players.programs.parts import map_part, playing, turn_part
from entente import __version__
from languages import tr
from languages.outside_text import outside_line

LONGEST_LETTER = 4_000
"""Characters of a letter that a program writes."""


class Dialogue:
    """One game with one program.

    Args:
        variant: what is played.
        power: whom it plays.
        send: takes each line for the program.
        clocks: how long it may think.
        bounds: what else is limited.
        names: other names for powers and provinces.
        receipts: whether a program that wants them gets receipts for its orders and letters; at a table they cannot come at once.
        before: the dialogue with the program that played the seat until now; log and counts go on.
    """

    def __init__(
        self,
        variant: Variant,
        power: str,
        send: Callable[[bytes], None],
        *,
        clocks: Clocks | None = None,
        bounds: Bounds | None = None,
        names: Names | None = None,
        receipts: bool = True,
        before: Dialogue | None = None,
    ) -> None:
        self.variant = variant
        self.power = power
        self.clocks = clocks or Clocks()
        self.bounds = bounds or Bounds()
        self.names = names or Names()
        self.receipts = receipts
        self.log: Log = Log() if before is None else before.log
        self.counts: Counts = Counts() if before is None else before.counts
        self.hello: Hello | None = None
        self.heard = ProgramDecisions()
        self.forfeit = ""
        """Reason that it lost its seat; empty while it has it."""
        self.is_over = False
        self._send = send
        self._began: float | None = None if before is None else before._began  # noqa: SLF001 - its own kind
        self._present: AskedTurn | None = None
        self._owed: list[str] = []
        """Phases of the turns to which no orders came yet, the oldest first."""
        self._last: list[Judged] = []
        self._had_turn = False

    # --- what we say ---

    def greet(self, now: float, token: str | None = None) -> None:
        """The first line."""
        self._began = now if self._began is None else self._began
        self._say(Hello(protocol=PROTOCOL, name="Entente", version=__version__, token=token), now, secret=token)

    def begin(
        self,
        now: float,
        game: str,
        *,
        seed: int | None = None,
        options: Mapping[str, bool | int | float | str] | None = None,
        press: bool = True,
    ) -> None:
        """A game begins."""
        variant = self.variant
        self._say(
            NewGameMessage(
                game=game,
                variant=variant.id,
                power=self.power,
                powers=playing(variant),
                rules=str(variant.rules),
                limits=limits_part(self.clocks, self.bounds),
                press=press,
                seed=seed,
                options=dict(options or {}),
                map=map_part(variant) if self._wants("map") else None,
            ),
            now,
        )

    def ask(self, now: float, position: Position) -> float | None:
        """Ask for orders in *position*, the part that its power may see. Returns when its clock runs out."""
        seconds = self.clocks.of(position.phase.kind, is_first=not self._had_turn)
        deadline = None if seconds is None else now + seconds
        asked = AskedTurn(str(position.phase), position, Answer(self.variant, position, self.power), now, deadline)
        self._present = asked
        self._owed.append(asked.phase)
        self.counts.turns += 1
        self._had_turn = True
        last, self._last = tuple(self._last), []
        self._say(self._turn(asked, now, last), now)
        return deadline

    def tell(self, judged: Judged) -> None:
        """Send the resolution of a phase with the next turn."""
        self._last.append(judged)

    def letter(self, now: float, sender: str, text: str, to: tuple[str, ...] = ()) -> None:
        """A letter for the program's power."""
        self._say(LetterMessage(sender=sender, text=text, to=to), now)

    def delivered(self, now: float, to: tuple[str, ...], told: tuple[str, ...]) -> None:
        """Send the delivery of a letter of the program's."""
        if self._wants_receipts:
            self._say(DeliveredMessage(to=to, told=told), now)
            return
        for words in told:
            self.inform(now, words, warning=True)

    def draw_wanted(self, now: float, powers: tuple[str, ...]) -> None:
        """Send the powers that would end the game in a draw."""
        self._say(Draw(powers=powers), now)

    def inform(self, now: float, text: str, *, warning: bool = False) -> None:
        """A line for the program's author."""
        self._say(Info(text=text, warning=warning), now)

    def end(self, now: float, over: GameOver | None) -> None:
        """End the dialogue, since the game has ended, or is given up."""
        if self.is_over:
            return
        if over is not None:
            last, self._last = tuple(self._last), []
            self._say(GameOver(**{each: getattr(over, each) for each in _OVER}, last=last), now)
        self._say(Bye(), now)
        self.is_over = True

    # --- what it says ---

    def hear(self, line: bytes, now: float) -> None:
        """A line of the program's, without its end."""
        if self.forfeit or self.is_over or not line.strip():
            return
        asked = self.present
        if asked is not None:
            asked.lines += 1
            if asked.lines > self.bounds.messages:
                self._forfeit(tr("more than {messages} lines in one turn", messages=self.bounds.messages), now)
                return
        try:
            message = read_program_line(line)
            if message is not None:
                message = self.names.home(message)
        except (NotUnderstoodError, ValueError) as error:
            self._bad_line(str(error), line, now)
            return
        raw = line.decode("utf-8", "replace")
        if isinstance(message, Hello) and message.token:
            raw = raw.replace(message.token, "…")
        if message is None:
            self.note("unknown", tr("a message of a type that is not known was passed over"), now, raw)
            return
        trip = round((now - asked.at) * 1000) if isinstance(message, Orders) and asked is not None else None
        kind = type(message).__struct_config__.tag
        self.log.add(ProgramLogEntry(self._ms(now), Way.HEARD, str(kind), in_words(message), raw[:LONGEST_RAW], self.phase, trip))
        match message:
            case Hello():
                self.hello = message
                self.heard.is_ready = True
                if message.protocol > PROTOCOL:
                    self.inform(now, f"protocol {PROTOCOL} is spoken here, not {message.protocol}", warning=True)
            case Orders():
                self._take_orders(message, now)
            case LetterMessage():
                self._take_letter(message, now)
            case Draw():
                self.heard.wants_draw = message.agree
            case Info() if message.text.strip() and len(self.heard.reasons) < self.bounds.letters:
                self.heard.reasons.append(message.text.strip()[:LONGEST_LETTER])
            case Bye():
                self._forfeit(tr("it said bye"), now)
            case _:
                pass

    def overlong(self, now: float, most: int) -> None:
        """A line was given up since it had more than *most* bytes."""
        if not self.forfeit and not self.is_over:
            self._bad_line(tr("a line of more than {most} bytes", most=most), b"", now)

    def stderr(self, line: bytes, now: float) -> None:
        """A line of its standard error."""
        if self._present is not None:
            self._present.errors += 1
            if self._present.errors > self.bounds.errors:
                if self._present.errors == self.bounds.errors + 1:
                    self.note("stderr", tr("more lines of this turn are passed over"), now)
                return
        text = line.decode("utf-8", "replace").rstrip()
        self.log.add(ProgramLogEntry(self._ms(now), Way.ERROR, "stderr", text[:LONGEST_RAW], "", self.phase))

    def lost(self, cause: str, now: float) -> None:
        """The program ended, or the connection broke."""
        if not self.is_over:
            self._forfeit(cause, now)

    def tick(self, now: float) -> None:
        """End a turn whose clock has run out at *now*, with the last orders that were sent."""
        asked = self.present
        if asked is None or asked.is_done or asked.deadline is None or now < asked.deadline:
            return
        asked.is_done = True
        self.counts.late += 1
        if asked.answers:
            cause = tr("its orders were rejected and no others came")
        else:
            cause = tr("it said that more would follow, and nothing did") if asked.heard else tr("no orders came")
        took = round((now - asked.at) * 1000)
        words = (
            tr("{phase}: {cause} in {took} ms; the last ones count", phase=asked.phase, cause=cause, took=took)
            if asked.heard
            else tr("{phase}: {cause} in {took} ms; its units hold", phase=asked.phase, cause=cause, took=took)
        )
        self.note("late", words, now)

    # --- how it stands ---

    @property
    def present(self) -> AskedTurn | None:
        """The turn that was sent last, while its phase is open."""
        return self._present

    @property
    def phase(self) -> str:
        """The phase of the present turn."""
        return "" if self._present is None else self._present.phase

    @property
    def is_done(self) -> bool:
        """True if nothing more is waited for in the present turn."""
        asked = self.present
        return bool(self.forfeit) or asked is None or asked.is_done

    @property
    def orders(self) -> tuple[Order, ...]:
        """Orders in the present turn."""
        asked = self.present
        return () if asked is None or self.forfeit else asked.answer.orders

    def thinking_since(self) -> tuple[float, float | None] | None:
        """Time at which the present turn was sent, and that of its deadline; ``None`` where nothing is waited for."""
        asked = self.present
        return None if asked is None or self.is_done else (asked.at, asked.deadline)

    # --- inside ---

    def _wants(self, what: str) -> bool:
        return self.hello is None or self.hello.wants is None or what in self.hello.wants

    @property
    def _wants_receipts(self) -> bool:
        return self.receipts and self.hello is not None and self.hello.wants is not None and "receipts" in self.hello.wants

    def _receipt(self, now: float, phase: str, asked: AskedTurn | None, reason: str = "") -> None:
        """Tell what became of a set of orders, where that is wanted."""
        if not self._wants_receipts:
            return
        if asked is None:
            self._say(Receipt(phase=phase, counts=False, reason=reason), now)
            return
        standing = tuple(map(str, asked.answer.orders))
        self._say(Receipt(phase=phase, orders=standing, done=asked.is_done, answers=asked.answers), now)

    def _turn(self, asked: AskedTurn, now: float, last: tuple[Judged, ...] = ()) -> TurnMessage:
        left = None if asked.deadline is None else asked.deadline - now
        told = self.clocks.milliseconds_for_program(left)
        return turn_part(
            self.variant,
            asked.position,
            self.power,
            last=last,
            wants_legal=self._wants("legal"),
            deadline_ms=told,
            deadline_at=None if told is None else round(now + told / 1000, 3),
            answer=asked.answers + 1,
        )

    def _take_orders(self, message: Orders, now: float) -> None:
        asked = self._answered(message, now)
        if asked is None:
            return
        asked.heard = True
        refused = asked.answer.take(message.orders)
        self.counts.illegal += len(refused)
        asked.answers += bool(refused) and not message.more  # where more is announced the turn stays open anyway
        for each in refused:
            self._say(Rejected(phase=asked.phase, order=each.text, reason=each.reason, suggestion=each.suggestion), now)
        if self.bounds.illegal is not None and self.counts.illegal > self.bounds.illegal:
            self._forfeit(tr("more than {illegal} illegal orders", illegal=self.bounds.illegal), now)
            return
        is_again = bool(refused) and not message.more and asked.answers < self.bounds.answers
        if is_again:
            self._owed.append(asked.phase)
            self._say(self._turn(asked, now), now)
        elif not message.more:
            if not asked.is_done:
                self.counts.answered += 1
                self.counts.seconds += now - asked.at
            asked.is_done = True
        self._receipt(now, asked.phase, asked)

    def _answered(self, message: Orders, now: float) -> AskedTurn | None:
        """The turn that *message* answers, if that is the present one and its clock has not run out."""
        asked = self._present
        if message.phase is not None:
            while self._owed and self._owed[0] != message.phase:
                self._owed.pop(0)
        answered = message.phase or (self._owed[0] if self._owed else self.phase)
        if self._owed:
            self._owed.pop(0)
        if asked is None or asked.phase != answered:
            self.note("too late", tr("orders for {phase} came when it was over", phase=answered or tr("no turn")), now)
            self._receipt(now, answered, None, "the phase is over" if answered else "no turn is open")
            return None
        if asked.deadline is not None and now >= asked.deadline:
            by = round((now - asked.deadline) * 1000)
            self.note("too late", tr("orders for {phase} came {by} ms after its clock had run out", phase=asked.phase, by=by), now)
            self._receipt(now, asked.phase, None, f"they came {by} ms after the clock of the phase had run out")
            return None
        return asked

    def close_turn(self) -> None:
        """The phase is carried out: what comes now comes too late."""
        self._present = None

    def _take_letter(self, message: LetterMessage, now: float) -> None:
        asked = self.present
        if asked is None:
            self.delivered(now, (), ("letters are passed on while orders of yours are due, and none are",))
            return
        asked.letters += 1
        if asked.letters > self.bounds.letters:
            self.note("letters", tr("no more than {letters} letters are passed on in one turn", letters=self.bounds.letters), now)
            self.delivered(now, (), (f"no more than {self.bounds.letters} letters are passed on in one turn",))
        elif message.text.strip():
            self.heard.letters.append(ProgramLetter(message.to, message.text.strip()[:LONGEST_LETTER]))

    def _bad_line(self, why: str, line: bytes, now: float) -> None:
        self.counts.bad_lines += 1
        raw = line[:LONGEST_RAW].decode("utf-8", "replace")
        self.note(
            "bad line",
            tr("{why} ({count} of {most})", why=misread(why), count=self.counts.bad_lines, most=self.bounds.bad_lines),
            now,
            raw,
        )
        if self.counts.bad_lines >= self.bounds.bad_lines:
            self._forfeit(tr("line {bad_lines} that was no message: {why}", bad_lines=self.counts.bad_lines, why=misread(why)), now)
        else:
            self.inform(now, f"{why}; with the {_ordinal(self.bounds.bad_lines)} such line the seat is forfeit", warning=True)

    def _forfeit(self, why: str, now: float) -> None:
        if self.forfeit:
            return
        why = outside_line(why)
        self.forfeit = why
        self.note("forfeit", tr("{why}; its units hold from now on", why=why), now)

    def _say(self, message: Message, now: float, secret: str | None = None) -> None:
        line = line_of(self.names.out(message))
        raw = line.decode()
        if secret:
            raw = raw.replace(secret, "…")
        kind = str(type(message).__struct_config__.tag)
        self.log.add(ProgramLogEntry(self._ms(now), Way.SENT, kind, in_words(message), raw[:LONGEST_RAW].rstrip(), self.phase))
        if not self.forfeit:
            self._send(line)

    def note(self, kind: str, words: str, now: float, raw: str = "") -> None:
        self.log.add(ProgramLogEntry(self._ms(now), Way.NOTE, kind, words, raw, self.phase))

    def _ms(self, now: float) -> int:
        return 0 if self._began is None else round((now - self._began) * 1000)


_OVER = ("phase", "outcome", "winners", "reason", "centres")


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
