"""A variant begun from a drawing: what its shapes are taken for, asked once, and the two files that follow from the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from adjudicator.board import Terrain
from app.board_editor.forms.colours import colour_word, confused, free_colour, unit_of
from app.board_editor.forms.manifest import toml_list
from app.board_editor.forms.powers import free_letter, free_power_id
from entente.words.names import join_words
from languages import mark, plural, tr
from variants.compile.bare_drawing import CodedDrawing, give_codes, with_cut_waters
from variants.compile.fill_in import fill_in
from variants.compile.neighbours import Proposal, propose
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity, VariantError
from variants.source import MANIFEST
from variants.style import ink_of, land_of
from variants.toml_text import toml_string

_NOTHING: Mapping[str, str] = MappingProxyType({})


class CannotBeginError(ValueError):
    """Error where something is missing without which no variant can be begun; the message lists it, line by line."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of a designer to the questions about a drawing."""

    layer: str = ""
    """The group that has the provinces; the likeliest unless given."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Proposed code to the one that is wanted."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Proposed code to the name that is wanted."""
    terrains: Mapping[str, Terrain] = field(default_factory=dict)
    """Proposed code to what the province is."""
    lands: frozenset[str] = frozenset()
    """Proposed codes of provinces that are land; whether they have a shore the drawing shows."""
    start: bool = True
    """True if centres, powers, homes and units come from the drawing."""
    cut: bool = False
    """True if water that only lines divide is cut along them into provinces."""
    names_from: str = ""
    """``texts`` or ``labels``: names of shapes that have each other's name over them; a question unless given."""


@dataclass(frozen=True, slots=True)
class ProposedProvince:
    """A shape as it would come into the variant."""

    key: str
    """The code that was proposed: by it answers speak of the shape."""
    code: str
    name: str
    name_reason: str
    terrain: Terrain | None
    """``None`` where nothing tells."""
    terrain_reason: str
    centre: bool = False


@dataclass(frozen=True, slots=True)
class ProposedPower:
    """A power as the drawing shows it: its land by a colour, its homes by marks, its units by letters or icons."""

    id: str
    name: str
    letter: str
    unit: str
    fill: str
    home: tuple[str, ...]
    start: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A drawing beside which there is no variant yet, and what it would be."""

    coded: CodedDrawing
    proposal: Proposal
    provinces: tuple[ProposedProvince, ...]
    answers: Answers
    powers: tuple[ProposedPower, ...] = ()

    @property
    def taken(self) -> tuple[str, ...]:
        """Sentences on the parts of the start that are taken from the drawing."""
        centres = sum(each.centre for each in self.provinces)
        said = [plural("{count} centre is drawn.", "{count} centres are drawn.", centres)] if centres else []
        for each in self.powers:
            words = join_words([*each.home, *each.start])
            said.append(tr("{power} is drawn with {words}.", power=each.name, words=words))
        return tuple(said)

    @property
    def divided(self) -> tuple[str, ...]:
        """Sentences on water that lines alone divide."""
        return tuple(
            plural(
                "{count} line divides the water into {parts} parts. Provinces need closed shapes.",
                "{count} lines divide the water into {parts} parts. Provinces need closed shapes.",
                lines,
                parts=parts,
            )
            if lines
            else tr("The water between the lands is painted, but no closed shape: it has {parts} parts.", parts=parts)
            for lines, parts in self.coded.divided
        )

    @property
    def exchanged(self) -> tuple[str, ...]:
        """Questions about names that are exchanged."""
        text = mark("The labels and the texts of {first} and {second} are exchanged: which are right, texts or labels?")
        return tuple(tr(text, first=first, second=second) for first, second in self.coded.exchanged)

    @property
    def open_terrains(self) -> tuple[ProposedProvince, ...]:
        """Provinces of which it is unknown whether they are land or sea."""
        return tuple(each for each in self.provinces if each.terrain is None)

    @property
    def errors(self) -> tuple[Fault, ...]:
        """Faults of the drawing itself that stand in the way."""
        return tuple(each for each in self.proposal.faults if each.severity is Severity.ERROR)

    @property
    def unread(self) -> tuple[Fault, ...]:
        """Warnings of shapes that cannot be read and are no provinces, but where they stand in the way as errors."""
        told = {(each.line, each.what) for each in self.proposal.faults}
        return tuple(each for each in self.coded.unread if (each.line, each.what) not in told)


def look_at(
    svg: bytes, source: str, answers: Answers | None = None, sketched: Callable[[CodedDrawing, CompiledBoard], None] | None = None
) -> Beginning:
    """Make a proposal of a variant from the drawing, by *answers*; nothing is written.

    Args:
        sketched: handed the drawing with its codes, and its bare shapes, before anything of their neighbours is known.

    Raises:
        VariantError: it cannot be read, or has no shapes.
    """
    answers = answers or Answers()
    coded = give_codes(
        with_cut_waters(svg, source) if answers.cut else svg, source, answers.layer, answers.codes, answers.names, answers.names_from
    )
    own = {each.proposed: each.code for each in coded.shapes}
    answered = {own[key]: terrain for key, terrain in answers.terrains.items() if key in own}
    dry = {own[key] for key in answers.lands if key in own}
    said = answered.keys() | dry
    stated = {code: Terrain.SEA for code, each in coded.grounds.items() if each.is_water and code not in said}
    stated |= dict.fromkeys(coded.closed - said, Terrain.IMPASSABLE) | answered
    lands = dry | {code for code, each in coded.grounds.items() if each.is_water is False and code not in coded.closed | said}
    drawn_first = None if sketched is None else lambda sketch: sketched(coded, sketch)
    proposal = propose(coded.content, stated, source, lands=lands, sketched=drawn_first)
    found = []
    for each in {shape.code: shape for shape in coded.shapes}.values():
        drawn, ground = proposal.provinces.get(each.code), coded.grounds[each.code]
        # An answer about one shape says nothing of the others: they stay open.
        is_open = drawn is None or (ground.is_water is None and each.code not in said)
        known = None if is_open or drawn is None else drawn.terrain
        reason = tr("your answer") if each.code in said else ground.reason
        is_marked = answers.start and each.code in coded.centres and known not in (None, Terrain.IMPASSABLE)
        centre = drawn is not None and (drawn.centre or is_marked)
        found.append(ProposedProvince(each.proposed, each.code, each.name, each.why, known, reason, centre))
    provinces = tuple(sorted(found, key=lambda each: each.code))
    return Beginning(coded, proposal, provinces, answers, _powers(coded, proposal, provinces) if answers.start else ())


def _powers(coded: CodedDrawing, proposal: Proposal, provinces: tuple[ProposedProvince, ...]) -> tuple[ProposedPower, ...]:
    """The powers that colours show, with units that can stand where they are drawn."""
    known = {each.code: each for each in provinces}
    land_of_power = {code: number for number, each in enumerate(coded.powers) for code in each.land}
    found: list[ProposedPower] = []
    for number, shown in enumerate(coded.powers):
        name = shown.name or colour_word(shown.colour)
        while name.casefold() in {each.name.casefold() for each in found}:
            name = f"{name} {len(found) + 1}"
        taken = [each.unit for each in found]
        unit = unit_of(shown.colour)
        if any(confused(unit, each) for each in taken):
            unit = free_colour(taken, name) or unit
        start: list[str] = []
        for code, kind in coded.units.items():
            drawn = proposal.provinces.get(code)
            if land_of_power.get(code) != number or drawn is None or known[code].terrain is None:
                continue
            if kind == "A":
                start.append(f"A {code}")
            elif known[code].terrain is Terrain.COASTAL:
                coasts = [coast for coast in drawn.fleet if coast]
                start.append(f"F {code}/{coasts[0]}" if coasts else f"F {code}")
        identity = free_power_id(name, {each.id for each in found})
        letter = free_letter(name, {each.letter for each in found})
        home = tuple(code for code in shown.homes if known[code].centre)
        found.append(ProposedPower(identity, name, letter, unit, land_of(unit), home, tuple(start)))
    return tuple(found)


def begun(svg: bytes, drawing: str, variant_id: str, name: str, answers: Answers | None = None) -> dict[str, bytes]:
    """The files of the variant: its ``variant.toml``, and the drawing with its labels where it lacked some.

    Args:
        drawing: the drawing's name.

    Raises:
        CannotBeginError: the drawing has faults that stand in the way, or the terrain of a province is unknown.
    """
    try:
        found = look_at(svg, drawing, answers)
    except VariantError as error:
        raise CannotBeginError("\n".join(map(str, error.faults))) from error
    if found.errors:
        raise CannotBeginError("\n".join((tr("The drawing cannot be used yet:"), *map(str, found.errors))))
    if found.exchanged:
        raise CannotBeginError("\n".join(found.exchanged))
    if found.open_terrains:
        open_ones = [f"{each.code} ({each.name})" for each in found.open_terrains]
        said = plural(
            "Nothing tells whether {places} is land or sea: say it. Nothing is written before.",
            "Nothing tells whether {places} are land or sea: say it. Nothing is written before.",
            len(open_ones),
            places=join_words(open_ones[:12]),
        )
        raise CannotBeginError(said)
    names = found.coded.names
    centres = {each.code for each in found.provinces if each.centre}
    drawn = {
        code: replace(each, name=names.get(code, each.name), centre=code in centres) for code, each in found.proposal.provinces.items()
    }
    text = fill_in(MANIFEST, _heading(variant_id, name, drawing).encode(), drawn).text + "".join(map(_power, found.powers))
    return {drawing: found.coded.content, MANIFEST: text.encode()}


def _power(power: ProposedPower) -> str:
    """The table of a power."""
    words = {"name": power.name, "adjective": power.name, "letter": power.letter}
    lines = [f"{key} = {toml_string(text)}" for key, text in words.items()]
    lines += [f"{key} = {toml_list(codes)}" for key, codes in (("home", power.home), ("start", power.start))]
    lines += [f'unit = "{power.unit}"', f'fill = "{power.fill}"', f'ink = "{ink_of(power.unit)}"']
    return "\n".join(("", f"[powers.{power.id}]", *lines, ""))


def _heading(variant_id: str, name: str, drawing: str) -> str:
    return (
        '# The rules of your board: its powers, where they start, the calendar, what may be built. "Draw a board and play it", behind F1,\n'
        '# leads through it, and "Step by step" on the bench fills it in. A key that is not known, or a value that does not fit, is named\n'
        "# with its line and what could stand there.\n\n"
        f"format = 1\nid = {toml_string(variant_id)}\nname = {toml_string(name)}\n\n"
        f"[maps.main]\nname = {toml_string(name)}\nfile = {toml_string(drawing)}\n\n"
        '[calendar]\nstart = "S1901M"\n'
    )
