"""A variant in the words of DAIDE: which token each power and province has, and the messages RM and MDF that tell clients of it."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase
from types import MappingProxyType

from adjudicator import Calendar, Location, Phase, PhaseKind, Piece, Province, Terrain, Unit, Variant
from app.players.daide.tokens import (
    HIGHEST,
    LOWEST,
    STANDARD_NAMES,
    WORDS,
    Category,
    DaideVocabulary,
    Token,
    category,
    integer,
    is_province,
    number_of,
    token,
)
from languages import tr
from variants.province_codes import propose_code

_SEQUENCE = (
    ("SPR", PhaseKind.MOVEMENT),
    ("SUM", PhaseKind.RETREAT),
    ("FAL", PhaseKind.MOVEMENT),
    ("AUT", PhaseKind.RETREAT),
    ("WIN", PhaseKind.ADJUSTMENT),
)
"""The year of DAIDE."""


class CalendarError(ValueError):
    """A calendar that DAIDE has no words for."""


class Turns:
    """The phases of a calendar in tokens, and back.

    Args:
        calendar: of the variant that is played.

    Raises:
        CalendarError: its year is not spring, its retreats, fall, its retreats and adjustments.
    """

    def __init__(self, calendar: Calendar) -> None:
        if tuple(step.kind for step in calendar.steps) != tuple(kind for _, kind in _SEQUENCE):
            raise CalendarError(tr("DAIDE knows years of two movement phases with retreats and one adjustment phase, and no others"))
        if any(step.later for step in calendar.steps):
            raise CalendarError(tr("DAIDE knows no phases that skip years"))
        self._seasons = {(step.season, step.kind): WORDS[word] for step, (word, _) in zip(calendar.steps, _SEQUENCE, strict=True)}
        self._phases = {season: each for each, season in self._seasons.items()}
        if len(self._phases) != len(self._seasons):
            raise CalendarError(tr("two phases of a year have the same season and kind"))

    def message(self, phase: Phase) -> tuple[Token, Token]:
        """Season and year of a phase."""
        return (self._seasons[phase.season, phase.kind], integer(phase.year))

    def phase(self, season: Token, year: Token) -> Phase:
        """The phase that a season and a year name."""
        letter, kind = self._phases[season]
        return Phase(letter, number_of(year), kind)


def can_say(year: int) -> bool:
    """Return True if a token can hold *year*."""
    return LOWEST <= year <= HIGHEST


_OWN_NAMES = {"ENG": "ECH", "LYO": "GOL", "BOT": "GOB"}
"""Provinces of the standard map that DAIDE calls otherwise."""

_STANDARD_POWERS = {
    "AUSTRIA": "AUS",
    "ENGLAND": "ENG",
    "FRANCE": "FRA",
    "GERMANY": "GER",
    "ITALY": "ITA",
    "RUSSIA": "RUS",
    "TURKEY": "TUR",
}

KINDS: Mapping[str, str] = MappingProxyType({"A": "AMY", "F": "FLT"})
"""The units that DAIDE has, by the letters of ours."""

COASTS: Mapping[str, str] = MappingProxyType(
    {"NC": "NCS", "NEC": "NEC", "EC": "ECS", "SEC": "SEC", "SC": "SCS", "SWC": "SWC", "WC": "WCS", "NWC": "NWC"}
)
"""The coasts that DAIDE has, by ours."""

_COASTS_BACK = {WORDS[word]: coast for coast, word in COASTS.items()}
_KINDS_BACK = {WORDS[word]: letter for letter, word in KINDS.items()}

MOST_NAMES = 256
"""Provinces are counted in one byte, and so are powers."""


class UnspeakableError(ValueError):
    """A variant that cannot be played over DAIDE, with the reason."""


class DaideBoard:
    """A variant and its tokens.

    Args:
        variant: what is played.
        names: the tokens of powers and provinces where another server gave them, by their letters, which are then our names as well.

    Raises:
        UnspeakableError: it has units, coasts or phases that DAIDE has no words for, or too many provinces.
    """

    def __init__(self, variant: Variant, names: Mapping[str, Token] | None = None) -> None:
        _check(variant)
        try:
            self.turns = Turns(variant.calendar)
        except CalendarError as error:
            raise UnspeakableError(f"{variant.name}: {error}") from error
        self.variant = variant
        by_letters = _standard_names(variant) if names is None else _given_names(variant, names)
        self.is_standard = names is None and by_letters is not None
        """True if RM is empty: powers and provinces are those of the standard map, though neighbours may be others."""
        if by_letters is None:
            by_letters = _own_names(variant)
        self.vocabulary = DaideVocabulary(STANDARD_NAMES if self.is_standard else {name: each for name, (_, each) in by_letters.items()})
        self._tokens = dict(by_letters.values())
        self._ours = {each: ours[1] for ours, each in by_letters.values()}
        self.powers = tuple(variant.powers)
        """Every power with a token, in the variant's sequence."""

    # Names ------------------------------------------------------------------------------------------------------------------

    def power(self, name: str) -> Token:
        """The token of a power."""
        return self._tokens["power", name]

    def province(self, code: str) -> Token:
        """The token of a province."""
        return self._tokens["province", code]

    def power_of(self, each: Token) -> str | None:
        """The power of a token; ``None`` where this variant has none such."""
        return self._ours.get(each) if category(each) == Category.POWER else None

    def province_of(self, each: Token) -> str | None:
        """The province of a token."""
        return self._ours.get(each) if is_province(each) else None

    # Places and units -------------------------------------------------------------------------------------------------------

    def place(self, location: Location) -> tuple[Token, Token | None]:
        """The tokens of a province and its coast, ``None`` for no coast."""
        return self.province(location.province), None if location.coast is None else WORDS[COASTS[location.coast]]

    def location(self, province: Token, coast: Token | None = None) -> Location:
        """The location of a place; a province that this variant has not keeps its letters, and nothing is called so.

        NCS is no coast in a province without coasts.
        """
        code = self.province_of(province) or self.vocabulary.letters(province)
        known = self.variant.board.provinces.get(code)
        is_coast = coast is not None and (coast != WORDS["NCS"] or known is None or bool(known.coasts))
        return Location(code, _COASTS_BACK[coast] if coast is not None and is_coast else None)

    def unit(self, unit: Unit) -> tuple[Token, Token, Location]:
        """The tokens of power and kind, and the place."""
        return self.power(unit.power), WORDS[KINDS[unit.kind]], unit.location

    def unit_of(self, power: Token, kind: Token, location: Location) -> Unit:
        """The unit of these tokens."""
        return Unit(self.power_of(power) or self.vocabulary.letters(power), Piece(_KINDS_BACK[kind], location))

    # The board in messages --------------------------------------------------------------------------------------------------

    def representation(self) -> bytes:
        """The body of RM: empty on the standard map, since one family of clients turns the letters of any other round."""
        if self.is_standard:
            return b""
        return b"".join(struct.pack(">H3sx", each, name.encode("ascii")) for name, each in self.vocabulary.names.items())

    def held(self, owners: Mapping[str, str | None]) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        """Yield each power, and ``None``, with the centres that *owners* gives them, all in the sequence of their tokens."""
        for owner in (*self.powers, None):
            held = [code for code, each in owners.items() if each == owner or (owner is None and each not in self.powers)]
            yield owner, tuple(self.in_sequence(held))

    def in_sequence(self, codes: Iterable[str]) -> list[str]:
        """Return *codes* of provinces in the sequence of their tokens."""
        return sorted(codes, key=lambda code: self.province(code) & 0xFF)


def _check(variant: Variant) -> None:
    strange = [kind.name for letter, kind in variant.board.kinds.items() if letter not in KINDS]
    if strange:
        raise UnspeakableError(
            tr("{variant} has units that DAIDE has no word for: {strange}", variant=variant.name, strange=", ".join(strange))
        )
    coasts = {coast for each in variant.board.provinces.values() for coast in each.coasts if coast not in COASTS}
    if coasts:
        raise UnspeakableError(
            tr("{variant} has coasts that DAIDE has no word for: {coasts}", variant=variant.name, coasts=", ".join(sorted(coasts)))
        )
    if len(variant.board.provinces) > MOST_NAMES or len(variant.powers) > MOST_NAMES:
        raise UnspeakableError(
            tr(
                "{variant} has more than {most_names} provinces or powers, which DAIDE cannot count",
                variant=variant.name,
                most_names=MOST_NAMES,
            )
        )
    if not can_say(variant.start.phase.year):
        raise UnspeakableError(
            tr("{variant} begins in {year}, a number that DAIDE cannot say", variant=variant.name, year=variant.start.phase.year)
        )


def _standard_names(variant: Variant) -> dict[str, tuple[tuple[str, str], Token]] | None:
    """Powers and provinces by their standard letters; ``None`` where one of them is not of the standard map."""
    found: dict[str, tuple[tuple[str, str], Token]] = {}
    for name in variant.powers:
        letters = _STANDARD_POWERS.get(name)
        if letters is None:
            return None
        found[letters] = (("power", name), STANDARD_NAMES[letters])
    for code, province in variant.board.provinces.items():
        letters = _OWN_NAMES.get(code, code)
        known = STANDARD_NAMES.get(letters)
        if known is None or category(known) != _category(province):
            return None
        found[letters] = (("province", code), known)
    return found


def _own_names(variant: Variant) -> dict[str, tuple[tuple[str, str], Token]]:
    """Powers and provinces by three letters of their own, numbered in sequence."""
    found: dict[str, tuple[tuple[str, str], Token]] = {}
    by_kind = sorted(variant.board.provinces.items(), key=lambda each: (_category(each[1]), each[0]))
    for number, (code, province) in enumerate(by_kind):
        letters = _letters(_OWN_NAMES.get(code, code), found)
        found[letters] = (("province", code), token(_category(province), number))
    for number, name in enumerate(variant.powers):
        found[_letters(name, found)] = (("power", name), token(Category.POWER, number))
    return found


def _given_names(variant: Variant, names: Mapping[str, Token]) -> dict[str, tuple[tuple[str, str], Token]]:
    """Powers and provinces under the names of another server's RM."""
    return {
        letters: (("power" if category(each) == Category.POWER else "province", letters), each)
        for letters, each in names.items()
        if letters in variant.powers or letters in variant.board.provinces
    }


def _category(province: Province) -> Category:
    if len(province.coasts) > 1:
        return Category.TWO_COASTS_CENTRE if province.centre else Category.TWO_COASTS
    match province.terrain:
        case Terrain.SEA:
            return Category.SEA_CENTRE if province.centre else Category.SEA
        case Terrain.COASTAL:
            return Category.COASTAL_CENTRE if province.centre else Category.COASTAL
        case _:
            return Category.INLAND_CENTRE if province.centre else Category.INLAND


def _letters(name: str, taken: Mapping[str, object]) -> str:
    """Three letters for a name, that nothing else of the language is called by."""
    return propose_code("".join(letter for letter in name.upper() if letter in ascii_uppercase), taken.keys() | WORDS.keys())
