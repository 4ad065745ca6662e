"""A variant in jDip's words: ``variants.xml``, and who borders on whom. What jDip has no words for is listed."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from adjudicator.board import Board, Edge, Terrain
from adjudicator.phase import PhaseKind
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from app.board_editor.exporting import NotExpressibleError
from languages import tr
from variants.read_rules import STANDARD_STEPS

_COASTS = ("NC", "EC", "SC", "WC")
_BUILDS = {
    BuildPolicy.HOME: "",
    BuildPolicy.ANY_OWNED: "VALUE_BUILDS_ANY_OWNED",
    BuildPolicy.ANY_OWNED_WITH_HOME: "VALUE_BUILDS_ANY_IF_HOME_OWNED",
}
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Fall"}
_KINDS = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}
_FAR = 9999
"""A year after all others, where a border stays closed for ever."""


def played(board: Board) -> list[str]:
    """The provinces that are written: those that units can enter."""
    return [code for code, each in board.provinces.items() if each.terrain is not Terrain.IMPASSABLE]


def check_expressible(variant: Variant) -> None:
    """Check that jDip can have the board at all.

    Raises:
        NotExpressibleError: kinds of unit or coasts that it does not know.
    """
    if set(variant.board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    strange = [f"{code}/{coast}" for code, each in variant.board.provinces.items() for coast in each.coasts if coast not in _COASTS]
    if strange:
        raise NotExpressibleError(tr("the coast {strange} is none of NC, EC, SC and WC", strange=strange[0]))


def variants_xml(variant: Variant, description: str, picture: str, adjacency: str, thumbnail: str) -> tuple[str, tuple[str, ...]]:
    """The text of ``variants.xml``, and what is left out of it, in words.

    Args:
        picture: the name of the drawing, beside it; *adjacency* and *thumbnail* likewise.
    """
    board, left_out = variant.board, list(_left_out(variant))
    about = f"<p>{escape(description or variant.name)}</p>"
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<VARIANTS>",
        f"  <DESCRIPTION><![CDATA[{_cdata(about)}]]></DESCRIPTION>",
        f'  <MAP_DEFINITION id="board" title={quoteattr(variant.name)} URI={quoteattr(picture)} thumbURI={quoteattr(thumbnail)}/>',
        f'  <VARIANT name={quoteattr(variant.name)} default="false" version="{_version(variant.version)}">',
        f"    <DESCRIPTION><![CDATA[{_cdata(about)}]]></DESCRIPTION>",
        f'    <MAP adjacencyURI={quoteattr(adjacency)}><MAP_GRAPHIC ref="board" default="true"/></MAP>',
    ]
    if _BUILDS.get(variant.builds):
        out.append(f'    <RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="{_BUILDS[variant.builds]}"/></RULEOPTIONS>')
    for power in variant.powers.values():
        active = "true" if power.role is PowerRole.PLAYING else "false"
        out.append(f'    <POWER name={quoteattr(power.name)} active="{active}" adjective={quoteattr(power.adjective or power.name)}/>')
    phase = variant.start.phase
    year = f"{-phase.year} BC" if phase.year < 0 else str(phase.year)
    season = _SEASONS.get(phase.season, "Spring")
    early = ' allowBCYears="true"' if phase.year < 0 else ""
    out.append(f'    <STARTINGTIME turn="{season}, {year}, {_KINDS[phase.kind]}"{early}/>')
    length = 0 if variant.year_limit is None else variant.year_limit - phase.year + (0 if phase.year < 0 < variant.year_limit else 1)
    conditions = {
        "WINNING_SUPPLY_CENTERS": variant.victory,
        "YEARS_WITHOUT_SC_CAPTURE": variant.years_without_capture or 0,
        "GAME_LENGTH": length,
    }
    stated = "".join(f'<{key} value="{value}"/>' for key, value in conditions.items())
    out.append(f"    <VICTORYCONDITIONS>{stated}</VICTORYCONDITIONS>")
    names = {power.id: power.name for power in variant.powers.values()}
    for code in board.centres:
        home, owner = board.provinces[code].home, variant.start.owners.get(code)
        whose = f"homepower={quoteattr(names.get(home or '', 'none'))} owner={quoteattr(names.get(owner or '', 'none'))}"
        out.append(f'    <SUPPLYCENTER province="{code.lower()}" {whose}/>')
    for unit in variant.start.units:
        place = unit.piece.location
        coast = f' unitcoast="{place.coast.lower()}"' if place.coast else ""
        kind = board.kinds[unit.piece.kind].name
        out.append(f'    <INITIALSTATE province="{place.province.lower()}" power={quoteattr(names[unit.power])} unit="{kind}"{coast}/>')
    return "\n".join([*out, "  </VARIANT>", "</VARIANTS>", ""]), tuple(left_out)


def _version(text: str) -> str:
    """A number such as jDip wants it."""
    try:
        return f"{float(text):.1f}"
    except ValueError:
        return "1.0"


def _cdata(text: str) -> str:
    return text.replace("]]>", "]] >")


def _left_out(variant: Variant) -> Sequence[str]:
    found: list[str] = []
    board = variant.board
    if any(each.terrain is Terrain.IMPASSABLE for each in board.provinces.values()):
        found.append(tr("provinces that nobody enters"))
    if variant.builds not in _BUILDS:
        found.append(tr("builds: {policy}", policy=variant.builds))
    if any(power.victory is not None for power in variant.powers.values()):
        found.append(tr("centres that a single power needs to win"))
    steps = [f"{step.season} {step.kind.value}" for step in variant.calendar.steps]
    if variant.calendar.year_step != 1 or steps != [f"{each[0]} {each[2]}" for each in STANDARD_STEPS]:
        found.append(tr("the calendar, which is not spring, fall and winter of each year"))
    if any(each.build_site and not each.centre for each in board.provinces.values()):
        found.append(tr("places to build that are no centres"))
    halves = sum(edge.half_strength == 1 for edge in board.edges)
    if halves:
        found.append(tr("half strength on {halves} steps", halves=halves))
    weak = sum(edge.half_strength == 0 and edge.supports for edge in board.edges)
    if weak:
        found.append(tr("supports across {weak} steps without strength", weak=weak))
    powers = sum(edge.powers is not None for edge in board.edges)
    if powers:
        found.append(tr("for which powers {powers} steps are open", powers=powers))
    return found


def adjacency_xml(variant: Variant) -> str:
    """The text of the adjacency file. An island's army borders on itself, as jDip has it."""
    board = variant.board
    lists: dict[tuple[str, str], list[str]] = {}
    borders: dict[str, list[str]] = {}
    closed: dict[str, str] = {}
    for edge in board.edges:
        for kind in sorted(edge.kinds & {"A", "F"}):
            key = (edge.origin.province, "mv" if kind == "A" else (edge.origin.coast or "XC").lower())
            lists.setdefault(key, []).append(_reference(edge.target))
        for words in _borders(edge):
            name = closed.setdefault(words, f"b{len(closed) + 1}")
            borders.setdefault(edge.target.province, []).append(name)
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<PROVINCES>"]
    if closed:
        out += [
            "  <BORDER_DEFINITIONS>",
            *(f'    <BORDER id="{name}" {words}/>' for words, name in closed.items()),
            "  </BORDER_DEFINITIONS>",
        ]
    for code in played(board):
        out += _province(board, code, lists, borders.get(code, []))
    return "\n".join([*out, "</PROVINCES>", ""])


def _province(board: Board, code: str, lists: dict[tuple[str, str], list[str]], borders: Sequence[str]) -> list[str]:
    place = board.provinces[code]
    convoys = ' isConvoyableCoast="true"' if place.convoyable else ""
    named = f' borders="{" ".join(dict.fromkeys(borders))}"' if borders else ""
    out = [f'  <PROVINCE shortname="{code.lower()}" fullname={quoteattr(place.name)}{convoys}{named}>']
    out += [f"    <UNIQUENAME name={quoteattr(word)}/>" for word in (*place.aliases, *place.names)]
    types = [] if place.terrain is Terrain.SEA else ["mv"]
    if place.terrain in (Terrain.SEA, Terrain.COASTAL):
        types += [coast.lower() for coast in place.coasts] or ["xc"]
    for kind in types:
        refs = lists.get((code, kind), []) or ([code.lower()] if kind == "mv" else [])
        out.append(f'    <ADJACENCY type="{kind}" refs="{" ".join(sorted(refs))}"/>')
    return [*out, "  </PROVINCE>"]


def _reference(place: Location) -> str:
    return place.province.lower() + (f"-{place.coast.lower()}" if place.coast else "")


def _borders(edge: Edge) -> list[str]:
    """Return the special conditions of a step, as attributes of borders of the province it leads to."""
    found: list[str] = []
    kinds = " ".join({"A": "Army", "F": "Fleet"}[kind] for kind in sorted(edge.kinds & {"A", "F"}))
    origin = f'description="" from="{_reference(edge.origin)}"'
    if edge.half_strength == 0:
        found.append(f'{origin} baseMoveModifier="-1"')
    elif not edge.supports:
        found.append(f'{origin} orderTypes="dip.order.Support"')
    if edge.seasons is not None:
        shut = [name for letter, name in (("S", "spring"), ("F", "fall")) if letter not in edge.seasons]
        found += [f'{origin} unitTypes="{kinds}" season="{" ".join(shut)}"'] if shut else []
    first, last = edge.years
    found += [f'{origin} unitTypes="{kinds}" year="{-_FAR},{first - 1}"'] if first is not None else []
    found += [f'{origin} unitTypes="{kinds}" year="{last + 1},{_FAR}"'] if last is not None else []
    return found
