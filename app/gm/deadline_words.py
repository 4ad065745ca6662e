"""Deadlines as a game master writes and reads them, and the rule for silence in words.

Nothing here reads a clock: what time it is now is handed in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from adjudicator.phase import Phase, PhaseKind
from app.game.deadlines import AwayDays, due, known_zone, moved, read_duration, still_to_come, terms_of
from app.game.default_lists import IfMissing, policies
from app.game.readiness import readiness
from app.game.record import Game
from app.game.silence import extend, is_extended_for, is_over, locked_since, misses, silence_rule, to_extend
from app.session.errors import Abort
from app.session.processing import waiting
from app.session.session import Session, now_of
from entente.words.names import (
    MONTHS,
    date_words,
    day_words,
    describe_phase,
    join_words,
    moment_short,
    month_short,
    power_name,
    variant_name,
    weekday_long,
    weekday_short,
)
from entente.words.sentence import describe_centres, describe_units
from languages import active_code, mark, plural, tr, using

_ENGLISH = "en"
_A_MONDAY = date(2024, 1, 1)


def weekday_of(word: str) -> int | None:
    """0 for ``mon``, ``Monday`` and ``Mo.``; ``None`` for what is no day of the week, and for the beginning of two."""
    return _number(
        word,
        2,
        [lambda: [weekday_long(day) for day in range(7)], lambda: [weekday_short(_A_MONDAY.replace(day=day + 1)) for day in range(7)]],
    )


def month_of(word: str) -> int | None:
    """1 for ``jan``, ``January`` and ``janv.``; ``None`` for what is no month, and for the beginning of two."""
    found = _number(word, 3, [lambda: [tr(each) for each in MONTHS], lambda: [month_short(month) for month in range(1, 13)]])
    return None if found is None else found + 1


def is_today(word: str) -> bool:
    """``today``"""
    return _is_any_of(word, lambda: [tr("today")])


def is_tomorrow(word: str) -> bool:
    """``tomorrow``"""
    return _is_any_of(word, lambda: [tr("tomorrow")])


def is_passed_over(word: str) -> bool:
    """Return True if a word before a day or a clock time has no meaning: ``at``, ``on``."""
    return _is_any_of(word, lambda: tr("at on the next of").split())


def is_clock_word(word: str) -> bool:
    """Return True if a word behind a clock time has no meaning: ``o'clock``."""
    return _is_any_of(word, lambda: [tr("o'clock")])


def _number(word: str, least: int, lists: Sequence[Callable[[], list[str]]]) -> int | None:
    """Return the number of the name in the lists that *word* is, or begins, in the language in use, else in English."""
    bare = _bare(word)
    if len(bare) < least:
        return None
    for code in dict.fromkeys((active_code(), _ENGLISH)):
        with using(code):
            names = [[_bare(name) for name in names()] for names in lists]
        whole = {at for each in names for at, name in enumerate(each) if name == bare}
        begun = whole or {at for each in names for at, name in enumerate(each) if name.startswith(bare)}
        if begun:
            return min(begun) if len(begun) == 1 else None
    return None


def _is_any_of(word: str, words: Callable[[], list[str]]) -> bool:
    for code in dict.fromkeys((active_code(), _ENGLISH)):
        with using(code):
            if _bare(word) in {_bare(each) for each in words()}:
                return True
    return False


def _bare(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).rstrip(".")


_CLOCK = re.compile(r"(\d{1,2})(?:h|[:.h](\d{2}))?\s*(am|pm)?", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?")
"""A date with dots; the day stands first, in every language that writes one so."""
_EXPECTED = mark("a time such as: fri 20:00, 27 nov 20:00 Europe/Berlin, 2026-11-27 20:00, tomorrow 20:00, +3d or -12h")


def read_moment(text: str, now: datetime, zone: ZoneInfo, before: datetime | None = None) -> tuple[datetime, ZoneInfo]:
    """The moment that *text* names, and the zone that it is given in.

    A day of the week is the next one whose moment is still to come, and a date without a year the next such date.

    Args:
        now: the time now, with a time zone.
        zone: the game's, for words that name none.
        before: the deadline that there is; ``+3d`` moves it where it is still to come, and else counts from *now*.

    Raises:
        Abort: *text* names no moment, one that is over, or a clock time that the clocks leave out that day.
    """
    words = text.replace(",", " ").split()
    while words and is_clock_word(words[-1]):
        del words[-1]
    if words and words[-1][:1].isalpha() and (named := known_zone(words[-1])) is not None and weekday_of(words[-1]) is None:
        zone, words = named, words[:-1]
    if words and words[0][0] in "+-":
        by = read_duration(" ".join(words)[1:])
        if by is None:
            raise Abort(tr("“{text}” is no time; expected {expected}.", text=text, expected=tr(_EXPECTED)))
        start = before if before is not None and before > now else now
        moment = moved(start, by if words[0][0] == "+" else -by, zone)
    else:
        moment = _named(text, words, now.astimezone(zone), zone)
    if moment <= now:
        raise Abort(tr("{moment} is over already.", moment=moment_words(moment, zone)))
    return moment, zone


def _named(text: str, words: list[str], now: datetime, zone: ZoneInfo) -> datetime:
    if not words:
        raise Abort(tr("When? Expected {expected}.", expected=tr(_EXPECTED)))
    clock = _CLOCK.fullmatch(words[-1]) if len(words) > 1 or ":" in words[-1] else None
    iso = re.fullmatch(r"(\d{4}-\d{1,2}-\d{1,2})[Tt](\d{1,2}:\d{2})(?::\d{2})?", words[0]) if len(words) == 1 else None
    if iso is not None:
        words, clock = [iso[1], iso[2]], _CLOCK.fullmatch(iso[2])
    if clock is None:
        raise Abort(
            tr("“{text}” names no clock time, or no time zone that is known; expected {expected}.", text=text, expected=tr(_EXPECTED))
        )
    hour, minute = int(clock[1]), int(clock[2] or 0)
    if clock[3]:
        hour = hour % 12 + (12 if clock[3].lower() == "pm" else 0)
    if hour > 23 or minute > 59:
        raise Abort(tr("There is no {hour} o'clock; expected {expected}.", hour=words[-1], expected=tr(_EXPECTED)))
    for day in _days(text, words[:-1], now):
        moment = _at(day, hour, minute, zone)
        if moment > now:
            return moment
    return moment


def _days(text: str, words: list[str], now: datetime) -> tuple[date, ...]:
    """The days that the words may mean, the nearest first."""
    today = now.date()
    bare = [word.rstrip(".") for word in words if not is_passed_over(word)]
    named_day = ""
    if len(bare) > 1 and weekday_of(bare[0]) is not None and (len(bare) > 2 or bare[1][:1].isdigit()):
        named_day, bare = bare[0], bare[1:]  # ``Fri 27 Nov`` says the day twice
    found: tuple[date, ...] = ()
    if not bare:
        found = (today, today + timedelta(days=1))
    elif len(bare) == 1 and is_today(bare[0]):
        found = (today,)
    elif len(bare) == 1 and is_tomorrow(bare[0]):
        found = (today + timedelta(days=1),)
    elif len(bare) == 1 and (wanted := weekday_of(bare[0])) is not None:
        ahead = (wanted - today.weekday()) % 7
        found = (today + timedelta(days=ahead), today + timedelta(days=ahead + 7))
    elif len(bare) == 1 and (iso := _ISO.fullmatch(bare[0])):
        found = _dates(text, int(iso[3]), int(iso[2]), (int(iso[1]),))
    elif len(bare) == 1 and (dotted := _NUMBERS.fullmatch(bare[0])):
        found = _dates(text, int(dotted[1]), int(dotted[2]), (int(dotted[3]),) if dotted[3] else (today.year, today.year + 1))
    elif len(bare) in {2, 3}:
        day = next((word for word in bare if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th|er)?", word)), "")
        month = next((number for word in bare if (number := month_of(word)) is not None), 0)
        year = next((int(word) for word in bare if re.fullmatch(r"\d{4}", word)), 0)
        if day and month and len(bare) == 2 + bool(year):
            found = _dates(text, int(re.sub(r"\D", "", day)), month, (year,) if year else (today.year, today.year + 1))
    if not found:
        raise Abort(tr("“{text}” names no day; expected {expected}.", text=text, expected=tr(_EXPECTED)))
    if named_day and not any(each.weekday() == weekday_of(named_day) for each in found):
        named = tr(
            "{date} is a {weekday}, not {named}.",
            date=date_words(found[0]),
            weekday=weekday_long(found[0].weekday()),
            named=named_day.title(),
        )
        raise Abort(named)
    return tuple(each for each in found if not named_day or each.weekday() == weekday_of(named_day))


_BETWEEN_DAYS = re.compile(r"\s+(?:-|–|—|to|until|till|through)\s+|\s*(?:–|—)\s*")


def read_days(text: str, now: datetime, zone: ZoneInfo) -> tuple[date, date]:
    """The first and the last of the days that *text* names: ``20 dec - 6 jan``, ``2026-12-20 to 2027-01-06``, ``until mon``, ``24 dec``.

    The last day is to come; without a year it is the next such day, and the first one the nearest before it. ``until`` alone begins today.

    Raises:
        Abort: *text* names no days, days that are over, or a last one before the first.
    """
    local = now.astimezone(zone)
    today = local.date()
    said = text.replace(",", " ").strip()
    parts = [part.strip() for part in _BETWEEN_DAYS.split(f" {said} ", maxsplit=1)]
    if len(parts) == 1:
        parts = parts * 2
    firsts = _days(text, parts[0].split(), local) if parts[0] else (today,)
    for last in sorted(_days(text, parts[1].split(), local)) if parts[1] else ():
        before = [each for each in firsts if each <= last]
        if last >= today and before:
            return max(before), last
    raise Abort(tr("“{text}” names no days that are to come, the first of them first; such as: 20 dec - 6 jan.", text=text))


def _dates(text: str, day: int, month: int, years: tuple[int, ...]) -> tuple[date, ...]:
    found = []
    for year in years:
        try:
            found.append(date(year, month, day))
        except ValueError:
            continue
    if not found:
        raise Abort(tr("“{text}”: there is no such day.", text=text))
    return tuple(found)


def _at(day: date, hour: int, minute: int, zone: ZoneInfo) -> datetime:
    local = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
    exact = local.astimezone(UTC).astimezone(zone)
    if exact.replace(tzinfo=None) != local.replace(tzinfo=None):
        said = mark("There is no {hour:02}:{minute:02} on {date} in {zone}: the clocks are put forward then.")
        raise Abort(tr(said, hour=hour, minute=minute, date=date_words(day), zone=zone.key))
    return exact


def moment_words(moment: datetime, zone: ZoneInfo) -> str:
    """``Fri 27 Nov 2026, 20:00 Europe/Berlin``"""
    return f"{short_moment(moment, zone, with_year=True)} {zone.key}"


def short_moment(moment: datetime, zone: ZoneInfo, *, with_year: bool = False) -> str:
    """``Fri 27 Nov, 20:00``; in the language in use, not that of the machine."""
    return moment_short(moment.astimezone(zone), with_year=with_year)


def how_long(moment: datetime, now: datetime) -> str:
    """``in 2 days 3 h``, ``in 40 min``, ``5 min ago``: to the hour from a day on, to the minute below."""
    words = duration_words(abs(moment - now))
    return tr("in {words}", words=words) if moment > now else tr("{words} ago", words=words)


def duration_words(duration: timedelta) -> str:
    """``2 days 3 h``, ``40 min``: to the hour from a day on, to the minute below."""
    minutes = int(duration.total_seconds()) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        if hours and days < 14:
            return plural("{count} day {hours} h", "{count} days {hours} h", days, hours=hours)
        return plural("{count} day", "{count} days", days)
    if minutes >= 60:
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes % 60) if minutes % 60 else tr("{hours} h", hours=hours)
    return tr("{minutes} min", minutes=minutes)


# --- the next one ---

_LEAST, _LEAST_SHORT = timedelta(days=5), timedelta(days=2)
_WEEK = timedelta(days=7)


def usual_deadline(game: Game, branch: str, now: datetime) -> datetime | None:
    """A deadline to propose for the open phase of a game that says nothing of how long its phases take, by the one of the phase before.

    Orders for movement are due on the same day of the week and at the same time, at least five days from now; retreats and builds at that
    time, at least two days from now; none before the deadline that players know. ``None`` where the phase before had none.
    """
    last = game.last(branch)
    known = None if last.index == 0 else due(game.line(branch)[last.index - 1].deadline)
    if known is None:
        return None
    zone = terms_of(game).zone_info
    found = known.astimezone(zone)
    is_movement = game.turn(last).phase.kind is PhaseKind.MOVEMENT
    least, step = (_LEAST, _WEEK) if is_movement else (_LEAST_SHORT, timedelta(days=1))
    if found < now + least:
        found = moved(found, step * -((found - now - least) // step), zone)
    return found


# --- absences ---


def away_words(game: Game, now: datetime) -> tuple[str, ...]:
    """A sentence for each absence that is not over: ``France is away from 20 December 2026 to 6 January 2027.``"""
    return absence_sentences(game, still_to_come(game, now))


def absence_sentences(game: Game, absences: Iterable[AwayDays]) -> tuple[str, ...]:
    """A sentence for each of *absences*."""
    return tuple(_sentence(game, each) for each in absences)


def _sentence(game: Game, absence: AwayDays) -> str:
    name = power_name(game.variant, absence.power)
    if absence.first == absence.last:
        return tr("{power} is away on {day}.", power=name, day=day_words(absence.first))
    return tr("{power} is away from {first} to {last}.", power=name, first=day_words(absence.first), last=day_words(absence.last))


def missed_words(game: Game) -> tuple[str, ...]:
    """``France has missed 2 deadlines: S1901M, F1901M.`` for each power that missed any."""
    return tuple(
        plural(
            "{power} has missed {count} deadline: {phases}.",
            "{power} has missed {count} deadlines: {phases}.",
            len(phases),
            power=power_name(game.variant, power),
            phases=", ".join(phases),
        )
        for power, phases in misses(game).items()
    )


def missed_at(game: Game, phase: Phase) -> tuple[str, ...]:
    """Sentences for everybody on the powers that sent nothing for *phase* in time, and those that are in civil disorder since."""
    rule = silence_rule(game)
    said = []
    for power, phases in misses(game).items():
        if str(phase) not in phases:
            continue
        name, count = power_name(game.variant, power), phases.index(str(phase)) + 1
        said.append(tr("{power} has missed this deadline; misses: {count}.", power=name, count=count))
        if rule is not None and rule.disorder_after is not None and count >= rule.disorder_after:
            said.append(tr("{power} is in civil disorder from now on.", power=name))
    return tuple(said)


def extended_words(game: Game, branch: str, power: str) -> tuple[str, ...]:
    """Sentences for the player of *power* on an extension of the open deadline that was for it, or that locked its orders."""
    name = power_name(game.variant, power)
    if is_extended_for(game, branch, power):
        return (tr("The deadline was put off once for {power}, and is not put off for it again.", power=name),)
    if locked_since(game, branch, power) is not None:
        return (tr("The deadline was put off for others; the orders of {power} are locked.", power=name),)
    return ()


def substitute_call(game: Game, branch: str, power: str) -> str:
    """Return the text that a game master sends to find a substitute for *power*: nothing in it is a secret."""
    from app.mail_in.judge_words import game_tag

    turn = game.turn(game.last(branch))
    position, name = turn.position, power_name(game.variant, power)
    centres, units = len(position.centres_of(power)), len(position.units_of(power))
    strength = f"{describe_centres(centres, whole=True)}, {describe_units(units, whole=True)}"
    lines = [
        tr("Wanted: a player for {power} in {game} ({variant}).", power=name, game=game.name, variant=variant_name(game.variant)),
        tr("{phase}: {power} has {strength}.", phase=describe_phase(game.variant, turn.phase), power=name, strength=strength),
    ]
    moment = due(turn.deadline)
    if moment is not None:
        lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info)))
    return "\n".join((*lines, "", game_tag(game.id)))


def extended_by_rule(session: Session) -> bool:
    """Extend the deadline where the rule of the game says so, and say it; whether that was done, so that nothing is processed now."""
    game, branch, now = session.game, session.branch, now_of(session)
    stops = (IfMissing.WAIT, IfMissing.ASK)
    powers = to_extend(game, branch, now)
    if not powers or any(policy in stops for power, policy in policies(game, branch).items() if power in powers):
        return False
    session.perform(tr("Extend the deadline"), lambda game: extend(game, branch, now), show_open_turn=False)
    session.say(extended_by_rule_words(session.game, branch, powers, now))
    session.needs_decision = True
    return True


def extended_by_rule_words(game: Game, branch: str, powers: Sequence[str], now: datetime) -> str:
    """Sentence on the deadline that the rule for silence extended for *powers*, for everybody."""
    moment = due(game.turn(game.last(branch)).deadline)
    assert moment is not None
    return tr(
        "Not processed: orders are missing, so the deadline is extended for {powers}, to {moment} ({time}).",
        powers=join_words(power_name(game.variant, power) for power in powers),
        moment=moment_words(moment, terms_of(game).zone_info),
        time=how_long(moment, now),
    )


def holding_by_rule(session: Session) -> tuple[str, ...] | None:
    """The powers that are taken as holding, where the rule has the phase processed without a question; ``None`` where a person is asked.

    Doubtful lines, powers that ask to wait and what was decided beforehand are asked about, or stop it, as without the rule.
    """
    game, branch, now = session.game, session.branch, now_of(session)
    if silence_rule(game) is None or not is_over(game, branch, now):
        return None
    found, decided = readiness(session.unfiltered_game, branch), policies(game, branch)
    if found.not_understood or found.not_legal or found.withdrawn or waiting(session):
        return None
    if any(decided.get(power) in (IfMissing.WAIT, IfMissing.ASK) for power in found.powers):
        return None
    return tuple(power for power in found.silent if decided.get(power) is IfMissing.HOLD)
