"""Messages of a client: the values that they are, and the table by which each is read and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator import Phase
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import (
    ANY_POWER,
    INSIDE,
    NUMBER,
    SECONDS,
    TEXT,
    TURN,
    TURN_IF_ANY,
    Phrase,
    Scan,
    bracketed,
    choice,
    many,
    mapped,
    of,
    optional,
    record,
)
from app.players.daide.language import Message
from app.players.daide.orders import ORDER, WrittenOrder
from app.players.daide.press import NUMBERS_AHEAD, PRESS, PressNumbers
from app.players.daide.tokens import Category, Token

ASKED_AGAIN = ("HLO", "SCO", "NOW", "ORD", "MIS", "SMR", "MAP", "MDF")
"""Words that alone are a request of a client."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """NME: it wants a seat."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observe:
    """OBS: it wants to look on."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """IAM: it had a seat."""

    power: str
    passcode: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One of ``ASKED_AGAIN``."""

    word: str


@dataclass(frozen=True, slots=True)
class AskHistory:
    """HST, of one turn or of all."""

    turn: Phase | None


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """YES or REJ to MAP."""

    name: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Submit:
    """SUB: orders."""

    turn: Phase | None
    orders: tuple[WrittenOrder, ...]


@dataclass(frozen=True, slots=True)
class Withdraw:
    """NOT (SUB): one order, or all."""

    order: WrittenOrder | None


@dataclass(frozen=True, slots=True)
class OrdersReady:
    """GOF, or NOT (GOF)."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class VoteDraw:
    """DRW, or NOT (DRW)."""

    wanted: bool
    powers: tuple[str, ...]
    """Powers that are to share in it; empty for all that are left."""


@dataclass(frozen=True, slots=True)
class Timer:
    """TME: the time that is left is asked for, or notices before the deadline."""

    seconds: int | None
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Admin:
    """ADM: words to everybody."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Send:
    """SND: press."""

    turn: Phase | None
    receivers: tuple[Token, ...]
    numbers: PressNumbers | None
    """Numbering of press words by its writer, where it can be known."""

    press: Message


@dataclass(frozen=True, slots=True)
class Taken:
    """HUH, PRN, or YES or REJ to something of the server's: never answered."""

    word: str
    about: Message


ClientMessage = (
    SeatRequest
    | Observe
    | ComeBack
    | Ask
    | AskHistory
    | MapAnswer
    | Submit
    | Withdraw
    | OrdersReady
    | VoteDraw
    | Timer
    | Admin
    | Send
    | Taken
)

_SHARING = mapped(bracketed(many(ANY_POWER, 1)), lambda _scan, powers: tuple(sorted(set(powers))), lambda _board, powers: powers)
ADMIN = record(Admin, "ADM", name=TEXT, text=TEXT)
SEND = record(
    Send, "SND", turn=TURN_IF_ANY, receivers=bracketed(many(of(Category.POWER), 1)), numbers=NUMBERS_AHEAD, press=bracketed(PRESS)
)
CLIENT_PHRASES: tuple[Phrase[Any], ...] = (
    record(SeatRequest, "NME", name=TEXT, version=TEXT),
    record(Observe, "OBS"),
    record(ComeBack, "IAM", power=bracketed(ANY_POWER), passcode=bracketed(NUMBER)),
    *(record(Ask, word, word=word) for word in ASKED_AGAIN),
    record(AskHistory, "HST", turn=optional(TURN)),
    record(MapAnswer, "YES ( MAP", name=TEXT, accepted=True),
    record(MapAnswer, "REJ ( MAP", name=TEXT, accepted=False),
    record(Submit, "SUB", turn=TURN_IF_ANY, orders=many(ORDER, 1)),
    record(Withdraw, "NOT ( SUB", order=optional(ORDER)),
    record(OrdersReady, "GOF", is_ready=True),
    record(OrdersReady, "NOT ( GOF", is_ready=False),
    record(VoteDraw, "DRW", powers=optional(_SHARING, lambda scan: scan.partial_draws and scan.has_more, ()), wanted=True),
    record(VoteDraw, "NOT ( DRW", powers=(), wanted=False),
    record(Timer, "TME", seconds=optional(SECONDS), wanted=True),
    record(Timer, "NOT ( TME", seconds=optional(SECONDS), wanted=False),
    ADMIN,
    *(record(Taken, word, word=word, about=INSIDE) for word in ("YES", "REJ", "HUH", "PRN")),
    SEND,
)
"""Every message of a client."""

CLIENT = choice(*CLIENT_PHRASES)
_SILENT = choice(*(each for each in CLIENT_PHRASES if each is not SEND))


def read_client_message(board: DaideBoard, tokens: Message, *, press: bool = False, partial_draws: bool = False) -> ClientMessage:
    """Read the message of a client; its brackets match.

    Args:
        board: the words.
        tokens: the message.
        press: whether there is press in this game.
        partial_draws: whether a vote may name those who share in a draw.

    Raises:
        WrongTokenError: it is nothing that a client says.
    """
    scan = Scan(tokens, board, partial_draws=partial_draws)
    found: ClientMessage = (CLIENT if press else _SILENT).read(scan)
    scan.end()
    return found
