"""The table's side of all connections, on the thread of the session: it hears messages and answers with the parts that changed."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from app.game.record import EditError, Why
from app.hotseat.round import RevealAct, RoundStage
from app.hotseat.table import TableInvitation
from app.presentation.drawn_boards import drawn_board
from app.session.errors import CommandError
from app.session.seating import Seating
from app.session.session import Session
from app.tables.phone_seats import PhoneSeat, free_seats, move_to_another_phone, sit_again, sit_down
from app.tables.table_acts import show_or_go_on, tick
from app.tables.table_players import ask_one
from app.web.page_parts import part, qr_code
from app.web.seat_acts import MessageError, SeatActs
from app.web.seat_page import BoardKit, Parts, SeatPage
from app.web.seat_panels import Looking
from app.web.stage_page import Invitation, stage_parts
from languages import plural, tr, using

_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aeiou"
FREE = 3
"""Wrong words that cost no time."""
LONGEST_WAIT = 60.0
MOST_KEPT = 1_000
"""Addresses whose wrong words are remembered."""
_EVERYWHERE = ""
"""Key under which the wrong words of all addresses together are counted, a tenth as strictly."""


def table_word() -> str:
    """Six letters that can be said aloud."""
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(3))


@dataclass(slots=True)
class TableDoor:
    """The door of a table.

    Args:
        now: a monotonic clock in seconds.
    """

    now: Callable[[], float]
    word: str = field(default_factory=table_word)
    is_open: bool = True
    _wrong: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)

    def knock(self, word: str, address: str) -> None:
        """Check the *word* of a person at *address* who asks for a seat.

        Raises:
            EditError: the door is shut, the word is wrong, or so many were that one has to wait.
        """
        if not self.is_open:
            raise EditError(Why.NOT_NOW, tr("Nobody is let in at the moment; ask who invited you."))
        for place in (address, _EVERYWHERE):
            wait = self._wrong.get(place, (0, 0.0))[1] - self.now()
            if wait > 0:
                raise EditError(Why.NOT_OPENED, plural("Try again in {count} second.", "Try again in {count} seconds.", int(wait) + 1))
        if not hmac.compare_digest(word.strip().casefold().encode(), self.word.encode()):
            self._note(address, FREE)
            self._note(_EVERYWHERE, 10 * FREE)
            raise EditError(Why.NOT_OPENED, tr("That is not the table password. It stands beside the QR code."))
        self._wrong.pop(address, None)

    def _note(self, place: str, free: int) -> None:
        wrong = self._wrong.pop(place, (0, 0.0))[0] + 1
        wait = 0.0 if wrong <= free else min(2.0 ** min(wrong - free, 10), LONGEST_WAIT)
        self._wrong[place] = (wrong, self.now() + wait)
        while len(self._wrong) > MOST_KEPT:
            self._wrong.popitem(last=False)


MOST_WRONG = 3
"""Tokens or codes that one connection may have wrong."""
LINK_SECONDS = 600.0
"""Seconds for which a link to take a seat over is good."""
RESULTS_SECONDS = 25.0
"""Seconds for which the stage shows the results of a phase at a table without a window."""


class PageConnection(Protocol):
    """A phone or a watcher, as the desk knows it; everything may be called on any thread."""

    @property
    def address(self) -> str:
        """Network address of the other end."""
        ...

    @property
    def language(self) -> str:
        """Code of its language."""
        ...

    def push(self, message: Mapping[str, object]) -> None:
        """Send it *message* when it can take it; parts that were not sent yet are replaced."""
        ...

    def close(self) -> None:
        """End it."""
        ...


@dataclass(slots=True)
class _Phone:
    connection: PageConnection
    page: SeatPage | None = None
    acts: SeatActs | None = None
    salt: bytes = b""
    """Of the lock that its token opened: with another lock the seat is another's."""
    sent: Parts = field(default_factory=dict)
    wrong: int = 0


@dataclass(slots=True)
class Desk:
    """The table of one game, opened to browsers.

    Args:
        session: the open games.
        seating: the table.
        server_key: the public key of the program, in letters.
        drives: whether it carries phases out by itself once all have sealed; in a window the table does that at the laptop.
        pace: seconds that a step of the reveal is in view where no window shows it; 0 shows no steps.
        now: a monotonic clock.
    """

    session: Session
    seating: Seating
    server_key: str
    drives: bool = False
    pace: float = 3.5
    now: Callable[[], float] = monotonic
    addresses: tuple[str, ...] = ()
    door: TableDoor = field(init=False)
    _phones: dict[PageConnection, _Phone] = field(default_factory=dict)
    _stages: dict[PageConnection, Parts] = field(default_factory=dict)
    _links: dict[str, tuple[str, float]] = field(default_factory=dict)
    _kits: dict[str, BoardKit] = field(default_factory=dict)
    _public: object = None
    _results_until: float = 0.0
    _is_dirty: bool = True
    _stage_before: RoundStage | None = None
    _was_told: bool = False
    _next_step: float = 0.0

    def __post_init__(self) -> None:
        self.door = TableDoor(self.now)
        self.seating.telling.changed.add(self.changed)

    # --- connections ---

    def welcome(self, connection: PageConnection, *, is_stage: bool) -> None:
        """A page has connected."""
        if is_stage:
            self._stages[connection] = {}
            self._send(connection, self._stages[connection], self._stage_parts(connection.language))
        else:
            self._phones[connection] = _Phone(connection)
            self._show_lobby(self._phones[connection])

    def forget(self, connection: PageConnection) -> None:
        """A page has gone; a seat stays what it was."""
        self._phones.pop(connection, None)
        self._stages.pop(connection, None)

    def hear(self, connection: PageConnection, message: object) -> None:
        """A phone asks for something; whatever it is, the table goes on."""
        phone = self._phones.get(connection)
        if phone is None:
            return
        with using(connection.language):
            try:
                if not isinstance(message, dict):
                    raise MessageError
                if phone.acts is not None and self._is_still_there(phone):
                    phone.acts.do(message)
                elif phone.acts is None:
                    self._without_seat(phone, message)
            except MessageError:
                self._dismiss(phone)
                return
        if connection in self._phones:
            self._show(phone)
        self.refresh()

    @property
    def phones(self) -> int:
        """Number of phones that are at a seat now."""
        return sum(phone.page is not None for phone in self._phones.values())

    @property
    def present(self) -> frozenset[str]:
        """The powers whose phones are connected now."""
        return frozenset(phone.page.seat.power for phone in self._phones.values() if phone.page is not None)

    def close(self) -> None:
        """Close the table to browsers; phones show that and wait."""
        for connection in (*self._phones, *self._stages):
            with using(connection.language):
                connection.push({"closed": tr("The program was closed. This page waits and goes on by itself.")})
            connection.close()
        self._phones.clear()
        self._stages.clear()
        self.seating.invitation, self.seating.connected = None, frozenset()

    # --- sitting down ---

    def _without_seat(self, phone: _Phone, message: Mapping[str, object]) -> None:
        do, connection = message.get("do"), phone.connection
        try:
            if do == "join":
                word, name, power = (message.get(each, "") for each in ("word", "name", "power"))
                if not all(isinstance(each, str) and len(each) <= 12_000 for each in (word, name, power)):
                    raise MessageError
                self.door.knock(str(word)[:20], connection.address)
                taken, token = sit_down(self.session, self.seating, str(name)[:200], str(power) or None)
                self._seat(phone, taken, token)
            elif do == "sit":
                power, token = str(message.get("power", ""))[:80], str(message.get("token", ""))[:80]
                sit_again(self.seating, power, token)
                self._seat(phone, power, None)
            elif do == "take":
                code = str(message.get("code", ""))[:80]
                power, until = self._links.get(code, ("", 0.0))
                if not power or until < self.now():
                    phone.wrong += 1
                    raise EditError(Why.NOT_OPENED, tr("This code was used already, or is too old."))
                del self._links[code]
                self._seat(phone, power, move_to_another_phone(self.session, self.seating, power))
            else:
                raise MessageError
        except (EditError, CommandError) as error:
            phone.wrong += do == "sit"
            connection.push({"refused": str(error), "forget": do == "sit"})
            if phone.wrong >= MOST_WRONG:
                self._dismiss(phone)

    def _seat(self, phone: _Phone, power: str, token: str | None) -> None:
        for other in tuple(self._phones.values()):
            if other is not phone and other.page is not None and other.page.seat.power == power:
                with using(other.connection.language):
                    self._dismiss(other, tr("This seat was opened elsewhere."))
        last = self.seating.judged_last
        looking = Looking(results_seen=-1 if last is None else last.index)
        seat = PhoneSeat(self.session, self.seating, power)
        phone.page = SeatPage(seat, self.kit(phone.connection.language), looking, follows_laptop=not self.drives)
        phone.acts = SeatActs(self.session, phone.page, self._link)
        lock = self.seating.lock_of(power)
        phone.salt = b"" if lock is None else lock.salt
        phone.sent = {}
        phone.connection.push({"seat": power, **({} if token is None else {"token": token})})

    def give_again(self, power: str) -> str:
        """Return the address, with a code that is good once, at which another phone takes the seat of *power* over."""
        return self._link(power)

    def _link(self, power: str) -> str:
        code = secrets.token_urlsafe(16)
        self._links = {each: found for each, found in self._links.items() if found[0] != power and found[1] > self.now()}
        self._links[code] = (power, self.now() + LINK_SECONDS)
        return f"{self.addresses[0] if self.addresses else ''}/#take.{code}.{self.server_key}"

    def _is_still_there(self, phone: _Phone) -> bool:
        assert phone.page is not None
        power = phone.page.seat.power
        seat = next((each for each in self.seating.table.seats if each.power == power), None)
        if seat is not None and seat.is_person and seat.by_phone and seat.lock is not None and seat.lock.salt == phone.salt:
            return True
        self._dismiss(phone, tr("This seat was given to somebody else, or to another phone."))
        return False

    def _dismiss(self, phone: _Phone, words: str = "") -> None:
        if words:
            phone.connection.push({"gone": words})
        self._phones.pop(phone.connection, None)
        phone.connection.close()

    # --- what is shown ---

    def kit(self, language: str) -> BoardKit:
        """The board with its names in *language*."""
        if language not in self._kits:
            with using(language):
                self._kits[language] = BoardKit(drawn_board(self.seating.game.variant.id))
        return self._kits[language]

    @property
    def invitation(self) -> Invitation | None:
        """Invitation to sit down; ``None`` while the door is shut."""
        if not self.door.is_open or not self.addresses:
            return None
        address = self.addresses[0]
        qr = qr_code(f"{address}/#join.{self.door.word}.{self.server_key}", tr("QR code of the table"))
        return Invitation(address.partition("://")[2], self.door.word, qr)

    def _invite(self) -> None:
        """Say at the table how people sit down, while a seat is free."""
        found = self.invitation if free_seats(self.seating) else None
        link = "" if found is None else f"{self.addresses[0]}/#join.{self.door.word}.{self.server_key}"
        invitation = None if found is None else TableInvitation(found.address, found.word, link)
        if invitation != self.seating.invitation:
            self.seating.invitation = invitation
            self.session.table_changed()

    def changed(self) -> None:
        """Something of the open games is another; who is concerned is shown that at the next ``refresh``."""
        self._is_dirty = True

    def refresh(self) -> None:
        """Send the public changes of the table to all pages; a draft sends nothing to other seats."""
        self.seating.connected = self.present
        self._invite()
        stage = self.seating.round.stage
        if self._stage_before is RoundStage.RESULTS and stage is not RoundStage.RESULTS and not self._was_told:
            self._results_until = self.now() + RESULTS_SECONDS
        self._stage_before = stage
        self._was_told = stage is RoundStage.RESULTS and self.seating.telling.is_at_last_step
        public = self._public_state()
        if public == self._public and not self._is_dirty:
            return
        self._is_dirty = False
        if public == self._public:
            return
        self._public = public
        for phone in tuple(self._phones.values()):
            with using(phone.connection.language):
                if phone.page is None:
                    self._show_lobby(phone)
                elif self._is_still_there(phone):
                    self._open_results(phone)
                    self._show(phone)
        made: dict[str, Parts] = {}
        for watcher in tuple(self._stages):
            if watcher.language not in made:
                made[watcher.language] = self._stage_parts(watcher.language)
            self._send(watcher, self._stages[watcher], made[watcher.language])

    def _public_state(self) -> object:
        seating, now = self.seating, self.seating.round
        turn = seating.turn
        clock = seating.clock
        until = None if clock.left is None or not clock.running else round(clock.now + clock.left)
        return (
            seating.table,
            (now.stage, now.sealed, now.open, now.dropped, now.votes, now.phase, seating.dropping),
            (seating.cursor, len(turn.press), seating.game.branch(seating.branch).ending, seating.thinking, seating.lacking_keys),
            (clock.running, until, None if clock.running or clock.left is None else round(clock.left)),
            (self.door.is_open, self.door.word, self.addresses, self._results_in_view()),
            (seating.telling.at, seating.telling.of, seating.telling.steering, seating.telling.act is not None),
        )

    def _open_results(self, phone: _Phone) -> None:
        assert phone.page is not None
        if phone.page.looking.panel not in {"letters", "notes"}:  # who writes there is shown them when it is closed
            phone.page.open_results()

    def _show(self, phone: _Phone) -> None:
        with using(phone.connection.language):
            if phone.page is None:
                self._show_lobby(phone)
                return
            self._send(phone.connection, phone.sent, phone.page.parts())

    def _show_lobby(self, phone: _Phone) -> None:
        seating = self.seating
        with using(phone.connection.language):
            free = [{"power": seat.power, "name": seat.name} for seat in free_seats(seating)]
            values = {
                "game": seating.game.name,
                "title": tr("Sit down"),
                "open": self.door.is_open,
                "shut": tr("Nobody is let in at the moment; ask who invited you."),
                "free": free,
                "full": tr("Every seat is taken."),
                "word": tr("Table password"),
                "name": tr("Your name"),
                "power": tr("Your power"),
                "lot": tr("Draw by lot"),
                "go": tr("Sit down"),
                "watch": tr("Only watch"),
            }
            self._send(phone.connection, phone.sent, {"lobby": part("lobby", values)})

    def _results_in_view(self) -> int | None:
        last = self.seating.judged_last
        return last.index if last is not None and self.now() < self._results_until else None

    def _stage_parts(self, language: str) -> Parts:
        with using(language):
            telling = self.seating.telling
            is_revealing = self.seating.round.stage is RoundStage.RESULTS and (not self.drives or telling.act is not None)
            return stage_parts(
                self.session, self.seating, self.kit(language), self.invitation, self._results_in_view(), is_revealing=is_revealing
            )

    def _send(self, connection: PageConnection, sent: Parts, parts: Parts) -> None:
        changed = {name: value for name, value in parts.items() if name not in sent or sent[name] != value}
        if changed:
            sent.update(changed)
            connection.push({"parts": changed})

    # --- a table without a window ---

    def drive(self) -> None:
        """Advance clocks and opponents, and process the phase once all have sealed where the desk drives."""
        session, seating = self.session, self.seating
        if self.drives:
            tick(session)
            self._play_on(session, seating)
        self.refresh()

    def _play_on(self, session: Session, seating: Seating) -> None:
        if seating.thinking and seating.round.stage in {RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.READY}:
            ask_one(session, seating, wait=False)  # the phones go on while an opponent thinks
        if seating.round.stage is RoundStage.READY and not seating.lacking_keys and not seating.thinking:
            show_or_go_on(session)
            self._begin_reveal()
        elif seating.round.stage is RoundStage.RESULTS:
            self._reveal_on()
        if seating.clock.left is not None and not seating.clock.running and not seating.clock.is_over and not free_seats(seating):
            seating.start_clock()

    # --- the reveal where no window shows it ---

    def _begin_reveal(self) -> None:
        """Show the results step by step where there is a stage; a table of phones alone goes on at once."""
        telling = self.seating.telling
        found = self.kit("en").public_story(self.session, self.seating) if self._stages and self.pace > 0 else None
        if found is None or self.seating.round.stage is not RoundStage.RESULTS:
            self._results_until = self.now() + RESULTS_SECONDS
            return
        telling.act = self._steer
        self._show_step(0, len(found[0].steps))

    def _reveal_on(self) -> None:
        telling = self.seating.telling
        if telling.act is None or telling.at is None:
            show_or_go_on(self.session)
        elif telling.steering in self.present or self.now() < self._next_step:
            return
        elif telling.is_at_last_step:
            show_or_go_on(self.session)
        else:
            self._show_step(telling.at + 1, telling.of)

    def _show_step(self, at: int, of: int) -> None:
        self._next_step = self.now() + self.pace * (2 if at in {0, of - 1} else 1)
        self.seating.telling.show(max(0, min(at, of - 1)), of)

    def _steer(self, act: RevealAct) -> None:
        """Do what a person who steers the reveal wishes."""
        telling = self.seating.telling
        at = telling.at or 0
        if act is RevealAct.ON:
            if telling.is_at_last_step:
                show_or_go_on(self.session)
            return
        self._show_step({RevealAct.NEXT: at + 1, RevealAct.BACK: at - 1}.get(act, telling.of - 1), telling.of)

    def steer(self, act: RevealAct) -> bool:
        """Do what the organiser wishes with the reveal; return False where none is shown."""
        telling = self.seating.telling
        if telling.act is None or self.seating.round.stage is not RoundStage.RESULTS:
            return False
        telling.act(act)
        return True
