"""Summary of a variant in words, for the shelf of New Game, and names in the middle of a sentence. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator import BuildPolicy, PhaseKind, PowerRole, Variant
from adjudicator.notation.order_tokens import fold
from entente.words.names import describe_phase, join_words, kind_name, power_name, season_name, variant_name
from languages import active_language, mark, plural, tr
from variants.catalogue import CatalogueEntry


def mid_sentence(words: str) -> str:
    """*words* in small letters; a language whose nouns have capitals keeps those that it gave them."""
    language = active_language()
    return words if language is not None and language.grammar.capital_nouns else words.lower()


_PHRASE = re.compile(r"\d+(?:\s+\S+|(?!\S))|\S+")

_BUILDS = {
    BuildPolicy.HOME: mark("Units are built on home centres."),
    BuildPolicy.ANY_OWNED: mark("Units are built on any centre of one's own."),
    BuildPolicy.ANY_OWNED_WITH_HOME: mark("Units are built on any centre of one's own, as long as a home centre is held."),
    BuildPolicy.ANY_HOME: mark("Units are built on any home centre of any power that one owns."),
    BuildPolicy.CORES: mark("Units are built on a power's core provinces, which the variant lists."),
}


def title_of(entry: CatalogueEntry) -> str:
    """Its name; the folder's where it cannot be read."""
    return entry.id if entry.folder is None else variant_name(entry.folder.variant)


def numbers(variant: Variant, *, briefly: bool = False) -> str:
    """``7 powers · 75 provinces · 34 centres · 18 to win``; *briefly* leaves out the last."""
    board = variant.board
    playing = sum(power.role is PowerRole.PLAYING for power in variant.powers.values())
    counts = (
        plural("{count} power", "{count} powers", playing),
        plural("{count} province", "{count} provinces", len(board.provinces)),
        plural("{count} centre", "{count} centres", len(board.centres)),
    )
    return " · ".join(counts if briefly else (*counts, tr("{victory} to win", victory=variant.victory)))


def short_numbers(entry: CatalogueEntry) -> str:
    """One line for the list."""
    if entry.folder is None:
        return tr("cannot be played")
    variant = entry.folder.variant
    playing = sum(power.role is PowerRole.PLAYING for power in variant.powers.values())
    powers = plural("{count} power", "{count} powers", playing)
    line = f"{powers}, {plural('{count} centre', '{count} centres', len(variant.board.centres))}"
    return f"{line}\n{tr('your own')}" if entry.own else line


def rules_in_words(variant: Variant) -> tuple[str, ...]:
    """Return the rules that a player has to know, a sentence each."""
    position = variant.start
    lines = [
        tr(
            "The game starts with {units} on the board, in {phase}.",
            phase=describe_phase(variant, position.phase),
            units=plural("{count} unit", "{count} units", len(position.units)),
        )
    ]
    targets = sorted({power.victory for power in variant.powers.values() if power.victory is not None})
    lines.append(
        tr("Whoever owns {victory} centres wins.", victory=variant.victory)
        if not targets
        else tr("Powers need different numbers of centres to win.")
    )
    lines.append(tr(_BUILDS[variant.builds]))
    movements = [step.season for step in variant.calendar.steps if step.kind is PhaseKind.MOVEMENT]
    seasons = [season_name(variant.calendar.seasons.get(each, each)) for each in movements]
    step = variant.calendar.year_step + sum(each.later for each in variant.calendar.steps)
    year = tr("once a year") if step == 1 else tr("every {step} years", step=step)
    lines.append(tr("Units move in {seasons}; {year} centres are counted.", seasons=mid_sentence(join_words(seasons)), year=year))
    if variant.year_limit is not None:
        lines.append(tr("The last year is {year}.", year=variant.year_limit))
    if variant.years_without_capture is not None:
        lines.append(
            plural(
                "{count} year without a capture make a draw.", "{count} years without a capture make a draw.", variant.years_without_capture
            )
        )
    idle = [power_name(variant, power.id) for power in variant.powers.values() if power.role is not PowerRole.PLAYING]
    if idle:
        lines.append(plural("{powers}: nobody orders it.", "{powers}: nobody orders them.", len(idle), powers=", ".join(idle)))
    extra = [kind_name(variant, kind.letter) for kind in variant.board.kinds.values() if kind.letter not in "AF"]
    if extra:
        lines.append(tr("Besides armies and fleets there are: {kinds}.", kinds=", ".join(extra)))
    return tuple(lines)


_ENDLESS = 9999
POWER_COUNTS = ((1, 2), (3, 4), (5, 6), (7, 7), (8, 10), (11, _ENDLESS))
"""Numbers of playing powers that the shelf can be narrowed to, the least and the most."""
SIZES = ((1, 30), (31, 60), (61, 90), (91, 150), (151, _ENDLESS))
"""Numbers of provinces that the shelf can be narrowed to, the least and the most."""


def range_in_words(least: int, most: int) -> str:
    """``7``, ``3–4``; ``up to 30`` and ``11 and more`` where there is no other bound.

    >>> range_in_words(3, 4)
    '3–4'
    """
    if least == most:
        return str(most)
    if least == 1:
        return tr("up to {most}", most=most)
    return tr("{least} and more", least=least) if most == _ENDLESS else f"{least}–{most}"


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Bounds on the variants of the shelf, besides words."""

    group: str | None = None
    """Name of a collection; empty for those in none."""
    powers: tuple[int, int] | None = None
    provinces: tuple[int, int] | None = None

    @property
    def is_any_asked(self) -> bool:
        """True if anything is left out."""
        return self != Narrowing()

    def has(self, entry: CatalogueEntry) -> bool:
        """Return True if *entry* is wanted. What cannot be read has no numbers."""
        if self.group is not None and entry.group != self.group:
            return False
        if entry.folder is None:
            return self.powers is None and self.provinces is None
        variant = entry.folder.variant
        playing = sum(power.role is PowerRole.PLAYING for power in variant.powers.values())
        asked = ((self.powers, playing), (self.provinces, len(variant.board.provinces)))
        return all(bounds is None or bounds[0] <= count <= bounds[1] for bounds, count in asked)


def found_by(entry: CatalogueEntry, sought: str) -> bool:
    """Return True if every word of *sought* occurs in the variant's own description: ``fog``, ``34 powers``, ``carthage``.

    A number is looked for with the word after it, so that ``7 powers`` is not found in 7 centres of 34 powers. The English name of a
    shipped variant counts as well, and letters with and without accents are the same: many keyboards lack those of the name.
    """
    if not sought.strip():
        return True
    parts = [entry.id, title_of(entry)]
    if entry.folder is not None:
        variant = entry.folder.variant
        parts += [
            variant.name,
            tr(entry.folder.description),
            entry.folder.description,
            *entry.folder.authors,
            *entry.folder.hooks,
            numbers(variant),
        ]
        parts += [word for power in variant.powers.values() for word in (power.name, power.adjective)]
        parts += [province.name for province in variant.board.provinces.values()]
    text = fold(" ".join(parts))
    phrases = _PHRASE.findall(fold(sought))
    return all(re.search(rf"(?<!\d){re.escape(phrase)}" if phrase[0].isdecimal() else re.escape(phrase), text) for phrase in phrases)
