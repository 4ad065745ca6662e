"""MDF: what it says of a board, and the board that a server tells of, as one of ours or as a variant made of what it says."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from adjudicator.board import ARMY, FLEET, Board, Edge, Province, Terrain
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import Location
from adjudicator.variant import Calendar, CalendarStep, Power, Variant
from app.players.daide.board import COASTS, KINDS, DaideBoard, UnspeakableError
from app.players.daide.grammar import Phrase, Scan, coasted, phrase
from app.players.daide.language import Message
from app.players.daide.tokens import CLOSE, OPEN, STANDARD_NAMES, WORDS, Category, Token, category, is_province
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


Placed = tuple[Token, Token | None]
"""A kind of unit or a province, with a coast where one matters."""


class Definition(NamedTuple):
    """MDF."""

    powers: tuple[Token, ...]
    held: tuple[tuple[Token, tuple[Token, ...]], ...]
    """Centres by who begins with them, or UNO."""

    others: tuple[Token, ...]
    """The provinces that are no centres."""

    neighbours: tuple[tuple[Token, tuple[tuple[Placed, tuple[Placed, ...]], ...]], ...]
    """Steps of each kind of unit from each province."""

    @property
    def centres(self) -> frozenset[tuple[Token, Token]]:
        """Each centre with who begins with it."""
        return frozenset((centre, owner) for owner, centres in self.held for centre in centres)

    @property
    def ways(self) -> frozenset[UnitStep]:
        """Every step of a unit."""
        return frozenset(
            UnitStep(province, *unit, *target) for province, units in self.neighbours for unit, targets in units for target in targets
        )

    @property
    def says(self) -> object:
        """All of it, equal to that of another one which says it in another sequence."""
        return frozenset(self.powers), self.centres, frozenset(self.others), self.ways


def _read_owner(scan: Scan) -> Token:
    """The power whose home these centres are, or UNO; the first of several that share them in brackets."""
    each = scan.one()
    if each == OPEN:
        each = scan.one(lambda each: category(each) == Category.POWER)
        while scan.one() != CLOSE:
            pass
    return each


DEFINITION = phrase(
    "MDF ( power_token+ ) ( ( {* home province_token* } ) ( province_token* ) ) ( {* province_token {* unit place* } } )",
    home=Phrase(_read_owner, lambda _board, owner: (owner,)),
    unit=coasted("unit_token"),
    place=coasted("province_token"),
)


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


@lru_cache(maxsize=4)
def definition_of(board: DaideBoard) -> Message:
    """MDF: powers, who begins with which centres, the other provinces, and where units go from each."""
    return DEFINITION.write(board, _defined(board))


def _defined(board: DaideBoard) -> Definition:
    provinces = board.variant.board.provinces

    def tokens(codes: Iterable[str]) -> tuple[Token, ...]:
        return tuple(map(board.province, codes))

    homes = {code: each.home for code, each in provinces.items() if each.centre}
    centres = tuple(
        (WORDS["UNO"] if owner is None else board.power(owner), tokens(held))
        for owner, held in board.held(homes)
        if held or owner is not None
    )
    others = tokens(board.in_sequence(code for code, each in provinces.items() if not each.centre))
    neighbours = tuple((board.province(code), tuple(_units_from(board, code))) for code in board.in_sequence(provinces))
    return Definition(tuple(map(board.power, board.powers)), centres, others, neighbours)


def _units_from(board: DaideBoard, code: str) -> Iterator[tuple[Placed, tuple[Placed, ...]]]:
    """Yield the places to which units of each kind and on each coast of a province can go."""
    edges = [edge for edge in board.variant.board.edges if edge.origin.province == code]
    for letter, kind in KINDS.items():
        for origin in (None, *board.variant.board.provinces[code].coasts):
            targets = sorted(
                {
                    edge.target if letter == "F" else Location(edge.target.province)
                    for edge in edges
                    if edge.origin == Location(code, origin) and letter in edge.kinds
                },
                key=str,
            )
            if targets:
                yield (WORDS[kind], board.place(Location(code, origin))[1]), tuple(map(board.place, targets))


def board_of_definition(names: Mapping[str, Token], name: str, tokens: Message, known: Iterable[Variant] = ()) -> DaideBoard:
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
    scan = Scan(tokens)
    told = Definition(*DEFINITION.read(scan))
    scan.end()
    for variant in sorted(known, key=lambda each: each.id != name):
        if len(variant.board.provinces) != len(told.centres) + len(told.others):
            continue
        try:
            ours = DaideBoard(variant)
        except UnspeakableError:
            continue
        if dict(ours.vocabulary.names) == dict(names) and _defined(ours).says == told.says:
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
