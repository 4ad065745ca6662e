"""Messages of a client, read into values; the first token that is wrong is where the grammar breaks."""

from __future__ import annotations

from dataclasses import dataclass

from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, Scan, WrongTokenError
from app.players.daide.orders import WrittenOrder, read_order
from app.players.daide.press import PressNumbers, PressReader, numbers_shown
from app.players.daide.tokens import OPEN, WORDS, Category, Token, category, number_of

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

    turn: Message | None


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """YES or REJ to MAP."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class Submit:
    """SUB: orders."""

    turn: Message | None
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

    turn: Message | None
    receivers: tuple[Token, ...]
    press: Message
    numbers: PressNumbers | None
    """Numbering of press words by its writer, where it can be known."""


@dataclass(frozen=True, slots=True)
class Taken:
    """HUH, PRN, or YES or REJ to something of the server's: never answered."""


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
    scan = Scan(tokens)
    found = _read(board, scan, press=press, partial_draws=partial_draws)
    scan.end()
    return found


def _read(board: DaideBoard, scan: Scan, *, press: bool, partial_draws: bool) -> ClientMessage:
    for word in ASKED_AGAIN:
        if scan.is_ahead(word):
            scan.any()
            return Ask(word)
    words = ("NME", "OBS", "IAM", "HST", "YES", "REJ", "SUB", "NOT", "GOF", "DRW", "TME", "ADM", "HUH", "PRN", "SND")
    first = scan.word(*(words if press else words[:-1]))
    match next(word for word in words if WORDS[word] == first):
        case "NME":
            return SeatRequest(scan.text(), scan.text())
        case "OBS":
            return Observe()
        case "IAM":
            return _come_back(board, scan)
        case "HST":
            return AskHistory(None if scan.is_end() else _turn(scan))
        case "YES" | "REJ":
            return _answer(scan, accepted=first == WORDS["YES"])
        case "SUB":
            return _submit(board, scan)
        case "NOT":
            return _not(board, scan)
        case "GOF":
            return OrdersReady(is_ready=True)
        case "DRW":
            return _draw(board, scan, partial_draws=partial_draws)
        case "TME":
            return Timer(None) if scan.is_end() else Timer(_seconds(scan))
        case "ADM":
            return Admin(scan.text(), scan.text())
        case "SND":
            return _send(scan, partial_draws=partial_draws)
        case _:
            scan.inside()
            return Taken()


def _come_back(board: DaideBoard, scan: Scan) -> ComeBack:
    scan.open()
    power = scan.of(Category.POWER)
    scan.close()
    scan.open()
    passcode = scan.integer()
    scan.close()
    return ComeBack(board.power_of(power) or "", number_of(passcode))


def _turn(scan: Scan) -> Message:
    scan.open()
    found = (scan.of(Category.SEASON), scan.integer())
    scan.close()
    return found


def _turn_if_any(scan: Scan) -> Message | None:
    after = scan.tokens[scan.at + 1] if scan.ahead == OPEN and scan.at + 1 < len(scan.tokens) else None
    return _turn(scan) if after is not None and category(after) == Category.SEASON else None


def _answer(scan: Scan, *, accepted: bool) -> ClientMessage:
    scan.open()
    if scan.is_ahead("MAP"):
        scan.any()
        scan.text()
        scan.close()
        return MapAnswer(accepted)
    scan.at -= 1
    scan.inside()
    return Taken()


def _submit(board: DaideBoard, scan: Scan) -> Submit:
    turn = _turn_if_any(scan)
    orders = [read_order(board, scan)]
    while not scan.is_end():
        orders.append(read_order(board, scan))
    return Submit(turn, tuple(orders))


def _not(board: DaideBoard, scan: Scan) -> ClientMessage:
    scan.open()
    found: ClientMessage
    word = scan.word("SUB", "GOF", "DRW", "TME")
    if word == WORDS["SUB"]:
        found = Withdraw(None if scan.is_ahead(")") else read_order(board, scan))
    elif word == WORDS["GOF"]:
        found = OrdersReady(is_ready=False)
    elif word == WORDS["DRW"]:
        found = VoteDraw(wanted=False, powers=())
    else:
        found = Timer(None if scan.is_ahead(")") else _seconds(scan), wanted=False)
    scan.close()
    return found


def _draw(board: DaideBoard, scan: Scan, *, partial_draws: bool) -> VoteDraw:
    if not partial_draws or scan.is_end():
        return VoteDraw(wanted=True, powers=())
    powers = scan.several(Category.POWER)
    return VoteDraw(wanted=True, powers=tuple(sorted({board.power_of(each) or "" for each in powers})))


def _seconds(scan: Scan) -> int:
    scan.open()
    at, seconds = scan.at, number_of(scan.integer())
    if seconds < 0:
        raise WrongTokenError(at)
    scan.close()
    return seconds


def _send(scan: Scan, *, partial_draws: bool) -> Send:
    turn = _turn_if_any(scan)
    receivers = scan.several(Category.POWER)
    scan.open()
    begun = scan.at
    press = PressReader(scan, partial_draws=partial_draws).message()
    numbers = numbers_shown(scan.tokens[begun : scan.at])
    scan.close()
    return Send(turn, receivers, press, numbers)
