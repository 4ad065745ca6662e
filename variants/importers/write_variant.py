"""A draft as the files of a variant folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from adjudicator import ARMY, FLEET, BuildPolicy, Location, Terrain
from languages.outside_text import outside_line
from variants.importers.carried_hooks import closed_steps
from variants.importers.draft import PLAIN, DraftPower, DraftProvince, DraftUnits, EdgeRule, VariantDraft
from variants.read_board import DEFAULT_COASTS
from variants.read_rules import STANDARD_SEASONS
from variants.style import ink_of, land_of
from variants.toml_text import toml_string

_WIDTH = 120


def write_variant(draft: VariantDraft) -> dict[str, bytes]:
    """The files: ``variant.toml``, ``SOURCE.md``, a drawing for each map, and the hooks."""
    files = {f"{each.id}.svg": each.svg for each in draft.maps}
    hooks = {**draft.hooks, **_closings(draft)}
    files |= {f"hooks/{name}.hook": text.encode() for name, text in hooks.items()}
    files.update({_units_file(each): each.content for each in draft.unit_sets if each.content is not None})
    files["variant.toml"] = _manifest(draft, hooks).encode()
    files["SOURCE.md"] = _source(draft).encode()
    return files


def _closings(draft: VariantDraft) -> dict[str, str]:
    """The hook for steps that are closed at times, as far as they are on the board."""
    kept = {when: sorted({f"{a} - {b}" for a, b, kind in steps if (a, b, kind) in draft.steps}) for when, steps in draft.closings.items()}
    kept = {when: steps for when, steps in kept.items() if steps}
    return {"closed_steps": closed_steps(kept)} if kept else {}


def _manifest(draft: VariantDraft, hooks: Collection[str]) -> str:
    lines = [
        f"# {_plain(draft.name)}, imported from {_plain(draft.source)}.",
        "",
        "format = 1",
        f"id = {toml_string(draft.id)}",
        f"name = {toml_string(draft.name[:200])}",
        f"version = {toml_string(draft.version or '1')}",
    ]
    if draft.description:
        lines.append(f"description = {toml_string(draft.description[:1990])}")
    if draft.victory is not None:
        lines.append(f"victory = {draft.victory}")
    if draft.builds is not BuildPolicy.HOME:
        lines.append(f"builds = {toml_string(draft.builds.value)}")
    for key, value in (("year_limit", draft.year_limit), ("years_without_capture", draft.years_without_capture)):
        if value is not None:
            lines.append(f"{key} = {value}")
    if hooks:
        lines.append(f"hooks = {_texts(hooks)}")
    for each in draft.maps:
        lines += ["", f"[maps.{each.id}]", f"name = {toml_string(each.name)}", f"file = {toml_string(each.id + '.svg')}"]
    for units in draft.unit_sets:
        file = units.name if units.content is None else _units_file(units)
        lines += ["", f"[unit_sets.{units.id}]", f"name = {toml_string(units.name)}", f"file = {toml_string(file)}"]
    lines += ["", "[calendar]", f"start = {toml_string(str(draft.start))}", f"steps = {_texts(draft.calendar)}"]
    if draft.seasons != STANDARD_SEASONS:
        lines.append("seasons = { " + ", ".join(f"{key} = {toml_string(name)}" for key, name in draft.seasons.items()) + " }")
    if draft.year_step != 1:
        lines.append(f"year_step = {draft.year_step}")
    if draft.kinds != [ARMY, FLEET]:
        for kind in draft.kinds:
            lines += ["", f"[kinds.{kind.letter}]", f"name = {toml_string(kind.name)}", f"terrains = {_texts(sorted(kind.terrains))}"]
            flags = {"convoys": kind.convoys, "convoyed": kind.convoyed}
            lines += [f"{key} = true" for key, value in flags.items() if value]
            if not kind.captures:
                lines.append("captures = false")
    coasts = sorted({coast for province in draft.provinces.values() for coast in province.coasts} - set(DEFAULT_COASTS))
    for coast in coasts:
        lines += ["", f"[coasts.{coast}]", f"name = {toml_string(f'{coast} coast')}", f"words = {_texts([coast.lower()])}"]
    sites = {code for code, province in draft.provinces.items() if province.build_site and not province.centre}
    for power in draft.powers.values():
        lines += ["", *_power(power, sites)]
    listed, special = _sorted_steps(draft)
    for province in draft.provinces.values():
        lines += ["", *_province(draft, province, listed)]
    for (origin, target, passage), letters in special.items():
        lines += ["", *_edge(draft, origin, target, passage, letters)]
    return "\n".join(lines) + "\n"


def _units_file(units: DraftUnits) -> str:
    return f"units-{units.id}.toml"


def _power(power: DraftPower, sites: Collection[str]) -> list[str]:
    lines = [f"[powers.{power.id}]", f"name = {toml_string(power.name)}"]
    if power.adjective:
        lines.append(f"adjective = {toml_string(power.adjective)}")
    lines.append(f"letter = {toml_string(power.letter)}")
    if power.role != "playing":
        lines.append(f"role = {toml_string(power.role)}")
    if power.victory is not None:
        lines.append(f"victory = {power.victory}")
    if power.home:
        lines.append(f"home = {_texts(power.home)}")
    if set(power.owned) != {code for code in power.home if code not in sites}:
        lines.append(f"centres = {_texts(power.owned)}")
    if power.units:
        lines.append(f"start = {_texts([f'{letter} {place}' for letter, place in power.units])}")
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", power.colour):
        land = power.land if re.fullmatch(r"#[0-9A-Fa-f]{6}", power.land) else land_of(power.colour)
        colours = {"fill": land.upper(), "unit": power.colour.upper(), "ink": ink_of(power.colour)}
        lines += [f"{key} = {toml_string(colour)}" for key, colour in colours.items()]
    return lines


Listed = Mapping[tuple[Location, str], list[Location]]
Special = Mapping[tuple[Location, Location, EdgeRule], list[str]]


def _sorted_steps(draft: VariantDraft) -> tuple[Listed, Special]:
    """Plain steps that go both ways, for the lists of provinces; and the others, for tables of their own."""
    listed: dict[tuple[Location, str], list[Location]] = {}
    special: dict[tuple[Location, Location, EdgeRule], list[str]] = {}
    for origin, target, letter in sorted(draft.steps, key=lambda step: (str(step[0]), str(step[1]), step[2])):
        passage = draft.steps[origin, target, letter]
        if passage == PLAIN and draft.steps.get((target, origin, letter)) == PLAIN:
            listed.setdefault((origin, letter), []).append(target)
        else:
            special.setdefault((origin, target, passage), []).append(letter)
    return listed, special


def _province(draft: VariantDraft, province: DraftProvince, listed: Listed) -> list[str]:
    lines = [f"[provinces.{province.code}]", f"name = {toml_string(province.name)}", f"terrain = {toml_string(province.terrain.value)}"]
    flags = {"centre": province.centre, "convoyable": province.convoyable, "build_site": province.build_site}
    lines += [f"{key} = true" for key, value in flags.items() if value]
    if province.territory:
        lines.append(f"territory = {toml_string(province.territory)}")
    if province.aliases:
        lines.append(f"aliases = {_texts(province.aliases)}")
    if province.names:
        lines.append(f"names = {_texts(province.names)}")
    lines += _lists(draft, Location(province.code), listed)
    for coast in province.coasts:
        lines += ["", f"[provinces.{province.code}.coasts.{coast}]", *_lists(draft, Location(province.code, coast), listed)]
    return lines


def _lists(draft: VariantDraft, place: Location, listed: Listed) -> list[str]:
    if draft.provinces[place.province].terrain is Terrain.IMPASSABLE:
        return []
    return [f"{kind.name} = {_texts(map(str, listed[place, kind.letter]))}" for kind in draft.kinds if (place, kind.letter) in listed]


def _edge(draft: VariantDraft, origin: Location, target: Location, passage: EdgeRule, letters: list[str]) -> list[str]:
    lines = ["[[edges]]", f"from = {toml_string(str(origin))}", f"to = {toml_string(str(target))}"]
    lines.append(f"kinds = {_texts([draft.kind(letter).name for letter in letters])}")
    if passage.half_strength != PLAIN.half_strength:
        lines.append(f"strength = {passage.half_strength / 2}")
    if not passage.supports:
        lines.append("supports = false")
    if passage.seasons is not None:
        lines.append(f"seasons = {_texts(sorted(passage.seasons))}")
    for key, year in zip(("first_year", "last_year"), passage.years, strict=True):
        if year is not None:
            lines.append(f"{key} = {year}")
    if passage.powers is not None:
        lines.append(f"powers = {_texts(sorted(passage.powers))}")
    return lines


def _source(draft: VariantDraft) -> str:
    notes = "\n".join(f"* {_plain(note)}" for note in draft.notes)
    rights = "Author and licence are those of the original; ask before you pass it on."
    return f"# {_plain(draft.name)}\n\nImported from {_plain(draft.source)}.\n{notes}\n\n{rights}\n"


def _texts(texts: Iterable[str]) -> str:
    """A list of texts, broken into lines where it is long."""
    parts = [toml_string(text) for text in texts]
    line = f"[{', '.join(parts)}]"
    if len(line) <= _WIDTH:
        return line
    return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"


def _plain(text: str) -> str:
    return outside_line(text, 300)
