"""MDF read: the board that a server tells of, as one of ours or as a variant made of what it says."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.board import ARMY, FLEET, Board, Edge, Province, Terrain
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import Location
from adjudicator.variant import Calendar, CalendarStep, Power, Variant
from app.players.daide.board import COASTS, DaideBoard, UnspeakableError
from app.players.daide.language import Message, Scan
from app.players.daide.tokens import OPEN, STANDARD_NAMES, WORDS, Category, Token, category, is_province
from languages import tr

_COAST_OF = {WORDS[word]: coast for coast, word in COASTS.items()}
_CALENDAR = Calendar(
    (
        CalendarStep("S", PhaseKind.MOVEMENT),
        CalendarStep("S", PhaseKind.RETREAT),
        CalendarStep("F", PhaseKind.MOVEMENT),
        CalendarStep("F", PhaseKind.RETREAT, captures=True),
        CalendarStep("W", PhaseKind.ADJUSTMENT),
    ),
    {"S": "Spring", "F": "Fall", "W": "Winter"},
)


@dataclass(frozen=True, slots=True)
class UnitStep:
    """A step that a kind of unit may take."""

    province: Token
    kind: Token
    coast: Token | None
    target: Token
    target_coast: Token | None


@dataclass(frozen=True, slots=True)
class Definition:
    """Contents of MDF, whatever the sequence in which it has them."""

    powers: frozenset[Token]
    centres: frozenset[tuple[Token, Token]]
    """Each centre with who begins with it, or UNO."""

    others: frozenset[Token]
    ways: frozenset[UnitStep]


def names_of(body: bytes) -> Mapping[str, Token]:
    """Powers and provinces as RM names them; the standard ones where it is empty.

    Raises:
        ValueError: the body is no list of names.
    """
    if not body:
        return STANDARD_NAMES
    if len(body) % 6:
        raise ValueError(tr("RM is no list of names of six bytes"))
    found: dict[str, Token] = {}
    for each, letters, _ in struct.iter_unpack(">H3sc", body):
        name = letters.decode("ascii", "replace").upper()
        if not (name.isascii() and name.isalpha()) or name in found or not (category(each) == Category.POWER or is_province(each)):
            raise ValueError(tr("RM has a name that cannot be: {name!r}", name=name))
        found[name] = each
    return found


def read_definition(tokens: Message) -> Definition:
    """MDF as a value.

    Raises:
        WrongTokenError: it is none.
    """
    scan = Scan(tokens)
    scan.word("MDF")
    powers = frozenset(scan.several(Category.POWER))
    scan.open()
    scan.open()
    centres: set[tuple[Token, Token]] = set()
    while scan.is_ahead("("):
        scan.open()
        owners = [WORDS["UNO"] if scan.is_ahead("UNO") else scan.ahead or 0]
        scan.any()
        if owners[0] == OPEN:  # centres that several powers share as home: they belong to the first
            owners = [scan.of(Category.POWER)]
            while not scan.is_ahead(")"):
                scan.any()
            scan.close()
        while not scan.is_ahead(")"):
            centres.add((scan.province(), owners[0]))
        scan.close()
    scan.close()
    scan.open()
    others: set[Token] = set()
    while not scan.is_ahead(")"):
        others.add(scan.province())
    scan.close()
    scan.close()
    scan.open()
    ways: set[UnitStep] = set()
    while scan.is_ahead("("):
        ways.update(_ways(scan))
    scan.close()
    scan.end()
    return Definition(powers, frozenset(centres), frozenset(others), frozenset(ways))


def _ways(scan: Scan) -> Iterable[UnitStep]:
    scan.open()
    province = scan.province()
    found: list[UnitStep] = []
    while scan.is_ahead("("):
        scan.open()
        coast: Token | None = None
        if scan.is_ahead("("):
            scan.open()
            kind, coast = scan.of(Category.UNIT), scan.of(Category.COAST)
            scan.close()
        else:
            kind = scan.of(Category.UNIT)
        while not scan.is_ahead(")"):
            if scan.is_ahead("("):
                scan.open()
                found.append(UnitStep(province, kind, coast, scan.province(), scan.of(Category.COAST)))
                scan.close()
            else:
                found.append(UnitStep(province, kind, coast, scan.province(), None))
        scan.close()
    scan.close()
    return found


def board_told(names: Mapping[str, Token], name: str, tokens: Message, known: Iterable[Variant] = ()) -> DaideBoard:
    """The board that RM, MAP and MDF tell of: one of ours where it is the same, else one made of what they say.

    Args:
        names: of RM.
        name: of MAP.
        tokens: MDF.
        known: our variants; one of that name is preferred, then the first that is the same.

    Raises:
        WrongTokenError: MDF is none.
        ValueError: what it says is no board.
    """
    told = read_definition(tokens)
    for variant in sorted(known, key=lambda each: each.id != name):
        if len(variant.board.provinces) != len(told.centres) + len(told.others):
            continue
        try:
            ours = DaideBoard(variant)
        except UnspeakableError:
            continue
        if dict(ours.vocabulary.names) == dict(names) and read_definition(ours.definition) == told:
            return ours
    return DaideBoard(_variant(names, name, told), names)


def _variant(names: Mapping[str, Token], name: str, told: Definition) -> Variant:
    """A variant of standard rules on the board that the definition describes, without units."""
    letters = {each: name for name, each in names.items()}
    homes = dict(told.centres)
    coasts: dict[Token, set[str]] = {}
    for way in told.ways:
        if way.coast is not None:
            coasts.setdefault(way.province, set()).add(_COAST_OF[way.coast])
        if way.target_coast is not None:
            coasts.setdefault(way.target, set()).add(_COAST_OF[way.target_coast])
    provinces = [
        Province(
            letters[each],
            letters[each],
            _TERRAIN.get(category(each), Terrain.COASTAL),
            tuple(sorted(coasts.get(each, ()))),
            centre=each in homes,
            home=letters[homes[each]] if homes.get(each, WORDS["UNO"]) != WORDS["UNO"] else None,
        )
        for each in sorted({*homes, *told.others}, key=lambda each: letters[each])
    ]
    edges = sorted({_edge(letters, way) for way in told.ways}, key=lambda edge: (str(edge.origin), str(edge.target), sorted(edge.kinds)))
    called = {letters[each]: letters[each].title() for each in sorted(told.powers)}
    powers = {each: Power(each, words, words, each[0]) for each, words in called.items()}
    owners = {letters[each]: letters[owner] for each, owner in told.centres if owner != WORDS["UNO"]}
    return Variant(
        id=f"daide-{name.lower()}" if name.isalnum() else "daide",
        name=name or "A board of DAIDE",
        version="1",
        board=Board.of(tuple(provinces), (ARMY, FLEET), tuple(edges)),
        powers=powers,
        calendar=_CALENDAR,
        rules=Rules(),
        start=Position(Phase("S", 1901, PhaseKind.MOVEMENT), (), owners),
        victory=len(homes) // 2 + 1,
    )


_TERRAIN: Mapping[int, Terrain] = {
    Category.INLAND: Terrain.INLAND,
    Category.INLAND_CENTRE: Terrain.INLAND,
    Category.SEA: Terrain.SEA,
    Category.SEA_CENTRE: Terrain.SEA,
}


def _edge(letters: Mapping[Token, str], way: UnitStep) -> Edge:
    origin = Location(letters[way.province], None if way.coast is None else _COAST_OF[way.coast])
    target = Location(letters[way.target], None if way.target_coast is None else _COAST_OF[way.target_coast])
    return Edge(origin, target, frozenset({"A" if way.kind == WORDS["AMY"] else "F"}))
