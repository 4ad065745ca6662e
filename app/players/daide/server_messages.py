"""Messages of a server, read into values by a client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator import DislodgedUnit, Location, Order, Phase, Position, Retreat, Unit, Variant, legal_orders
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, Scan, WrongTokenError
from app.players.daide.orders import read_order, read_place
from app.players.daide.tokens import WORDS, Category, Token, category, is_integer, number_of


@dataclass(frozen=True, slots=True)
class DaideHello:
    """HLO."""

    power: str | None
    """``None`` for an observer."""

    passcode: int
    limits: Mapping[str, int] = field(default_factory=dict)
    """``LVL``, ``MTL``, ``PDA`` and so on; a word without a number has 1."""


@dataclass(frozen=True, slots=True)
class Now:
    """NOW."""

    phase: Phase
    units: tuple[Unit, ...]
    dislodged: Mapping[Unit, tuple[Location, ...]]
    """Dislodged units with the places that they may retreat to."""


@dataclass(frozen=True, slots=True)
class Carried:
    """ORD: what became of an order."""

    phase: Phase
    power: str
    order: Order
    results: tuple[str, ...]


def read_hello(board: DaideBoard, tokens: Message) -> DaideHello:
    """HLO.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("HLO")
    scan.open()
    power = None if scan.is_ahead("UNO") else _power(board, scan)
    if power is None:
        scan.any()
    scan.close()
    scan.open()
    passcode = number_of(scan.integer())
    scan.close()
    limits: dict[str, int] = {}
    if not scan.is_end():
        scan.open()
        while scan.is_ahead("("):
            scan.open()
            word = board.vocabulary.letters(scan.of(Category.PARAMETER))
            limits[word] = 1 if scan.is_ahead(")") else number_of(scan.integer())
            scan.close()
        scan.close()
    return DaideHello(power, passcode, limits)


def read_owners(board: DaideBoard, tokens: Message) -> Mapping[str, str]:
    """SCO: centres to the powers that own them.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("SCO")
    owners: dict[str, str] = {}
    while not scan.is_end():
        scan.open()
        power = None if scan.is_ahead("UNO") else _power(board, scan)
        if power is None:
            scan.any()
        while not scan.is_ahead(")"):
            centre = _province(board, scan)
            if power is not None:
                owners[centre] = power
        scan.close()
    return owners


def read_now(board: DaideBoard, tokens: Message) -> Now:
    """NOW.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("NOW")
    phase = _phase(board, scan)
    units: list[Unit] = []
    dislodged: dict[Unit, tuple[Location, ...]] = {}
    while not scan.is_end():
        scan.open()
        power, kind = scan.of(Category.POWER), scan.of(Category.UNIT)
        unit = board.unit_of(power, kind, read_place(board, scan))
        if scan.is_ahead("MRT"):
            scan.any()
            scan.open()
            places: list[Location] = []
            while not scan.is_ahead(")"):
                places.append(read_place(board, scan))
            scan.close()
            dislodged[unit] = tuple(places)
        else:
            units.append(unit)
        scan.close()
    return Now(phase, tuple(sorted(units, key=str)), dislodged)


def read_carried(board: DaideBoard, tokens: Message) -> Carried:
    """ORD.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("ORD")
    phase = _phase(board, scan)
    written = read_order(board, scan)
    scan.open()
    results: list[str] = []
    while not scan.is_ahead(")"):
        results.append(board.vocabulary.letters(scan.of(Category.RESULT)))
    scan.close()
    return Carried(phase, written.power, written.order, tuple(results))


def read_winners(board: DaideBoard, tokens: Message) -> tuple[str, ...]:
    """The powers of SLO, or of DRW where it names some.

    Raises:
        WrongTokenError: it is neither.
    """
    scan = Scan(tokens)
    scan.word("SLO", "DRW")
    if scan.is_end():
        return ()
    found = [board.power_of(each) for each in scan.several(Category.POWER)]
    return tuple(each for each in found if each is not None)


def read_seconds(tokens: Message) -> int:
    """The seconds of TME.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("TME")
    scan.open()
    seconds = number_of(scan.integer())
    scan.close()
    return seconds


def read_press(board: DaideBoard, tokens: Message) -> tuple[str, tuple[str, ...], Message]:
    """Read the sender, the receivers and the words of the press of FRM.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("FRM")
    scan.open()
    sender = _power(board, scan)
    while scan.ahead is not None and is_integer(scan.ahead):  # an older form numbers its messages
        scan.any()
    scan.close()
    receivers = tuple(board.power_of(each) or "" for each in scan.several(Category.POWER))
    return sender, receivers, scan.inside()


def position_told(variant: Variant, now: Now, owners: Mapping[str, str]) -> Position:
    """The position of NOW and SCO by themselves, without what was before.

    The origin of a dislodgement is not sent; retreats that are not in its list are barred by name.
    """
    dislodged = tuple(sorted((DislodgedUnit(unit, unit.province) for unit in now.dislodged), key=str))
    bare = Position(now.phase, now.units, owners, dislodged)
    barred: dict[str, str] = {}
    for unit, places in now.dislodged.items():
        for order in legal_orders(variant, bare, unit.location):
            if isinstance(order, Retreat) and order.target not in places:
                barred[f"{unit.power} {order}"] = "the server"
    return Position(now.phase, now.units, owners, dislodged, barred=barred)


def retreats_in(variant: Variant, position: Position) -> Mapping[Unit, frozenset[Location]]:
    """The places that each dislodged unit of a position may retreat to."""
    found = {}
    for each in position.dislodged:
        legal = legal_orders(variant, position, each.unit.location)
        found[each.unit] = frozenset(order.target for order in legal if isinstance(order, Retreat))
    return found


def _power(board: DaideBoard, scan: Scan) -> str:
    at = scan.at
    power = board.power_of(scan.of(Category.POWER))
    if power is None:
        raise WrongTokenError(at)
    return power


def _province(board: DaideBoard, scan: Scan) -> str:
    at = scan.at
    province = board.province_of(scan.province())
    if province is None:
        raise WrongTokenError(at)
    return province


def _phase(board: DaideBoard, scan: Scan) -> Phase:
    scan.open()
    season, year = scan.of(Category.SEASON), scan.integer()
    scan.close()
    return board.turns.phase(season, year)


def unit_in(board: DaideBoard, part: Message) -> Unit | None:
    """The unit that a part of MIS names; ``None`` where it names none."""
    scan = Scan(part)
    try:
        return board.unit_of(scan.of(Category.POWER), scan.of(Category.UNIT), read_place(board, scan))
    except WrongTokenError:
        return None


def is_about(tokens: Message, word: str) -> bool:
    """Return True if a YES, REJ, HUH or PRN is about a message of this word."""
    inner: list[Token] = [each for each in tokens[1:3] if category(each) == Category.COMMAND]
    return inner[:1] == [WORDS[word]]
