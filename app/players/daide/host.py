"""A DAIDE server without sockets: who comes in, who gets which seat, and what each message is answered with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import SystemRandom
from time import monotonic
from typing import Any

from adjudicator import Ending, Position, PowerRole, Resolution, Variant
from app.players.daide.board import DaideBoard
from app.players.daide.definition import definition_of
from app.players.daide.frames import LONGEST_BODY
from app.players.daide.language import Message, WrongTokenError, group, is_balanced, message, show
from app.players.daide.link import Link, Wire
from app.players.daide.message_table import CLIENT, Send, SentPress, read_client_message
from app.players.daide.options import GameOptions
from app.players.daide.press_office import Draw, Guest, GuestSeat, by_lot
from app.players.daide.running import Running
from app.players.daide.tokens import HIGHEST, WORDS, text_tokens
from languages import tr

MOST_STRANGERS = 64
"""Connections at most that are neither players nor observers; the oldest makes room."""

MOST_OBSERVERS = 32
MAP_SECONDS = 60.0
"""Time that a client may take to accept the map before its seat is given to another."""

LONGEST_NAME = 100
MOST_WRONG_CODES = 10
"""Wrong passcodes of one connection before it is closed."""

MOST_WRONG_FOR_SEAT = 50
"""Wrong passcodes for one seat before it is closed: 8,191 are soon tried."""

OFF_AFTER, CLOSED_AFTER = 3.0, 2.0
"""Seconds from the end of the game to OFF, and from OFF to the end of the connections."""


class Host:
    """One game and everybody who is connected to it.

    Args:
        variant: what is played.
        options: its terms.
        powers: which powers clients may play; all that are played unless given.
        clock: seconds that only go forward.
        draw: who plays which power; by lot unless given.
        passcode: makes a number from 1 to 8191.
        say: gets a line about each client that comes or goes.
        on_press: gets press.

    Raises:
        UnspeakableError: DAIDE has no words for the variant.
    """

    def __init__(
        self,
        variant: Variant,
        options: GameOptions | None = None,
        *,
        powers: Sequence[str] | None = None,
        clock: Callable[[], float] = monotonic,
        draw: Draw | None = None,
        passcode: Callable[[], int] = lambda: 1 + secrets.randbelow(HIGHEST),
        say: Callable[[str], None] = lambda _line: None,
        on_press: Callable[[SentPress], None] = lambda _press: None,
    ) -> None:
        self.board = DaideBoard(variant)
        self.options = options or GameOptions()
        played = [each.id for each in variant.powers.values() if each.role is PowerRole.PLAYING]
        self._played = tuple(played)
        self.seats = {power: GuestSeat(power) for power in (played if powers is None else powers)}
        self._clock = clock
        self._draw = draw or by_lot(SystemRandom())
        self._passcode = passcode
        self._say = say
        self._guests: list[Guest] = []
        self._numbers = 0
        self._over_since: float | None = None
        self._off_since: float | None = None
        self.game = Running(self.board, self.options, self.seats, self._in_game, clock, on_press)
        self._has_begun = False

    # Connections ----------------------------------------------------------------------------------------------------------------

    def connect(self, wire: Wire) -> Link:
        """Add a connection. Feed the link what comes, and tell ``lost`` when the connection ends."""
        self._numbers += 1
        guest = Guest(self._numbers)
        link = Link(wire, self.board.vocabulary, self.board.representation(), lambda tokens: self._heard_from(guest, tokens), self._clock)
        guest.link = link
        strangers = [each for each in self._guests if not each.is_player and not each.is_observer]
        if len(strangers) >= MOST_STRANGERS:
            self._put_out(strangers[0])
        self._guests.append(guest)
        return link

    def lost(self, link: Link) -> None:
        """Note the end of a connection, from either side."""
        link.close()
        self._tidy()

    @property
    def ready(self) -> tuple[Guest, ...]:
        """The clients that wait for the game to begin."""
        return tuple(each for each in self._guests if each.is_player and each.is_ready)

    @property
    def is_full(self) -> bool:
        """True if there is a client for every seat."""
        return len(self.ready) >= len(self.seats)

    @property
    def is_empty(self) -> bool:
        """True if no client is connected."""
        return not self._guests

    # The course of the game -----------------------------------------------------------------------------------------------------

    def begin(self, position: Position, others: Callable[[Sequence[str]], Mapping[str, tuple[str, str]]] | None = None) -> None:
        """Begin with the clients that are ready.

        Args:
            position: of the first turn.
            others: called with the powers that no client plays; returns those that are played here, with name and version of each player.
        """
        players = self.ready
        for guest, power in zip(players, self._draw(players, list(self.seats)), strict=True):
            seat = self.seats[power]
            seat.guest, seat.name, seat.version = guest, guest.name, guest.version
            seat.passcode, seat.was_taken = self._passcode(), True
            seat.level = guest.level_in(self.options.level)
            guest.seat = seat
            self._say(f"{power}: {guest.name} {guest.version}".rstrip())
        for guest in list(self._guests):
            if guest.is_player and guest.seat is None:
                self._put_out(guest)
        self._has_begun = True
        if others is not None:
            taken = {power for power, seat in self.seats.items() if seat.was_taken}
            self.game.names = dict(others([power for power in self._played if power not in taken]))
        self.game.start(position)

    def publish(self, resolution: Resolution, following: Position, ending: Ending | None = None) -> None:
        """Tell everybody what a turn became."""
        self.game.publish(resolution, following, ending)
        self._over_since = self._clock() if ending is not None else None

    def finish(self, ending: Ending) -> None:
        """The game ended between two turns."""
        self.game.finish(ending)
        self._over_since = self._clock()

    def now(self) -> float:
        """Return the time of its clock."""
        return self._clock()

    def tick(self) -> None:
        """Do what is due by the clock."""
        now = self._clock()
        for guest in self._guests:
            guest.link.tick(now)
            if guest.is_player and not guest.is_ready and now >= guest.asked_at + MAP_SECONDS:
                guest.link.finish()
        self._tidy()
        self.game.tick()
        if self._off_since is not None and now >= self._off_since + CLOSED_AFTER:
            self.close()
        elif self._off_since is None and self._over_since is not None and now >= self._over_since + OFF_AFTER:
            self._off_since = now
            for guest in self._guests:
                guest.link.send(message("OFF"))

    def next_event(self) -> float | None:
        """Return the time of the next event by the clock; ``None`` where only messages matter."""
        due = [event for each in self._guests if (event := each.link.next_event()) is not None]
        due += [each.asked_at + MAP_SECONDS for each in self._guests if each.is_player and not each.is_ready]
        if self._off_since is not None:
            due.append(self._off_since + CLOSED_AFTER)
        elif self._over_since is not None:
            due.append(self._over_since + OFF_AFTER)
        turn = self.game.next_event()
        return min([*due, *(() if turn is None else (turn,))], default=None)

    def close(self) -> None:
        """End every connection."""
        for guest in self._guests:
            guest.link.finish()
        self._guests.clear()
        self._over_since = self._off_since = None

    def _in_game(self) -> Iterator[Guest]:
        return (each for each in self._guests if each.link.is_open and (each.seat is not None or (each.is_observer and each.is_ready)))

    def _put_out(self, guest: Guest) -> None:
        guest.link.finish()
        self._tidy()

    def _tidy(self) -> None:
        """Forget connections that ended, and say of players that they are gone."""
        gone = [each for each in self._guests if not each.link.is_open]
        if not gone:
            return
        self._guests = [each for each in self._guests if each.link.is_open]
        for guest in gone:
            seat = guest.seat
            if seat is None or seat.guest is not guest:
                if guest.is_player and not self._has_begun:
                    self._say(tr("{client} left before the game began", client=f"{guest.name} {guest.version}".strip()))
                continue
            seat.guest = None
            self._say(tr("{power}: {seat} is gone", power=seat.power, seat=seat.name))
            if self.game.ending is None:
                self._to_all(message("CCD", group(self.board.power(seat.power))))

    def _to_all(self, words: Message, but: Guest | None = None) -> None:
        for guest in self._in_game():
            if guest is not but:
                guest.link.send(words)

    # Messages -------------------------------------------------------------------------------------------------------------------

    def _heard_from(self, guest: Guest, tokens: Message) -> None:
        if tokens[0] in {WORDS["HUH"], WORDS["PRN"]}:
            return
        if not is_balanced(tokens):
            self._answer(guest, "PRN", tokens)
            return
        has_press = guest.seat is not None and guest.seat.level > 0
        try:
            request = read_client_message(self.board, tokens, press=has_press, partial_draws=self.options.partial_draws)
        except WrongTokenError as wrong:
            self._answer(guest, "HUH", (*tokens[: wrong.at], WORDS["ERR"], *tokens[wrong.at :]))
            return
        answer = self._reply(guest, request)
        if isinstance(answer, tuple):
            guest.link.send(answer)
        elif answer is not None:
            self._answer(guest, "YES" if answer else "REJ", tokens)
            if answer:
                self._after_yes(guest, request)
        self._tidy()

    def _answer(self, guest: Guest, word: str, about: Message) -> None:
        """A word around a whole message; only the word and ERR where that does not fit into a frame."""
        words = message(word, group(about))
        guest.link.send(words if 2 * len(words) <= LONGEST_BODY else message("HUH", group("ERR")))

    def _reply(self, guest: Guest, request: tuple[Any, ...]) -> bool | Message | None:
        """YES, REJ, another message, or ``None`` where there is no more to reply."""
        match request:
            case ("YES" | "REJ" | "HUH" | "PRN", _):
                return None
            case ("NME", name, version):
                return self._name(guest, name, version)
            case ("OBS",):
                return self._observe(guest)
            case ("IAM", power, passcode):
                return self._come_back(guest, power, passcode)
            case ("YES MAP" | "REJ MAP" as answer, _):
                self._map_answer(guest, accepted=answer == "YES MAP")
                return None
            case ("MAP",):
                return self._map()
            case ("MDF",):
                return definition_of(self.board)
            case _ if not self._has_begun or guest not in self._in_game():
                return False
            case ("HST", turn):
                return self._several(guest, self.game.history(turn))
            case ("HLO" | "SCO" | "NOW" | "ORD" | "MIS" | "SMR" as word,):
                return self._several(guest, self.game.again(guest, word))
            case _:
                return self._reply_in_game(guest, request)

    def _reply_in_game(self, guest: Guest, request: tuple[Any, ...]) -> bool | Message | None:
        match request:
            case ("SUB", turn, orders):
                return self.game.submit(guest, turn, orders)
            case ("NOT SUB", order):
                return self.game.withdraw(guest, order)
            case ("GOF" | "NOT GOF" as word,):
                return self.game.ready(guest, is_ready=word == "GOF")
            case ("DRW", powers):
                return self.game.vote(guest, powers)
            case ("NOT DRW",):
                return self.game.vote(guest, None)
            case ("TME" | "NOT TME" as word, seconds):
                return self.game.timer(guest, seconds, is_wanted=word == "TME")
            case ("SND", *asked):
                return self.game.press(guest, Send(*asked))
            case ("ADM", *_):
                return self._admin(guest, request)
            case _:
                return False

    def _several(self, guest: Guest, words: Sequence[Message] | None) -> bool | None:
        if words is None:
            return False
        for each in words:
            guest.link.send(each)
        return None

    def _after_yes(self, guest: Guest, request: tuple[Any, ...]) -> None:
        """Act on a YES."""
        match request:
            case ("NME" | "OBS", *_):
                guest.asked_at = self._clock()
                guest.link.send(self._map())
            case ("IAM", *_) if guest.seat is not None:
                self._to_all(message("NOT", group("CCD", group(self.board.power(guest.seat.power)))), but=guest)
            case ("SND", *asked):
                self.game.pass_on(guest, Send(*asked))
            case ("GOF",):
                missing = self.game.missing_after_ready(guest)
                if missing is not None:
                    guest.link.send(missing)
            case _:
                pass

    def _map(self) -> Message:
        return message("MAP", group(text_tokens(self.board.variant.id)))

    def _name(self, guest: Guest, name: str, version: str) -> bool:
        taken = sum(each.is_player for each in self._guests)
        is_new = not guest.is_player and not guest.is_observer
        if self._has_begun or not is_new or taken >= len(self.seats) or max(len(name), len(version)) > LONGEST_NAME:
            return False
        guest.name, guest.version, guest.is_player = name, version, True
        return True

    def _observe(self, guest: Guest) -> bool:
        watching = sum(each.is_observer for each in self._guests)
        if guest.is_player or guest.is_observer or watching >= MOST_OBSERVERS or self._over_since is not None:
            return False
        guest.is_observer = True
        return True

    def _map_answer(self, guest: Guest, *, accepted: bool) -> None:
        if not accepted:
            guest.link.finish()
            return
        if guest.is_ready or not (guest.is_player or guest.is_observer):
            return
        guest.is_ready = True
        if guest.is_player:
            client = f"{guest.name} {guest.version}".strip()
            self._say(tr("{client} is ready ({count} of {seats})", client=client, count=len(self.ready), seats=len(self.seats)))
        if guest.is_observer and self._has_begun and self.game.ending is None:
            self.game.welcome(guest)

    def _come_back(self, guest: Guest, power: str, passcode: int) -> bool:
        seat = self.seats.get(power)
        is_free = seat is not None and seat.was_taken and seat.guest is None and seat.wrong_codes < MOST_WRONG_FOR_SEAT
        if not self._has_begun or self.game.ending is not None or guest.seat is not None or seat is None or not is_free:
            return False
        if not secrets.compare_digest(str(seat.passcode), str(passcode)):
            guest.wrong_codes += 1
            seat.wrong_codes += 1
            if guest.wrong_codes >= MOST_WRONG_CODES:
                guest.link.finish()
            return False
        seat.guest, seat.wrong_codes = guest, 0
        guest.seat, guest.name, guest.version = seat, seat.name, seat.version
        guest.is_player = guest.is_ready = True
        guest.is_observer = False
        self._say(tr("{power}: {seat} is back", power=seat.power, seat=seat.name))
        return True

    def _admin(self, guest: Guest, request: tuple[Any, ...]) -> bool:
        """Passed on where there is press, so that it is no way round a game without."""
        if self.options.level == 0 or guest.level_in(self.options.level) == 0:
            return False
        words = CLIENT.write(self.board, *request)
        for other in self._in_game():
            if other is not guest and (other.seat is None or other.seat.level > 0):
                other.link.send(words)
        return True

    def __repr__(self) -> str:
        return f"<Host {show(self._map(), self.board.vocabulary)}: {len(self._guests)} connected>"
