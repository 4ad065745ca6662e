"""A variant begun from a drawing: what its shapes are taken for, asked once, and the two files that follow from the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from adjudicator.board import Terrain
from entente.words.names import join_words
from languages import plural, tr
from variants.compile.bare_drawing import CodedDrawing, give_codes
from variants.compile.fill_in import fill_in
from variants.compile.neighbours import Proposal, propose, undecided
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity, VariantError
from variants.inherit import MANIFEST
from variants.toml_writing import toml_string

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
class Beginning:
    """A drawing beside which there is no variant yet, and what it would be."""

    coded: CodedDrawing
    proposal: Proposal
    provinces: tuple[ProposedProvince, ...]
    answers: Answers

    @property
    def open_terrains(self) -> tuple[ProposedProvince, ...]:
        """Provinces of which it is unknown whether they are land or sea."""
        return tuple(each for each in self.provinces if each.terrain is None)

    @property
    def errors(self) -> tuple[Fault, ...]:
        """Faults of the drawing itself that stand in the way."""
        return tuple(each for each in self.proposal.faults if each.severity is Severity.ERROR)


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
    coded = give_codes(svg, source, answers.layer, answers.codes, answers.names)
    own = {each.proposed: each.code for each in coded.shapes}
    stated = {own[key]: terrain for key, terrain in answers.terrains.items() if key in own}
    lands = {own[key] for key in answers.lands if key in own}
    drawn_first = None if sketched is None else lambda sketch: sketched(coded, sketch)
    proposal = propose(coded.content, stated, source, lands=lands, sketched=drawn_first)
    # An answer about one shape says nothing of the others: they stay open.
    unsaid = undecided(coded.content, source) - stated.keys() - lands if stated or lands else frozenset[str]()
    found = []
    for each in {shape.code: shape for shape in coded.shapes}.values():
        drawn, ground = proposal.provinces.get(each.code), proposal.grounds.get(each.code)
        is_open = drawn is None or each.code in unsaid or (ground is not None and ground.is_water is None)
        known = None if is_open or drawn is None else drawn.terrain
        reason = tr("nothing tells") if is_open else tr("the drawing says so") if ground is None else ground.reason
        if each.code in stated or each.code in lands:
            reason = tr("your answer")
        centre = drawn is not None and drawn.centre
        found.append(ProposedProvince(each.proposed, each.code, each.name, each.why, known, reason, centre))
    return Beginning(coded, proposal, tuple(sorted(found, key=lambda each: each.code)), answers)


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
    drawn = {code: replace(each, name=names.get(code, each.name)) for code, each in found.proposal.provinces.items()}
    text = fill_in(MANIFEST, _heading(variant_id, name, drawing).encode(), drawn).text
    return {drawing: found.coded.content, MANIFEST: text.encode()}


def _heading(variant_id: str, name: str, drawing: str) -> str:
    return (
        '# The rules of your board: its powers, where they start, the calendar, what may be built. "Draw a board and play it", behind F1,\n'
        '# leads through it, and "Step by step" on the bench fills it in. A key that is not known, or a value that does not fit, is named\n'
        "# with its line and what could stand there.\n\n"
        f"format = 1\nid = {toml_string(variant_id)}\nname = {toml_string(name)}\n\n"
        f"[maps.main]\nname = {toml_string(name)}\nfile = {toml_string(drawing)}\n\n"
        '[calendar]\nstart = "S1901M"\n'
    )
