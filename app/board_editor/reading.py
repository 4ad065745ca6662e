"""Contents of the bench as read: the variant as far as it can be read, its provinces, the drawing, and every fault of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator.board import ARMY, FLEET, Board, BoardError, Edge, Province, Terrain
from adjudicator.unit import Location
from app.board_editor.forms.manifest import Manifest
from languages import tr
from variants.check import check_variant
from variants.compiled import CompiledBoard
from variants.fault import Fault, FaultKind, Severity, VariantError
from variants.inherit import read_layers
from variants.reader import VariantFolder, read_with_faults
from variants.reviewed import DividedLand, Doubt, Review, ReviewedFault
from variants.source import MANIFEST, MemorySource, SourceFinder, is_drawing
from variants.toml_text import TomlText, read_toml

if TYPE_CHECKING:  # brings in the geometry library, which only a drawing waits for
    from app.board_editor.beginning import Answers, Beginning
    from variants.compile.bare_drawing import CodedDrawing

Coasts = Mapping[str, tuple[str, ...]]
"""Coast to where one may go from there; ``""`` where none is named."""

_EMPTY: Mapping[str, Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ProvinceRow:
    """A province as the table shows it: as it is written, whether or not it can be played."""

    code: str
    name: str
    terrain: str
    centre: bool
    territory: str
    home: str
    """The power whose home it is."""
    army: tuple[str, ...]
    fleet: Coasts
    is_listed: bool
    """True if the variant has it; False for one that is only drawn."""
    is_drawn: bool
    trouble: Severity | None = None
    """The worst fault that is about it."""

    @property
    def fleet_count(self) -> int:
        """To how many provinces fleets may go, from any of its coasts."""
        return len({place.partition("/")[0] for places in self.fleet.values() for place in places})


@dataclass(frozen=True, slots=True)
class OnTheBench:
    """Contents of the bench, as a value."""

    files: Mapping[str, bytes] = field(repr=False)
    folder: VariantFolder | None
    """The variant, where it can be read."""
    rules: Board
    """The board as far as it can be read; what the drawing is read with."""
    drawing: str
    """The name of the drawing in view; empty without one."""
    rows: tuple[ProvinceRow, ...]
    faults: tuple[Fault, ...]
    board: CompiledBoard | None = None
    """The drawing, as soon as it was made."""
    is_whole: bool = False
    """True if the drawing's own faults are among :attr:`faults`."""
    found: tuple[ReviewedFault, ...] = ()
    """The faults with the ground they stand on, those that are known already among them; none before all is read."""
    doubts: tuple[Doubt, ...] = ()
    """Borders that the drawing leaves open, the shortest first."""
    lands: tuple[DividedLand, ...] = ()
    """Lands between two waters."""
    table: Mapping[str, object] = field(default_factory=dict, repr=False)
    """Table of the variant's file with all that it extends, as far as it can be read."""
    beginning: Beginning | None = None
    """Proposal for a drawing beside which there is no variant; it is drawn with the codes that it would have."""
    written: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """The files as they are written, where they look different."""

    @property
    def manifest(self) -> Manifest | None:
        """The variant's file as its forms see it; ``None`` where there is none that can be read."""
        content = self.files.get(MANIFEST)
        return Manifest(content, self.table) if content is not None and self.table else None

    @property
    def title(self) -> str:
        """The variant's name, or its drawing's."""
        if self.folder is not None:
            return self.folder.variant.name
        name = _table(self.files.get(MANIFEST, b"")).get("name")
        return name if isinstance(name, str) and name else self.drawing or "Nothing"

    @property
    def silenced(self) -> tuple[ReviewedFault, ...]:
        """Faults that the designer knows of, each with the reason."""
        return tuple(each for each in self.found if each.reason is not None)

    def ground_of(self, fault: Fault) -> ReviewedFault | None:
        """*fault* with the ground it stands on."""
        return next((each for each in self.found if each.fault == fault), None)

    @property
    def errors(self) -> int:
        """Number of faults that stand in the way of playing."""
        return sum(fault.severity is Severity.ERROR for fault in self.faults)

    def row(self, code: str) -> ProvinceRow | None:
        """The province of that code."""
        return next((each for each in self.rows if each.code == code), None)


def put_on_bench(
    files: Mapping[str, bytes],
    label: str,
    library: SourceFinder,
    chosen: str = "",
    answers: Answers | None = None,
    sketched: Callable[[OnTheBench], None] | None = None,
) -> OnTheBench:
    """Read *files* as a variant, without the drawing.

    Args:
        label: the folder's name.
        library: where what it extends is found.
        chosen: the drawing to use; the variant's first unless given.
        answers: the answers on a drawing beside which there is no variant.
        sketched: handed such a drawing's bare shapes, long before all that it proposes is known.
    """
    if MANIFEST not in files:
        drawing = chosen or next((name for name in sorted(files) if name.lower().endswith((".svg", ".svgz"))), "")
        return _lone_drawing(files, drawing, answers, sketched)
    folder, faults = read_with_faults(MemorySource(label, files), library)
    toml = _toml(files[MANIFEST])
    tables = {} if toml is None else _provinces(toml.table)
    if folder is not None:
        rules = folder.variant.board
        drawing = next((each.file for each in folder.maps if each.file == chosen), folder.maps[0].file if folder.maps else "")
        faults = (*faults, *(each for each in check_variant(folder) if each not in faults))
    else:
        rules = _loose_board(tables)
        drawing = chosen if chosen in files else _first_drawing(toml, files)
    table = {} if toml is None else _whole_table(files, label, library) or toml.table
    return OnTheBench(files, folder, rules, drawing, _rows(tables, folder, None, faults), faults, table=table)


def _whole_table(files: Mapping[str, bytes], label: str, library: SourceFinder) -> Mapping[str, object]:
    """Return the table of the file with all that it extends; empty where that cannot be read."""
    try:
        return read_layers(MemorySource(label, {MANIFEST: files[MANIFEST]}), library)[0].table
    except VariantError:
        return {}


def _lone_drawing(
    files: Mapping[str, bytes], drawing: str, answers: Answers | None, sketched: Callable[[OnTheBench], None] | None
) -> OnTheBench:
    """A drawing beside which there is no variant: with the provinces, the codes and the steps that it proposes."""
    # Drawing libraries are loaded only where a drawing alone is looked at.
    from app.board_editor.beginning import look_at

    fault = Fault(drawing, None, tr("there is no variant yet"), tr("a variant begun from it"), Severity.WARNING)
    if not drawing:
        return OnTheBench(files, None, _loose_board({}), drawing, (), (fault,))

    def seen(coded: CodedDrawing, sketch: CompiledBoard) -> None:
        names = coded.names
        tables = {code: {"name": names.get(code, code), "terrain": each.terrain.value} for code, each in sketch.provinces.items()}
        rows = tuple(replace(row, is_listed=False) for row in _rows(tables, None, None, ()))
        shown = {**files, drawing: coded.content}
        if sketched is not None:
            sketched(OnTheBench(shown, None, _loose_board(tables), drawing, rows, (fault,), sketch, written=files))

    try:
        beginning = look_at(files[drawing], drawing, answers, None if sketched is None else seen)
    except VariantError as error:
        return OnTheBench(files, None, _loose_board({}), drawing, (), (fault, *error.faults))
    names = beginning.coded.names
    tables: dict[str, dict[str, object]] = {}
    for code, each in beginning.proposal.provinces.items():
        coasts = {coast: {"fleet": list(places)} for coast, places in each.fleet.items() if coast}
        name = names.get(code, each.name)
        plain = {"name": name, "terrain": each.terrain.value, "centre": each.centre, "army": list(each.army)}
        tables[code] = {**plain, **({"coasts": coasts} if coasts else {"fleet": list(each.fleet.get("", ()))})}
    rules = _loose_board(tables)
    rows = tuple(replace(row, is_listed=False) for row in _rows(tables, None, None, ()))
    faults = (fault, *beginning.proposal.faults, *beginning.unread)
    shown = {**files, drawing: beginning.coded.content}
    return OnTheBench(shown, None, rules, drawing, rows, faults, beginning=beginning, written=files)


def with_drawing(bench: OnTheBench, board: CompiledBoard | None, faults: tuple[Fault, ...], *, is_whole: bool) -> OnTheBench:
    """The same with its drawing made, as far as it is; *faults* are those of the drawing."""
    found = (*bench.faults, *(each for each in faults if each not in bench.faults))
    tables = _provinces(_table(bench.files.get(MANIFEST, b"")))
    rows = bench.rows if MANIFEST not in bench.files else _rows(tables, bench.folder, board, found)
    return replace(bench, rows=rows, faults=found, board=board, is_whole=is_whole)


def with_review(bench: OnTheBench, board: CompiledBoard | None, found: Review) -> OnTheBench:
    """The same with everything that was found in its file and its drawing."""
    told = (*found.faults, *(each for each in bench.faults if MANIFEST not in bench.files and each not in found.faults))
    if bench.beginning is not None:  # the terrain of its provinces is asked for, not reported as a fault
        told = tuple(each for each in told if each.kind is not FaultKind.TERRAIN)
    tables = _provinces(_table(bench.files.get(MANIFEST, b"")))
    rows = bench.rows if MANIFEST not in bench.files else _rows(tables, bench.folder, board, told)
    doubts = tuple(sorted(found.doubts, key=lambda each: (each.length, each.pair)))
    return replace(bench, rows=rows, faults=told, board=board, is_whole=True, found=found.found, doubts=doubts, lands=found.lands)


def codes_of(fault: Fault, known: Mapping[str, object] | frozenset[str]) -> tuple[str, ...]:
    """The provinces that *fault* is about, as far as it says so."""
    if fault.places:
        return tuple(dict.fromkeys(code for place in fault.places if (code := place.partition("/")[0]) in known))
    words = [*fault.element.upper().replace("UNIT:", "").replace("SC:", "").replace("-", " ").replace("/", " ").split()]
    words += fault.what.replace(",", " ").replace("/", " ").replace("'", " ").split()
    return tuple(dict.fromkeys(word for word in words if word in known))


def _toml(content: bytes) -> TomlText | None:
    try:
        return read_toml(MANIFEST, content, keep_going=True)
    except VariantError:
        return None


def _table(content: bytes) -> Mapping[str, object]:
    read = _toml(content)
    return {} if read is None else read.table


def _provinces(table: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    found = table.get("provinces")
    if not isinstance(found, dict):
        return _EMPTY
    return {code: each for code, each in found.items() if isinstance(each, dict)}


def _first_drawing(toml: TomlText | None, files: Mapping[str, bytes]) -> str:
    maps = None if toml is None else toml.table.get("maps")
    for each in maps.values() if isinstance(maps, dict) else ():
        file = each.get("file") if isinstance(each, dict) else None
        if isinstance(file, str) and file in files:
            return file
    return next((name for name in sorted(files) if is_drawing(name)), "")


def _loose_board(tables: Mapping[str, Mapping[str, object]]) -> Board:
    """A board of all provinces that have a code of their own, with those steps that are written between them."""
    found: list[Province] = []
    for code, table in tables.items():
        terrain = table.get("terrain")
        coasts = table.get("coasts")
        name = table.get("name")
        found.append(
            Province(
                code,
                name if isinstance(name, str) and name else code,
                Terrain(terrain) if isinstance(terrain, str) and terrain in set(Terrain) else Terrain.INLAND,
                tuple(coasts) if isinstance(coasts, dict) else (),
                table.get("centre") is True,
            )
        )
    try:
        return Board.of(tuple(found), (ARMY, FLEET), _loose_edges(tables, {each.code: each for each in found}))
    except BoardError:
        return Board.of((), (ARMY, FLEET), ())


def _loose_edges(tables: Mapping[str, Mapping[str, object]], known: Mapping[str, Province]) -> tuple[Edge, ...]:
    """The steps that lists of neighbours name, whether or not they go both ways."""
    found: list[Edge] = []
    for code, table in tables.items():
        lists = [("A", "", _texts(table.get("army")))]
        lists += [("F", coast, places) for coast, places in _fleets(table).items()]
        for kind, coast, places in lists:
            if coast and coast not in known[code].coasts:
                continue
            for place in places:
                target, _, shore = place.partition("/")
                if target in known and (not shore or shore in known[target].coasts):
                    found.append(Edge(Location(code, coast or None), Location(target, shore or None), frozenset({kind})))
    return tuple(found)


def _rows(
    tables: Mapping[str, Mapping[str, object]], folder: VariantFolder | None, board: CompiledBoard | None, faults: tuple[Fault, ...]
) -> tuple[ProvinceRow, ...]:
    inherited = {} if folder is None else folder.variant.board.provinces
    drawn = {} if board is None else board.provinces
    codes = sorted({*tables, *inherited, *drawn})
    troubles: dict[str, Severity] = {}
    known = frozenset(codes)
    for fault in faults:
        for code in codes_of(fault, known):
            if troubles.get(code) is not Severity.ERROR:
                troubles[code] = fault.severity
    steps = {} if folder is None else _steps(folder.variant.board)
    rows: list[ProvinceRow] = []
    for code in codes:
        table, province = tables.get(code, {}), inherited.get(code)
        army, fleet = steps.get(code) or (_texts(table.get("army")), _fleets(table))
        rows.append(
            ProvinceRow(
                code,
                str(table.get("name", "" if province is None else province.name)),
                str(table.get("terrain", "" if province is None else province.terrain)),
                table.get("centre", province is not None and province.centre) is True,
                str(table.get("territory", "" if province is None else province.territory or "")),
                "" if province is None else province.home or "",
                army,
                fleet,
                code in tables or province is not None,
                board is None or code in drawn,
                troubles.get(code),
            )
        )
    return tuple(rows)


def _steps(board: Board) -> dict[str, tuple[tuple[str, ...], Coasts]]:
    army: dict[str, set[str]] = {}
    fleet: dict[str, dict[str, set[str]]] = {}
    for edge in board.edges:
        if "A" in edge.kinds:
            army.setdefault(edge.origin.province, set()).add(str(edge.target))
        if "F" in edge.kinds:
            fleet.setdefault(edge.origin.province, {}).setdefault(edge.origin.coast or "", set()).add(str(edge.target))
    return {
        code: (
            tuple(sorted(army.get(code, ()))),
            {coast: tuple(sorted(places)) for coast, places in sorted(fleet.get(code, {}).items())},
        )
        for code in board.provinces
    }


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _fleets(table: Mapping[str, object]) -> Coasts:
    found = {"": _texts(table.get("fleet"))} if "fleet" in table else {}
    coasts = table.get("coasts")
    for coast, each in coasts.items() if isinstance(coasts, dict) else ():
        found[coast] = _texts(each.get("fleet") if isinstance(each, dict) else each)
    return found
