"""Boards of godip and diplicity: the board as the Go text or the server's JSON has it, with the drawing beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.board import Terrain
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from languages import system_words, tr
from variants.compile.codes import LONGEST_COAST
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    PLAIN,
    DraftMap,
    DraftPower,
    DraftProvince,
    VariantDraft,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.godip_drawing import convert_godip_drawing
from variants.importers.godip_text import LARGEST_TEXT, GodipVariant, is_served_json, read_go, read_served
from variants.importers.mending import mend
from variants.importers.power_colours import read_colour, settle_colours
from variants.importers.result import Imported, ImportReport, ImportResult
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source, is_drawing

NEUTRAL = "Neutral"
_SEASONS = {"Spring": "S", "Fall": "F", "Winter": "W"}
_PHASES = {"Movement": PhaseKind.MOVEMENT, "Retreat": PhaseKind.RETREAT, "Adjustment": PhaseKind.ADJUSTMENT}
_BUILDS = {"": BuildPolicy.HOME, "Anywhere": BuildPolicy.ANY_OWNED, "AnyHomeCenter": BuildPolicy.ANY_HOME}
_KINDS = {"Army": "A", "Fleet": "F"}


def godip_boards(source: Source) -> list[str]:
    """The files of *source* in which a board of godip stands."""
    return [name for name in source.names() if is_godip(source, name)]


def is_godip(source: Source, name: str) -> bool:
    """Return True if the file *name* holds a board of godip, by its first bytes or its calls."""
    lowered = name.lower()
    if lowered.rpartition("/")[2] == "bindata.go" or lowered.endswith("_test.go") or not lowered.endswith((".go", ".json")):
        return False
    try:
        content = source.read(name)
    except (OSError, ValueError):
        return False
    if lowered.endswith(".json"):
        return is_served_json(content)
    return b"graph.New()" in content and b".Conn(" in content


def import_godip(source: Source, name: str) -> ImportResult:
    """The variant whose board stands in the file *name*.

    Raises:
        VariantError: there is no board in it that can be read.
    """
    report = ImportReport()
    said = _read(source, name)
    for line, what in said.unread:
        report.left_out(name, line, tr("{what} has no counterpart here", what=what), tr("left out"))
    folder, _, file = name.rpartition("/")
    title = said.name or folder.rpartition("/")[2] or file.rpartition(".")[0]
    draft = VariantDraft(free_id(slug(title)), title[:120], name, description=said.description[:1500])
    draft.notes.append("A board of godip and diplicity")
    if said.author:
        draft.notes.append(f"Made by {said.author}")
    codes = _provinces(draft, said)
    _steps(draft, said, codes, report)
    _powers(draft, said, codes, report)
    _game(draft, said, report)
    mend(draft, report)
    _draw(source, name, draft, codes, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _read(source: Source, name: str) -> GodipVariant:
    if name.lower().endswith(".json"):
        return read_served(source.read(name), name)
    folder = name.rpartition("/")[0]
    around = {folder, folder.rpartition("/")[0]}
    texts: dict[str, str] = {name: source.read(name)[: LARGEST_TEXT + 1].decode("utf-8", "replace")}
    for each in source.names():
        lowered = each.lower()
        besides = each != name and lowered.endswith(".go") and not lowered.endswith(("_test.go", "bindata.go"))
        if besides and each.rpartition("/")[0] in around:
            content = source.read(each)
            if (
                b"graph.New()" not in content
                and len(content) <= LARGEST_TEXT
                and (each.rpartition("/")[0] == folder or b"Start" in content)
            ):
                texts[each] = content.decode("utf-8", "replace")
    return read_go(texts, name)


def coast_code(word: str) -> str:
    """The name of a coast as boards have it: ``river`` is ``RIV``."""
    return word.upper()[:LONGEST_COAST]


def _provinces(draft: VariantDraft, said: GodipVariant) -> dict[str, str]:
    """All provinces of the draft; the codes by the words of the source."""
    codes: dict[str, str] = {}
    for word in dict.fromkeys(place.partition("/")[0] for place in said.places):
        if len(codes) >= MOST_PROVINCES:
            raise VariantError(
                (
                    Fault(
                        said.file,
                        said.places[word].line,
                        tr("too many places"),
                        tr("at most {most_provinces}", most_provinces=MOST_PROVINCES),
                    ),
                )
            )
        code = wanted = province_code(word)
        number = 2
        while code in codes.values():
            code, number = f"{wanted[:6]}{number}", number + 1
        codes[word] = code
    for word, code in codes.items():
        coasts = [coast_code(place.partition("/")[2]) for place in said.places if place.startswith(f"{word}/")]
        own = said.places.get(word)
        flags = set() if own is None else own.flags
        afloat = "Sea" in flags or bool(coasts)
        terrain = (
            (Terrain.COASTAL if "Land" in flags or coasts else Terrain.SEA) if afloat else Terrain.INLAND if flags else Terrain.IMPASSABLE
        )
        province = DraftProvince(code, said.names.get(word, word.upper()), terrain, coasts, word in said.centres)
        province.convoyable = "Convoyable" in flags and terrain is Terrain.COASTAL
        if word.upper() != code:
            province.aliases.append(word.upper())
        draft.provinces[code] = province
    return codes


def _steps(draft: VariantDraft, said: GodipVariant, codes: dict[str, str], report: ImportReport) -> None:
    """Every way that a unit can go: it stands at both ends, and the way itself is for its kind."""
    for place, node in said.places.items():
        word, _, coast = place.partition("/")
        origin = Location(codes[word], coast_code(coast) or None)
        for target, along in node.edges.items():
            there, _, other = target.partition("/")
            ends = said.places.get(target)
            if there not in codes or ends is None:
                report.left_out(
                    said.file,
                    node.line,
                    tr("{place} leads to an unknown place {target!r}", place=place, target=target[:20]),
                    tr("the step is left out"),
                )
                continue
            goal = Location(codes[there], coast_code(other) or None)
            for letter, flag in (("A", "Land"), ("F", "Sea")):
                if flag in along & node.flags & ends.flags and draft.can_stand(letter, origin) and draft.can_stand(letter, goal):
                    draft.steps[origin, goal, letter] = PLAIN


def _powers(draft: VariantDraft, said: GodipVariant, codes: dict[str, str], report: ImportReport) -> None:
    nations = [*said.nations, *said.centres.values(), *(each for _, _, each, _ in said.units), *said.owners.values()]
    used = {*said.centres.values(), *(each for _, _, each, _ in said.units), *said.owners.values()}
    by_name: dict[str, DraftPower] = {}
    neutral_units = any(nation == NEUTRAL for _, _, nation, _ in said.units)
    for nation in dict.fromkeys(nations):
        if nation not in used or (nation == NEUTRAL and not neutral_units):
            continue
        power = DraftPower(power_id(nation), nation, role="neutral" if nation == NEUTRAL else "playing")
        power.home = [codes[word] for word, owner in said.centres.items() if owner == nation and word in codes]
        owned = [codes[word] for word, owner in said.owners.items() if owner == nation and word in codes]
        power.owned = owned if said.owners else list(power.home)
        if nation == NEUTRAL:
            power.home = []
        power.colour = read_colour(said.colours.get(nation, ""))
        by_name[nation] = draft.powers[power.id] = power
    for word, owner in said.owners.items():
        if word in codes and owner in by_name:
            draft.provinces[codes[word]].centre = True
    for place, kind, nation, line in said.units:
        word, _, coast = place.partition("/")
        letter = _KINDS.get(kind)
        if letter is None or word not in codes or nation not in by_name:
            report.left_out(said.file, line, tr("the unit {kind} {place} cannot be placed", kind=kind[:20], place=place), tr("left out"))
            continue
        by_name[nation].units.append((letter, Location(codes[word], coast_code(coast) or None)))
    settle_colours(draft, report)


def _game(draft: VariantDraft, said: GodipVariant, report: ImportReport) -> None:
    draft.victory = said.victory
    draft.builds = _BUILDS[said.builds]
    if said.start is None:
        report.mended(said.file, None, tr("it does not say when it starts"), tr("it starts in {start}", start=draft.start))
        return
    year, season, kind = said.start
    if season not in _SEASONS or kind not in _PHASES:
        report.left_out(
            said.file,
            None,
            tr("the start {season} {year}, {kind}, is none of this calendar", season=season[:20], year=year, kind=kind[:20]),
            tr("spring, movement"),
        )
    draft.start = Phase(_SEASONS.get(season, "S"), year, _PHASES.get(kind, PhaseKind.MOVEMENT))


def _draw(source: Source, name: str, draft: VariantDraft, codes: dict[str, str], report: ImportReport) -> None:
    """The drawing that lies beside the text, else a plain board that is laid out."""
    for drawing in _drawings(source, name):
        try:
            svg = convert_godip_drawing(source.read(drawing), drawing, draft, codes, report)
        except (VariantError, OSError, ValueError) as error:
            report.unusable(drawing, None, tr("the drawing cannot be used: {error}", error=system_words(error)[:160]), tr("left out"))
            continue
        draft.maps.append(DraftMap("board", draft.name, svg))
        return
    report.mended(name, None, tr("there is no drawing beside it that can be used"), tr("a plain one is laid out"))
    draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))


def _drawings(source: Source, name: str) -> Sequence[str]:
    """Drawings that may be the board's: beside it, in ``svg/``, or in ``svg/`` one folder up; those called a map first."""
    folder, _, file = name.rpartition("/")
    above = folder.rpartition("/")[0]
    around = [folder, f"{folder}/svg".lstrip("/"), f"{above}/svg".lstrip("/")]
    stem = re.sub(r"\W", "", file.rpartition(".")[0].lower())
    found = [each for each in source.names() if is_drawing(each) and each.rpartition("/")[0] in around]

    def rank(each: str) -> tuple[bool, bool, int, str]:
        bare = re.sub(r"\W", "", each.rpartition("/")[2].lower().rpartition(".")[0])
        return bare.removesuffix("map") != stem, not bare.endswith("map"), around.index(each.rpartition("/")[0]), each

    found.sort(key=rank)
    return [each for each in found if not rank(each)[0] or not rank(each)[1] or len(found) == 1][:3]
