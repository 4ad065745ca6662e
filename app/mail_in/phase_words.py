"""Headings that say for which phase the lines below them are: ``Fall:``, ``F1901M``, ``Retreat if dislodged: A Tri - Ven``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Calendar, Variant
from app.mail_in.folding import folded_words, plain, word_set

MOST_ROUNDS = 4
"""A heading that names no year means one of the next so many rounds of the calendar."""


class HeadingTime(Enum):
    """Relation of a heading's phase to the phase that is open."""

    NOW = "now"
    LATER = "later"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PhaseHeading:
    """A heading, and what stands on its line after it."""

    when: HeadingTime
    phase: Phase | None
    """``None`` where the words name no phase of the calendar."""
    rest: int
    """Column at which the rest of the line begins; its length where there is none."""
    names_time: bool = True
    """True if a season, a year, a code or *this turn* is named, and not only a kind of orders: ``Builds:``."""
    is_contingent: bool = False
    """True if it is about orders for the case that a unit is dislodged: a line of its own, not a section."""


_SEASONS = {
    "spring": word_set("spring fruhling fruhjahr printemps primavera lente"),
    "summer": word_set("summer sommer ete estate verano"),
    "fall": word_set("fall autumn herbst automne autunno otono herfst"),
    "winter": word_set("winter hiver inverno invierno"),
}
_SEASON_WORDS = frozenset(word for words in _SEASONS.values() for word in words)
_KINDS = {
    PhaseKind.RETREAT: word_set(
        "retreat retreats retreating ruckzug ruckzuge retraite retraites ritirata ritirate ritiro ritiri retirada retiradas"
    ),
    PhaseKind.ADJUSTMENT: word_set(
        "build builds adjustment adjustments removal removals disbands aufbau aufbauten bau bauten abbau ajustement ajustements"
        " construction constructions costruzione costruzioni aggiustamenti ajuste ajustes construccion construcciones reclutamiento"
    ),
    PhaseKind.MOVEMENT: word_set(
        "movement movements moves diplomacy bewegung zuge mouvement mouvements mosse movimento movimenti movimiento movimientos"
    ),
}
_BESIDE = word_set(
    "order orders phase turn season year so now already come my our the for of and in is are here a ad these following"
    " prelim preliminary final advance"
    " befehl befehle zug runde meine fur der die das jahr und vorab schon mal jetzt nun den dem furs im zum"
    " ordre ordres mes nos pour l d le la les de du des tour saison annee et"
    " ordini ordine miei i gli per il lo dell del della turno stagione anno e"
    " ordenes orden mis nuestras para el los las turno temporada ano y"
)
_NEXT = word_set(
    "next later following upcoming then afterwards thereafter danach hinterher anschliessend ensuite puis poi dopo despues luego"
    " nachste nachster nachsten nachstes spater prochain prochaine suivant suivante prossimo prossima proximo"
    " proxima siguiente"
)
_THIS = word_set("this diese dieser diesen dieses ce cette ci questo questa este esta")
_NEXT_BESIDE = word_set("turn season year phase time runde zug jahr saison tour annee turno stagione anno temporada ano fois mal volta vez")
_DISLODGED = word_set(
    "dislodged dislodge dislodges dislodgement vertrieben verdrangt geschlagen delogee delogees deloge deloges dislocata dislocato"
    " dislocate sloggiata sloggiato sloggiate desalojada desalojado desalojadas desalojados desplazada"
    " desalojan desalojen desaloja delogent"
)
_NEEDED = word_set(
    "if needed necessary need required any case of in dislodgement forced when applicable only just be should must have possible to i am"
    " hit attacked retreated dislodged driven out"
    " falls notig notwendig erforderlich wenn sollte noetig bedarf bei ich muss mussen werde vertrieben geschlagen"
    " si necessaire besoin est en cas au ou il faut je suis obligatoire"
    " se necessario serve servono caso bisogno di occorre"
    " si necesario hace falta fuera fuese necesaria hubiera caso"
)
"""Words of *if needed* beside retreats and builds in a heading."""
_BUILDING = word_set("bauen baue construire costruire construir")
_LATER = _KINDS[PhaseKind.RETREAT] | _KINDS[PhaseKind.ADJUSTMENT] | _SEASONS["winter"] | _BUILDING
_CODE = re.compile(r"(?:phase\s+)?([A-Z])[\s'’]?(\d{2,4})\s?([MRAB])?(?![\w])", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_LAST_SENTENCE = re.compile(r"[.;!]\s+([^.;!:]{1,80}):\s*$")
"""``No retreats needed. For movement:`` speaks of what its end says."""
_KIND_LETTERS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT, "B": PhaseKind.ADJUSTMENT}
_MOST_HEADING = 80
_MOST_LINE = 600


def phase_heading(variant: Variant, now: Phase, line: str, names: frozenset[str] = frozenset()) -> PhaseHeading | None:
    """Read the line as a heading for a phase; ``None`` where it is none.

    Args:
        now: the phase that is open.
        names: words of powers, which may stand in a heading.
    """
    text = plain(line)
    if len(text) > _MOST_LINE:
        return None
    last = _LAST_SENTENCE.search(text)
    if last is not None and (found := _read(variant, now, last[1], names)) is not None:
        return PhaseHeading(found[0], found[1], len(text))
    head, colon, rest = text.partition(":")
    contingent = _contingent(variant, now, text)
    if contingent is not None:
        return contingent
    if len(head) > _MOST_HEADING:
        return None
    after = len(text) if not colon else len(text) - len(rest.lstrip())
    found = _read(variant, now, head, names)
    if found is None and not colon:
        found = _read(variant, now, text, names)
        after = len(text)
    if found is None and not colon:
        for dash in (" - ", " – ", " — "):
            before, cut, tail = text.partition(dash)
            if cut and (found := _read(variant, now, before, names)) is not None:
                after = len(text) - len(tail.lstrip())
                break
    if found is None and (aside := _ASIDE.sub(" ", head)) != head:
        found = _read(variant, now, aside, names)  # ``Builds (I hope!)``
        if found is not None and found[0] is not HeadingTime.LATER:
            found = None
    if found is None and colon and len(head) <= _MOST_HEADING and (needed := _if_needed(variant, now, head, names)) is not None:
        return PhaseHeading(HeadingTime.LATER, needed, len(text) - len(rest.lstrip()), is_contingent=bool(rest.strip()))
    if found is None:
        return None
    words = folded_words(head)
    is_this = not _THIS.isdisjoint(words) and not _NEXT_BESIDE.isdisjoint(words)
    timed = is_this or any(map(str.isdecimal, words)) or not _SEASON_WORDS.isdisjoint(words) or bool(_CODE.match(head))
    return PhaseHeading(found[0], found[1], after, names_time=timed)


def names_two_seasons(text: str) -> bool:
    """``Spring 1901     Fall 1901``: the heads of two columns."""
    heard = set(folded_words(text[:_MOST_HEADING]))
    return sum(not heard.isdisjoint(named) for named in _SEASONS.values()) > 1


def is_of_later(words: Iterable[str], now: Phase | None = None) -> bool:
    """Return True if folded *words* speak of retreats or builds while orders for units are due; *now* is the phase that is open."""
    return (now is None or now.kind is PhaseKind.MOVEMENT) and not _LATER.isdisjoint(words)


def kind_of_later(words: Iterable[str], now: Phase) -> PhaseKind | None:
    """The kind of a later phase that folded *words* speak of, while orders for units are due."""
    heard = set(words)
    if now.kind is not PhaseKind.MOVEMENT or heard.isdisjoint(_LATER):
        return None
    return PhaseKind.RETREAT if not heard.isdisjoint(_KINDS[PhaseKind.RETREAT]) else PhaseKind.ADJUSTMENT


def _if_needed(variant: Variant, now: Phase, head: str, names: frozenset[str]) -> Phase | None:
    """The later phase of ``Retreats, if needed``, ``Rückzug, falls nötig``, ``Retreat if Bulgaria is hit``."""
    heard = folded_words(head)
    for kind in (PhaseKind.RETREAT, PhaseKind.ADJUSTMENT):
        told = [number for number, word in enumerate(heard) if word in _KINDS[kind]]
        if not told or now.kind is kind or now.kind is PhaseKind.ADJUSTMENT:
            continue
        if all(word in _KINDS[kind] | _NEEDED | _BESIDE | names or word.isdecimal() for word in heard) or (
            told[0] <= 1 and not _NEEDED_IF.isdisjoint(heard[told[0] + 1 : told[0] + 3])
        ):
            return next_phase(variant.calendar, now, kind)
    return None


_NEEDED_IF = word_set("if falls wenn si se in case when sollte en caso cas")


def later_phase_in(variant: Variant, now: Phase, text: str) -> Phase | None:
    """The later phase that an order is for by words within its sentence: ``F Sev - Rum next turn``."""
    heard = folded_words(text[:_MOST_LINE])
    for number, word in enumerate(heard[:-1]):
        if word in _NEXT and heard[number + 1] in _NEXT_BESIDE:
            return next_phase(variant.calendar, now, PhaseKind.MOVEMENT)
    return None


def _contingent(variant: Variant, now: Phase, text: str) -> PhaseHeading | None:
    """``Retreat if dislodged: A Tri - Ven``, ``If dislodged, A Tri R Ven``: for the retreats after this phase."""
    words = folded_words(text)
    if not _DISLODGED & set(words) or now.kind is PhaseKind.RETREAT:
        return None
    about = set(words) & (_KINDS[PhaseKind.RETREAT] | word_set("if wenn falls si se in case of any when"))
    if not about:
        return None
    first = next(number for number, word in enumerate(words) if word in _DISLODGED or word in about)
    if first > 2:
        return None  # an order with an afterthought: A Vie - Gal, if dislodged to Boh
    _, colon, rest = text.partition(":")
    after = len(text) - len(rest.lstrip()) if colon else 0
    phase = next_phase(variant.calendar, now, PhaseKind.RETREAT)
    return PhaseHeading(HeadingTime.LATER, phase, after, is_contingent=True)


def _read(variant: Variant, now: Phase, head: str, names: frozenset[str]) -> tuple[HeadingTime, Phase | None] | None:
    """The phase that the words of *head* name, where all of them belong to a heading."""
    stripped = head.strip(" \t*=#_-[](){}<>~.!,")
    code = _CODE.fullmatch(stripped) or _CODE.match(stripped)
    season: str | None = None
    year: int | None = None
    kind: PhaseKind | None = None
    words = folded_words(stripped)
    if code is not None and code[1].upper() in {*variant.calendar.seasons, "A"}:
        season = "F" if code[1].upper() == "A" and "A" not in variant.calendar.seasons else code[1].upper()
        year = _year(code[2], now)
        kind = _KIND_LETTERS[code[3].upper()] if code[3] else None
        words = folded_words(stripped[code.end() :])
    is_next = is_this = False
    kinds: list[PhaseKind] = []
    for word in words:
        named = next((name for name, spellings in _SEASONS.items() if word in spellings), None)
        a_kind = next((each for each, spellings in _KINDS.items() if word in spellings), None)
        if named is not None:
            letter = _letter(variant.calendar, named)
            if letter is None or season not in {None, letter}:
                return None
            season = letter
        elif a_kind is not None:
            kinds.append(a_kind)
        elif word.isdecimal() and len(word) in {2, 4}:
            year = _year(word, now)
        elif word in _NEXT:
            is_next = True
        elif word in _THIS:
            is_this = True
        elif word not in _BESIDE and word not in names and not ((is_next or is_this) and word in _NEXT_BESIDE):
            return None
    kind = kind or (kinds[0] if kinds else None)
    if is_next:
        return HeadingTime.LATER, next_phase(variant.calendar, now, kind or PhaseKind.MOVEMENT)
    if season is None and year is None and kind in {None, PhaseKind.MOVEMENT}:
        return (HeadingTime.NOW, now) if is_this and _NEXT_BESIDE & set(words) else None
    if season is None and year is None and len(words) > 3 and not {"orders", "phase"} & set(words):
        return None
    return _placed(variant.calendar, now, season, year, kind)


def _letter(calendar: Calendar, named: str) -> str | None:
    """The calendar's letter for a season; a season that it does not have is no heading here."""
    for letter, name in calendar.seasons.items():
        if name.casefold() in {named, "autumn" if named == "fall" else named}:
            return letter
    return None


def _year(digits: str, now: Phase) -> int:
    number = int(digits)
    return number if len(digits) > 2 else (abs(now.year) // 100) * 100 + number


def _placed(
    calendar: Calendar, now: Phase, season: str | None, year: int | None, kind: PhaseKind | None
) -> tuple[HeadingTime, Phase | None]:
    """Return the nearest phase that fits the words; the phase that is open fits before any other."""

    def fits(phase: Phase) -> bool:
        kinds = {kind} if kind is not None else {PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT} if phase != now else {now.kind}
        return (season in {None, phase.season}) and (year in {None, phase.year}) and phase.kind in kinds

    if fits(now):
        return HeadingTime.NOW, now
    if year is not None and year < now.year:
        return HeadingTime.OVER, None
    for phase in rounds(calendar, now):
        if fits(phase):
            return HeadingTime.LATER, phase
    return HeadingTime.OVER, None


def next_phase(calendar: Calendar, now: Phase, kind: PhaseKind) -> Phase | None:
    """The first phase of *kind* after *now*."""
    return next((phase for phase in rounds(calendar, now) if phase.kind is kind), None)


def rounds(calendar: Calendar, now: Phase) -> tuple[Phase, ...]:
    """The phases after *now*, for some rounds of the calendar."""
    steps = calendar.steps
    at = next((number for number, step in enumerate(steps) if step.season == now.season and step.kind is now.kind), None)
    if at is None:
        return ()
    found: list[Phase] = []
    year = now.year
    for _ in range(MOST_ROUNDS * len(steps)):
        at += 1
        if at == len(steps):
            at = 0
            year += calendar.year_step
        else:
            year += steps[at].later
        year += year == 0
        found.append(Phase(steps[at].season, year, steps[at].kind))
    return tuple(found)
