"""Folders of the bot DiplomacyGM: a configuration and a drawing made with Inkscape, whose layers are what the provinces are.

Which provinces touch is not written down there: it is found from the shapes, as that program does, and corrected by the configuration.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import shapely

from adjudicator import BuildPolicy, Location, Phase, PhaseKind, Terrain, UnitKind
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.board_svg import write_board_svg
from variants.importers.draft import (
    MOST_PROVINCES,
    DraftMap,
    DraftPower,
    DraftProvince,
    Imported,
    ImportReport,
    ImportResult,
    VariantDraft,
    add_both,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.gm_adjacency import COAST, Touching
from variants.importers.gm_drawing import (
    STYLE,
    Config,
    GmDrawing,
    Region,
    colour_of,
    drawing_name,
    either,
    find_config,
    number_of,
    read_config,
    table_of,
    text_of,
)
from variants.importers.gm_picture import Anchors, board_picture
from variants.importers.mending import mend
from variants.importers.power_colours import settle_colours
from variants.importers.write_variant import write_variant
from variants.province_codes import propose_code
from variants.source import Source
from variants.svg.element import Element
from variants.svg.read_xml import read_loose_xml
from variants.toml_text import read_toml

__all__ = ["find_config", "import_diplomacygm"]

MOST_PIECES = 20
"""Number of pieces of one high sea."""
_COASTED = re.compile(r"(.*?)\s*\(?\b([nesw]c)\)?", re.IGNORECASE)
_BUILDS = {
    "classic": BuildPolicy.HOME,
    "cores": BuildPolicy.CORES,
    "control": BuildPolicy.ANY_OWNED,
    "anywhere": BuildPolicy.ANY_OWNED,
}
_SEASONS = {"spring": ("S", PhaseKind.MOVEMENT), "fall": ("F", PhaseKind.MOVEMENT), "winter": ("W", PhaseKind.ADJUSTMENT)}
_GROUND = {"land": (Terrain.INLAND, Terrain.COASTAL), "coast": (Terrain.COASTAL,), "sea": (Terrain.SEA,)}
_PIECES = {"SEA": Terrain.SEA, "LAND": Terrain.INLAND, "ISLAND": Terrain.COASTAL}


def import_diplomacygm(source: Source, config: str) -> ImportResult:
    """The variant that *config* describes.

    Raises:
        VariantError: configuration or drawing cannot be read, or there is no layer of provinces.
    """
    report = ImportReport()
    told = read_config(source, config)
    folder = config.rpartition("/")[0]
    title = text_of(told, "name") or folder.rpartition("/")[2] or source.label
    draft = VariantDraft(free_id(slug(title)), title[:120], config)
    draft.notes.append("A folder of the bot DiplomacyGM")
    name = drawing_name(source, folder, told)
    drawing = GmDrawing(read_loose_xml(source.read(name), name, report.mended), name, told, report)
    work = _Work(source, draft, told, config, drawing, report)
    work.run()
    anchors = work.anchors()
    mend(draft, report)
    shapes = {work.codes[name.lower()]: each.shape for name, each in work.regions.items()}
    settle_colours(draft, report)
    svg = write_board_svg(board_picture(draft, drawing.view, shapes, drawing.rocks(), anchors, name, report))
    draft.maps.append(DraftMap("board", draft.name, svg))
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


@dataclass(slots=True)
class _Work:
    """One import."""

    source: Source
    draft: VariantDraft
    told: Config
    config: str
    drawing: GmDrawing
    report: ImportReport
    regions: dict[str, Region] = field(default_factory=dict)
    """Regions by name."""
    codes: dict[str, str] = field(default_factory=dict)
    """Name in small letters to code."""
    wanted: dict[str, Config] = field(default_factory=dict)
    """The overrides of provinces, by name."""

    def run(self) -> None:
        """Read all but the drawing."""
        line = self.drawing.root.line
        self.regions = self.drawing.regions()
        if not any(each.layer != "sea" for each in self.regions.values()):
            what = tr("there is no layer of provinces")
            raise VariantError((Fault(self.drawing.name, line, what, tr("a layer labelled Region Colors")),))
        if len(self.regions) > MOST_PROVINCES:
            what = tr("there are {count} provinces", count=len(self.regions))
            raise VariantError((Fault(self.drawing.name, line, what, tr("at most {most_provinces}", most_provinces=MOST_PROVINCES)),))
        overrides = table_of(self.told, "overrides")
        self.wanted = {name: wanted for name, wanted in table_of(overrides, "provinces").items() if isinstance(wanted, dict)}
        style = table_of(self.told, STYLE)
        self._kinds()
        self._name_provinces(colour_of(style.get("impassable", "")))
        self._players()
        self._centres()
        margin = number_of(style.get("border_margin_hint"), 1.0)
        Touching(self.draft, self.regions, self.codes, margin, self.wanted, self.config, self._place, self.report).join()
        self._high_seas(table_of(overrides, "high provinces"))
        self._units()
        self._check_twins()
        self._game()
        for key in overrides:
            if key not in ("provinces", "high provinces"):
                self.report.left_out(
                    self.config, None, tr("overrides of the kind {key!r} have no counterpart here", key=key[:40]), tr("left out")
                )

    # --- provinces ---

    def _kinds(self) -> None:
        found: list[UnitKind] = []
        for name in [each for each in self.source.names() if re.search(r"(^|/)unit_types/[^/]+\.toml$", each)]:
            table = dict(read_toml(name, self.source.read(name)).table)
            letter, title = text_of(table, "code").upper()[:1], text_of(table, "name").lower()
            moves = table.get("moves_on")
            terrains = frozenset(t for word in (moves if isinstance(moves, list) else []) for t in _GROUND.get(str(word).lower(), ()))
            if not letter.isalpha() or not title or not terrains or any(each.letter == letter for each in found):
                self.report.left_out(name, None, tr("a kind of unit without code, name or ground"), tr("left out"))
                continue
            flags = {key: table.get(key) is True for key in ("can_convoy", "can_be_convoyed")}
            found.append(
                UnitKind(letter, title, terrains, flags["can_convoy"], flags["can_be_convoyed"], table.get("can_capture") is not False)
            )
        if {"A", "F"} <= {each.letter for each in found}:
            self.draft.kinds = sorted(found, key=lambda kind: kind.letter)

    def _name_provinces(self, impassable: str) -> None:
        abbreviations: dict[str, list[str]] = {}
        for code, name in table_of(self.told, "abbreviations").items():
            abbreviations.setdefault(str(name).lower(), []).append(province_code(code))
        names = sorted(self.regions, key=lambda name: name.lower() not in abbreviations)
        taken: set[str] = set()
        chosen: dict[str, str] = {}
        for name in names:
            chosen[name] = _free_code(abbreviations.get(name.lower(), []), name, taken)
            taken.add(chosen[name])
        islands = text_of(self.told, "convoyable_islands") not in ("", "disabled")
        for name, each in self.regions.items():
            code = self.codes[name.lower()] = chosen[name]
            terrain = Terrain.SEA if each.layer == "sea" else Terrain.COASTAL if each.layer == "island" else Terrain.INLAND
            if each.layer == "land" and impassable and each.fill == impassable:
                terrain = Terrain.IMPASSABLE
            aliases = [word for word in abbreviations.get(name.lower(), []) if word != code and word not in taken]
            self.draft.provinces[code] = DraftProvince(code, name, terrain, aliases=aliases)
            self.draft.provinces[code].convoyable = each.layer == "island" and islands
        for name, wanted in table_of(table_of(self.told, "overrides"), "provinces").items():
            code_of = self.codes.get(name.lower())
            if code_of is None:
                self.report.left_out(self.config, None, tr("an override for an unknown province {name!r}", name=name[:40]), tr("left out"))
            elif isinstance(wanted, dict):
                coasts = [coast.upper() for coast in table_of(wanted, "coasts") if COAST.fullmatch(coast)]
                self.draft.provinces[code_of].coasts = coasts
                if coasts:
                    self.draft.provinces[code_of].terrain = Terrain.COASTAL

    def _high_seas(self, told: Config) -> None:
        """Provinces in several pieces, ``Name1`` to ``NameN``, so that as many units have room; each touches all that the name does."""
        pieces: dict[str, list[str]] = {}
        for name, about in told.items():
            table = about if isinstance(about, dict) else {}
            count = round(number_of(table.get("num"), 0))
            terrain = _PIECES.get(str(table.get("type", "SEA")).upper())
            if not 0 < count <= MOST_PIECES or terrain is None:
                self.report.left_out(
                    self.config, None, tr("the high province {name!r} has no number or no type", name=name[:40]), tr("left out")
                )
                continue
            pieces[name] = [f"{name}{number}" for number in range(1, count + 1)]
            for piece in pieces[name]:
                if piece.lower() not in self.codes:
                    code = self.codes[piece.lower()] = _free_code([], piece, set(self.draft.provinces))
                    self.draft.provinces[code] = DraftProvince(code, piece, terrain)
        for name, own in pieces.items():
            codes = [self.codes[piece.lower()] for piece in own]
            told_of = told[name]
            listed = told_of.get("adjacencies") if isinstance(told_of, dict) else None
            others: list[Location] = []
            for text in listed if isinstance(listed, list) else []:
                names = pieces.get(str(text), [str(text)])
                others += [place for each in names if (place := self._place(" ".join(each.split()))) is not None]
            for code in codes:
                targets = [*(Location(other) for other in codes if other != code), *others]
                for target in targets:
                    letters = [
                        kind.letter
                        for kind in self.draft.kinds
                        if self.draft.can_stand(kind.letter, Location(code)) and self.draft.can_stand(kind.letter, target)
                    ]
                    add_both(self.draft, Location(code), target, letters)

    # --- powers ---

    def _players(self) -> None:
        players = self.told.get("players")
        if players == "chaos":
            self._chaos()
            return
        if not isinstance(players, dict):
            self.report.mended(self.config, None, tr("the configuration names no players"), tr("none play"))
            return
        for name, about in players.items():
            table = about if isinstance(about, dict) else {}
            if str(table.get("disabled", "")).lower() == "true":
                continue
            power = DraftPower(power_id(name), name, colour=colour_of(table.get("color", "")))
            power.role = "playing" if table.get("active", True) not in (False, "false") else "neutral"
            if text_of(self.told, "victory_conditions") == "vscc":
                power.victory = round(number_of(table.get("vscc"), 0)) or None
            self.draft.powers[power.id] = power

    def _check_twins(self) -> None:
        """Report powers with one colour in the source: the owner of a land of that colour cannot be known."""
        twins: dict[str, list[DraftPower]] = {}
        for power in self.draft.powers.values():
            if power.colour and power.role == "playing":
                twins.setdefault(power.colour, []).append(power)
        for colour, (first, *others) in twins.items():
            got = list(dict.fromkeys((*first.home, *first.owned)))
            if others and got:
                names = ", ".join(each.name for each in (first, *others))
                what = tr("{names} have one colour, {colour}, in the source: {places} can be any of theirs", names=names, colour=colour,
                          places=", ".join(got[:12]))  # fmt: skip
                self.report.error(self.config, None, what, tr("a colour of its own for each"))

    def _chaos(self) -> None:
        """A power for each supply centre."""
        for name, _, _ in self.drawing.children("centres"):
            code = self.codes.get(name.lower())
            if code is not None:
                power = DraftPower(power_id(name), name, home=[code], owned=[code])
                self.draft.powers.setdefault(power.id, power)

    def _by_colour(self, colour: str) -> DraftPower | None:
        return next((power for power in self.draft.powers.values() if colour and power.colour == colour), None)

    def _centres(self) -> None:
        for name, element, matrix in self.drawing.children("centres"):
            code = self.codes.get(name.lower())
            if code is None and not name:
                code = self._under(element, matrix)
            if code is None:
                if name:
                    what = tr("a supply centre in an unknown province {name!r}", name=name[:40])
                    self.report.left_out(self.drawing.name, element.line, what, tr("left out"), name)
                continue
            self.draft.provinces[code].centre = True
            owner = self._by_colour(self._fill_of(code))
            if owner is not None:
                owner.owned.append(code)
            core = next((power for each in element.walk() if (power := self._by_colour(colour_of(each.style("fill")))) is not None), None)
            if core is not None:
                core.home.append(code)
        for name, each in self.regions.items():
            power = self._by_colour(each.fill)
            if power is not None:
                self.draft.provinces[self.codes[name.lower()]].territory = power.id

    def _under(self, element: Element, matrix: object) -> str | None:
        """The province in which a mark without a label lies."""
        spot = self.drawing.middle(element, matrix)
        if spot is None:
            return None
        inside = (name for name, each in self.regions.items() if each.shape.contains(shapely.Point(spot)))
        name = next(inside, None)
        return None if name is None else self.codes[name.lower()]

    def _fill_of(self, code: str) -> str:
        return next((each.fill for name, each in self.regions.items() if self.codes[name.lower()] == code), "")

    def _units(self) -> None:
        for name, element, matrix in self.drawing.children("units"):
            stated, place = self._unit_place(name)
            if place is None and not name:
                under = self._under(element, matrix)
                place = None if under is None else Location(under)
            if place is None:
                if name:
                    what = tr("a unit in an unknown province {name!r}", name=name[:40])
                    self.report.left_out(self.drawing.name, element.line, what, tr("left out"), name)
                continue
            power = next((found for each in element.walk() if (found := self._by_colour(colour_of(each.style("fill")))) is not None), None)
            power = power or self._by_colour(self._fill_of(place.province))
            power = power or next((each for each in self.draft.powers.values() if place.province in each.owned), None)
            if power is None:
                what = tr("the unit in {name} belongs to no power", name=name)
                self.report.left_out(self.drawing.name, element.line, what, tr("left out"), name)
                continue
            power.units.append((stated or self._letter(element, place), place))

    def _unit_place(self, label: str) -> tuple[str, Location | None]:
        """Kind and place of a label: ``Paris``, ``Spain (nc)``, and ``F Spain (nc)`` where the kind stands before."""
        place = self._place(label)
        if place is None and label[:1].upper() in {kind.letter for kind in self.draft.kinds}:
            return label[:1].upper(), self._place(label[1:].strip(" :-"))
        return "", place

    def _letter(self, element: Element, place: Location) -> str:
        """Return the kind of a unit: by the sides of its symbol, by a word inside it, else by its terrain."""
        for each in element.walk():
            sides = each.get("sodipodi:sides")
            if sides in ("3", "6"):
                return "F" if sides == "3" else "A"
            word = each.get("inkscape:label").lower()
            if "sail" in word or word in ("f", "fleet"):
                return "F"
            if "shield" in word or word in ("a", "army"):
                return "A"
        return "F" if self.draft.provinces[place.province].terrain is Terrain.SEA or place.coast else "A"

    def _place(self, label: str) -> Location | None:
        """The province that a label names, with its coast: ``Spain nc``, ``Spain (nc)``."""
        code = self.codes.get(label.lower())
        if code is not None:
            return Location(code)
        match = _COASTED.fullmatch(label)
        code = self.codes.get(match[1].strip().lower()) if match else None
        if code is None or match is None:
            return None
        coast = match[2].upper()
        return Location(code, coast if coast in self.draft.provinces[code].coasts else None)

    # --- the game ---

    def _game(self) -> None:
        season, kind = _SEASONS.get(text_of(self.told, "first_season").lower().partition(" ")[0] or "spring", ("S", PhaseKind.MOVEMENT))
        if self.told.get("players") == "chaos" and not self.told.get("first_season"):
            season, kind = _SEASONS["winter"]
        self.draft.start = Phase(season, round(number_of(either(self.told, "year"), 1901)), kind)
        self.draft.victory = round(number_of(self.told.get("victory_count"), 0)) or None
        build = text_of(self.told, "build_options").lower()
        if build and build not in _BUILDS:
            self.report.left_out(
                self.config, None, tr("builds of the kind {build!r} have no counterpart here", build=build[:40]), tr("at home only")
            )
        self.draft.builds = _BUILDS.get(build, BuildPolicy.HOME)
        for key in ("transformation", "dp", "fow"):
            if str(self.told.get(key, "")).lower() not in ("", "disabled", "false", "none"):
                self.report.left_out(self.config, None, tr("{key} has no counterpart here", key=key), tr("left out"))
        flags = self.told.get("adju flags")
        for flag in flags if isinstance(flags, list) else []:
            if str(flag).lower() == "build anywhere":
                self.draft.builds = BuildPolicy.ANY_OWNED
            elif str(flag).lower() != "no coring":
                self.report.left_out(
                    self.config, None, tr("the flag {flag!r} has no counterpart here", flag=str(flag)[:40]), tr("left out")
                )

    def anchors(self) -> Anchors:
        """The places of units, dislodged units and centres."""
        found: Anchors = {}
        for layer, kind in (("army", "unit"), ("fleet", "unit"), ("army retreat", "retreat"), ("fleet retreat", "retreat")):
            for name, child, matrix in self.drawing.children(layer):
                place, spot = self._place(name), self.drawing.middle(child, matrix)
                if place is not None and spot is not None:
                    found.setdefault((kind, place.province, place.coast or ""), spot)
        for name, child, matrix in self.drawing.children("centres"):
            code = self.codes.get(name.lower())
            spot = self.drawing.middle(child, matrix)
            if code is not None and spot is not None:
                found.setdefault(("sc", code, ""), spot)
        return found


def _free_code(stated: Sequence[str], name: str, taken: Collection[str]) -> str:
    """A code for a province: the one it has, else one proposed from its name."""
    return next((code for code in stated if code not in taken), None) or propose_code(name, taken)
