"""Names of powers, places and units, phases and days in words, as a sentence uses them, in the language in use.

A code that the variant does not know stands as it is, and so does an English name that the language has no other for. Names of another
language are the ones that orders are read with (``resources/names``, or the variant's own): the first of them is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import assert_never

from adjudicator import Board, Location, Phase, PhaseKind, Piece, Terrain
from adjudicator.board_tables import board_tables
from adjudicator.notation.order_tokens import words_of
from adjudicator.variant import OrderLanguage, Variant
from entente.words.sentence import Sentence
from entente.words.sentence import counted as counted
from languages import active_code, active_language, mark, sentence, tr, tr_in
from variants.catalogue import shipped_ids

_UNIT = Sentence(mark("{kind} {place}"))
_AND = Sentence(mark("{first} and {last}"))
_OR = Sentence(mark("{first} or {last}"))

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
"""Names of the coasts that a language has under these codes; a board may call another coast so."""


def variant_name(variant: Variant) -> str:
    """Return the name of a variant: a shipped one has a name in each language, any other the name that its designer gave it."""
    return tr(variant.name) if variant.id in shipped_ids() else variant.name


def power_name(variant: Variant, power: str) -> str:
    """``Austria-Hungary``

    >>> from variants import standard
    >>> power_name(standard(), "TURKEY")
    'Turkey'
    """
    known = variant.powers.get(power)
    if known is None:
        return power
    language = None if active_language() is None else _order_language(variant)
    return known.name if language is None else _first(language.powers, known.id, known.name) or known.name


def name_of_power(variant: Variant, kept: str) -> str:
    """The name to show of a power that a game keeps by its id or its English name: ``FRANCE``, ``Austria-Hungary``."""
    found = kept if kept in variant.powers else next((each.id for each in variant.powers.values() if each.name == kept), kept)
    return power_name(variant, found)


def power_adjective(variant: Variant, power: str) -> str:
    """``Austrian``; in another language the name of the power, since an adjective would have to agree with what follows.

    >>> from variants import standard
    >>> power_adjective(standard(), "TURKEY")
    'Turkish'
    """
    known = variant.powers.get(power)
    if known is None:
        return power
    return known.adjective or known.name if active_language() is None else power_name(variant, power)


def kind_name(variant: Variant, kind: str) -> str:
    """``Army``"""
    return names_of(variant).kinds.get(kind, kind)


def kind_word(variant: Variant, kind: str) -> str:
    """``army``: the word within a sentence; in German ``Armee``."""
    return names_of(variant).kind_words.get(kind, kind)


def terrain_word(terrain: Terrain) -> str:
    """``inland``, ``sea``"""
    match terrain:
        case Terrain.INLAND:
            return tr("inland")
        case Terrain.COASTAL:
            return tr("coastal")
        case Terrain.SEA:
            return tr("sea")
        case Terrain.IMPASSABLE:
            return tr("impassable")
        case _:
            assert_never(terrain)


def coast_name(variant: Variant, coast: str) -> str:
    """``north coast``"""
    return names_of(variant).coasts.get(coast, coast)


def place_name(variant: Variant, place: Location | str, *, article: bool = False) -> str:
    """``St Petersburg (north coast)``; with *article*, ``the North Sea``: seas take one within an English sentence.

    >>> from variants import standard
    >>> place_name(standard(), "STP/NC")
    'St Petersburg (north coast)'
    >>> place_name(standard(), "NTH", article=True)
    'the North Sea'
    """
    return names_of(variant).place(place, article=article)


def unit_name(variant: Variant, piece: Piece) -> str:
    """``Fleet St Petersburg (south coast)``

    >>> from variants import standard
    >>> unit_name(standard(), Piece.of("F STP/SC"))
    'Fleet St Petersburg (south coast)'
    """
    return names_of(variant).unit(piece)


class BoardNames:
    """The names on a board in one language, made once.

    Args:
        board: English names stand on it.
        language: what the board's places are called in another language, where there is one.
    """

    def __init__(self, board: Board, language: OrderLanguage | None, *, is_english: bool) -> None:
        self.language = language
        self._is_english = is_english
        self._spots = board_tables(board).spot_of_text
        self.kinds = {letter: kind.name.capitalize() for letter, kind in board.kinds.items()}
        self.kind_words = {letter: kind.name.lower() for letter, kind in board.kinds.items()}
        self.coasts = dict(board.coast_names)
        self.places = {code: province.name for code, province in board.provinces.items()}
        self.in_sentences = dict(self.places)
        """With the article that an English sentence has before a sea; another language bends the bare name."""
        self.units: dict[str, str] = {}
        """The text of a unit to its name, for those of the board that were asked for."""
        if is_english:
            seas = {code: each.name for code, each in board.provinces.items() if each.terrain is Terrain.SEA}
            self.in_sentences |= {code: f"the {name}" for code, name in seas.items() if not name.casefold().startswith("the ")}
        elif language is not None:
            self._take(board, language)

    def _take(self, board: Board, language: OrderLanguage) -> None:
        words = {letter: _first(language.kinds, letter, kind.name) for letter, kind in board.kinds.items()}
        self.kind_words |= {letter: word for letter, word in words.items() if word}
        self.kinds |= {letter: sentence(word) for letter, word in words.items() if word}
        self.coasts |= {
            code: name
            for code, english in board.coast_names.items()
            if _COASTS.get(code, english) == english and (name := _first(language.coasts, code, english))
        }
        self.places |= _unambiguous_names(self.places, {code: _first(language.provinces, code, name) for code, name in self.places.items()})
        self.in_sentences = self.places

    def place(self, place: Location | str, *, article: bool = False) -> str:
        """Return the result of :func:`place_name`."""
        known = self.in_sentences if article else self.places
        if isinstance(place, str):
            if place in known:
                return known[place]
            place = Location.of(place)
        name = known.get(place.province, place.province)
        return name if place.coast is None else f"{name} ({self.coasts.get(place.coast, place.coast)})"

    def unit(self, piece: Piece) -> str:
        """Return the result of :func:`unit_name`."""
        text = str(piece)
        name = self.units.get(text)
        if name is None:
            kind, place = self.kinds.get(piece.kind, piece.kind), self.place(piece.location)
            name = f"{kind} {place}" if self._is_english else _UNIT(kind, place)  # English is asked for in other languages too
            if text in self._spots:
                self.units[text] = name
        return name


def names_of(variant: Variant) -> BoardNames:
    """The names on the board of *variant* in the language in use."""
    tables = board_tables(variant.board)
    return tables.once(_in_english, variant.board) if active_language() is None else _in_other_words(variant, tables.once(_of_languages))


def english_names(variant: Variant) -> BoardNames:
    """The names on the board in English, in every language: for texts that programs read."""
    return board_tables(variant.board).once(_in_english, variant.board)


def _in_other_words(variant: Variant, made: dict[str, BoardNames]) -> BoardNames:
    code, language = active_code(), _order_language(variant)
    names = made.get(code)
    if names is None or names.language is not language:
        names = made[code] = BoardNames(variant.board, language, is_english=False)
    return names


def _in_english(board: Board) -> BoardNames:
    return BoardNames(board, None, is_english=True)


def _of_languages() -> dict[str, BoardNames]:
    return {}


def _order_language(variant: Variant) -> OrderLanguage | None:
    """Return the language of orders to *variant* for the language in use."""
    code = active_code()
    return next((each for each in variant.languages if each.code == code), None)


def _first(names: Mapping[str, tuple[str, ...]], code: str, english: str) -> str:
    """The name to show of what has *code* and is called *english* on the board; empty where the language has none."""
    found = names.get(code) or names.get(english)
    if not found:
        folded = words_of(english)
        found = next((called for key, called in names.items() if words_of(key) == folded), ())
    return found[0] if found else ""


def _unambiguous_names(english: Mapping[str, str], shown: Mapping[str, str]) -> dict[str, str]:
    """The names of *shown*, by code, that mean one place alone; a name that is another place's in English too means two."""
    meant: dict[tuple[str, ...], set[str]] = {}
    for named in (english, shown):
        for code, name in named.items():
            meant.setdefault(words_of(name), set()).add(code)
    return {code: name for code, name in shown.items() if name and len(meant[words_of(name)]) == 1}


def join_words(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``; with ``or`` as *last*, ``a, b or c``.

    >>> join_words(["London", "Paris", "Rome"])
    'London, Paris and Rome'
    >>> join_words(["London", "Paris"], last="or")
    'London or Paris'
    """
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    joint = _AND if last == "and" else _OR
    return joint(", ".join(all_words[:-1]), all_words[-1])


_SEASON = Sentence(mark("{season} {year}"))
_BEFORE_OUR_ERA = Sentence(mark("{season} {year} BC"))
_PHASE = Sentence(mark("{season}, {kind}"))


def year_name(year: int) -> str:
    """``1901``; before our era ``215 BC``

    >>> year_name(-215)
    '215 BC'
    """
    return tr("{year} BC", year=-year) if year < 0 else str(year)


def describe_season(variant: Variant, phase: Phase) -> str:
    """``Spring 1901``; before our era ``Spring 215 BC``

    >>> from variants import standard
    >>> describe_season(standard(), Phase.of("S1901M"))
    'Spring 1901'
    """
    return _season(variant.calendar.seasons.get(phase.season, phase.season), phase)


def _season(english: str, phase: Phase) -> str:
    said = _BEFORE_OUR_ERA if phase.year < 0 else _SEASON
    return said(season_name(english), str(abs(phase.year)))


def season_name(english: str) -> str:
    """A season in the language in use; one that is none of the usual stands as the variant calls it."""
    if active_language() is None:
        return english
    match english:
        case "Spring":
            return tr_in("season", "Spring")
        case "Summer":
            return tr_in("season", "Summer")
        case "Fall":
            return tr_in("season", "Fall")
        case "Autumn":
            return tr_in("season", "Autumn")
        case "Winter":
            return tr_in("season", "Winter")
        case _:
            return english


def season_letter(variant: Variant, phase: Phase) -> str:
    """``S`` for spring, where there is no room for more; in another language the letter its season begins with there."""
    if active_language() is None:
        return phase.season
    return season_name(variant.calendar.seasons.get(phase.season, phase.season))[:1].upper()


def describe_phase_kind(kind: PhaseKind) -> str:
    """``movement``"""
    match kind:
        case PhaseKind.MOVEMENT:
            return tr("movement")
        case PhaseKind.RETREAT:
            return tr("retreats")
        case PhaseKind.ADJUSTMENT:
            return tr("builds and removals")
        case _:
            assert_never(kind)


def describe_phase(variant: Variant, phase: Phase) -> str:
    """``Spring 1901, movement``

    >>> from variants import standard
    >>> describe_phase(standard(), Phase.of("F1901R"))
    'Fall 1901, retreats'
    """
    return _PHASE(describe_season(variant, phase), describe_phase_kind(phase.kind))


def describe_phase_of(season: str, phase: Phase) -> str:
    """Describe as :func:`describe_phase` does, where the variant is not at hand: *season* is its name of *phase*'s season in English."""
    return _PHASE(_season(season, phase), describe_phase_kind(phase.kind))


MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def day_words(day: date) -> str:
    """``27 November 2026``

    >>> day_words(date(2026, 11, 27))
    '27 November 2026'
    """
    return tr("{day} {month} {year}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def weekday_short(day: date) -> str:
    """``Fri``"""
    match day.weekday():
        case 0:
            return tr_in("weekday", "Mon")
        case 1:
            return tr_in("weekday", "Tue")
        case 2:
            return tr_in("weekday", "Wed")
        case 3:
            return tr_in("weekday", "Thu")
        case 4:
            return tr_in("weekday", "Fri")
        case 5:
            return tr_in("weekday", "Sat")
        case _:
            return tr_in("weekday", "Sun")


def weekday_long(number: int) -> str:
    """``Monday`` for 0."""
    match number:
        case 0:
            return tr_in("weekday", "Monday")
        case 1:
            return tr_in("weekday", "Tuesday")
        case 2:
            return tr_in("weekday", "Wednesday")
        case 3:
            return tr_in("weekday", "Thursday")
        case 4:
            return tr_in("weekday", "Friday")
        case 5:
            return tr_in("weekday", "Saturday")
        case _:
            return tr_in("weekday", "Sunday")


def month_short(number: int) -> str:
    """``Nov`` for 11."""
    months = (
        tr_in("month", "Jan"),
        tr_in("month", "Feb"),
        tr_in("month", "Mar"),
        tr_in("month", "Apr"),
        tr_in("short month", "May"),
        tr_in("month", "Jun"),
        tr_in("month", "Jul"),
        tr_in("month", "Aug"),
        tr_in("month", "Sep"),
        tr_in("month", "Oct"),
        tr_in("month", "Nov"),
        tr_in("month", "Dec"),
    )
    return months[number - 1]


def date_words(day: date) -> str:
    """``06 November 2026``"""
    return tr("{day:02} {month} {year:d}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def moment_short(local: datetime, *, with_year: bool) -> str:
    """``Fri 27 Nov, 20:00``, ``Fri 27 Nov 2026, 20:00``

    >>> moment_short(datetime(2026, 11, 27, 20, 0), with_year=False)
    'Fri 27 Nov, 20:00'
    """
    weekday, month, time = weekday_short(local), month_short(local.month), f"{local:%H:%M}"
    if with_year:
        return tr("{weekday} {day} {month} {year}, {time}", weekday=weekday, day=local.day, month=month, year=local.year, time=time)
    return tr("{weekday} {day} {month}, {time}", weekday=weekday, day=local.day, month=month, time=time)
