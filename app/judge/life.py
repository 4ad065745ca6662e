"""The life of a game: it forms, begins, is played by its rule for deadlines, and ends.

``tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan``. Nothing here reads a clock.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.game.deadlines import absences, at_clock, due, duration_text, known_zone, read_duration, terms_of, written
from app.game.record import MAIN
from app.gm.deadline_words import substitute_call, weekday_of
from app.judge.notices import game_subject, what_is_next
from app.judge.records import GameRecord, Joiner, Life, SeatHolder, change, hashed, new_word
from app.judge.step import JudgeMail, JudgeStep
from app.mail_out.mail import Correspondent
from app.session.errors import Abort
from entente.words.names import power_name, variant_name
from entente.words.outcomes import describe_ending
from languages import labelled, tr, using

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOLIDAY = re.compile(r"(\d{1,2})\.?\s+([a-z]{3,9})\s*(?:-|to|until)\s*(\d{1,2})\.?\s+([a-z]{3,9})")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
MOST_HOLIDAYS = 20
USUAL_LEAST = timedelta(hours=12)


class RuleFault(ValueError):  # noqa: N818 - it names a fault of a text
    """A text is no rule for deadlines. ``str()`` says why."""


@dataclass(frozen=True, slots=True)
class CalendarRule:
    """Rule by which orders of a game are due."""

    days: frozenset[int]
    """Days of the week; Monday is 0."""
    clock: time
    zone: str
    holidays: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    """First and last day, each as month and day; from year to year."""
    least: timedelta = USUAL_LEAST
    """Time that players have at least."""

    @property
    def text(self) -> str:
        """The rule as it is typed."""
        days = ", ".join(_DAYS[day] for day in sorted(self.days)) if len(self.days) < 7 else "daily"
        away = "".join(f" not {_day(first)} - {_day(last)}" for first, last in self.holidays)
        least = "" if self.least == USUAL_LEAST else f" least {duration_text(self.least)}"
        return f"{days} {self.clock:%H:%M} {self.zone}{away}{least}"

    def is_holiday(self, day: date) -> bool:
        """Return True if nothing is due on *day*."""
        here = (day.month, day.day)
        return any(first <= here <= last if first <= last else here >= first or here <= last for first, last in self.holidays)

    def next_after(self, moment: datetime, *, least: timedelta | None = None) -> datetime:
        """The first deadline by the rule that leaves players their time from *moment* on.

        Where the clocks leave its hour out on that day, it is as much later; where they show it twice, the first time counts.
        """
        zone = known_zone(self.zone)
        assert zone is not None
        earliest = (moment + (self.least if least is None else least)).astimezone(zone)
        for number in range(800):
            day = earliest.date() + timedelta(days=number)
            if day.weekday() not in self.days or self.is_holiday(day):
                continue
            found = at_clock(datetime(day.year, day.month, day.day, tzinfo=zone), self.clock, zone)
            if found >= earliest and found.date() == day:
                return found
        raise RuleFault(tr("The rule {rule} names no day in the next two years.", rule=self.text))


def read_calendar_rule(text: str, zone: str = "UTC") -> CalendarRule:
    """The rule that *text* says.

    Args:
        zone: where it names none.

    Raises:
        RuleFault: it is none.
    """
    said = re.sub(r"(?i)\bat least\b", "least", " ".join(text.strip().split()))
    if len(said) > 400:
        raise RuleFault(tr("The rule is too long."))
    head, *parts = re.split(r"(?i)(?:,\s*|\s+)(?=(?:not|least)\b)", said)
    holidays: list[tuple[tuple[int, int], tuple[int, int]]] = []
    least = USUAL_LEAST
    for part in parts:
        word, _, rest = part.strip(" ,").casefold().partition(" ")
        if word == "least":
            found = read_duration(rest)
            if found is None:
                raise RuleFault(_expected(part))
            least = found
            continue
        holiday = _HOLIDAY.fullmatch(rest.strip())
        if holiday is None or len(holidays) >= MOST_HOLIDAYS:
            raise RuleFault(_expected(part))
        holidays.append((_month_day(holiday[1], holiday[2]), _month_day(holiday[3], holiday[4])))
    days: set[int] = set()
    clock: time | None = None
    for word in head.replace(",", " ").split():
        at = _CLOCK.fullmatch(word)
        day = _weekday(word.casefold())
        if at is not None and clock is None:
            clock = time(int(at[1]), int(at[2]))
        elif day is not None:
            days.add(day)
        elif word.casefold() in {"daily", "every", "day"}:
            days |= set(range(7))
        elif known_zone(word) is not None:
            zone = word
        elif word.casefold() not in {"and", "at"}:
            raise RuleFault(_expected(word))
    if clock is None or not days:
        raise RuleFault(_expected(head))
    rule = CalendarRule(frozenset(days), clock, zone, tuple(holidays), least)
    rule.next_after(datetime(2026, 1, 1, tzinfo=known_zone(zone)))
    return rule


def _expected(part: str) -> str:
    return tr(
        "“{part}” is no part of a rule for deadlines; one is such as: tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan least 24h",
        part=part[:60],
    )


def _weekday(word: str) -> int | None:
    """0 for ``mon``, ``Mondays``; in the language in use as well."""
    plain = word.strip(".")
    named = next((at for at, day in enumerate(_FULL) if len(plain) > 2 and (day.startswith(plain) or plain == f"{day}s")), None)
    return named if named is not None else weekday_of(word)


def _month_day(day: str, month: str) -> tuple[int, int]:
    if month[:3] not in _MONTHS:
        raise RuleFault(_expected(f"{day} {month}"))
    number = _MONTHS.index(month[:3]) + 1
    try:
        date(2024, number, int(day))
    except ValueError as error:
        raise RuleFault(_expected(f"{day} {month}")) from error
    return number, int(day)


def _day(month_day: tuple[int, int]) -> str:
    return f"{month_day[1]} {_MONTHS[month_day[0] - 1]}"


LOT: random.Random = random.SystemRandom()
"""Lot by which powers are given; tests put another one here."""


# --- forming ---


def begin_if_full(step: JudgeStep, short: str) -> bool:
    """Begin a game that forms as soon as there is a player for each of its powers. Observers and the game master are told."""
    record = step.record(short)
    if record.life is not Life.FORMING or len(record.joiners) < len(step.work(short).game.variant.powers):
        return False
    begin(step, short)
    work = step.work(short)
    tell_all(step, short, lambda: "\n".join((tr("{game} has begun.", game=work.game.name), what_is_next(work))), players=False)
    return True


def begin(step: JudgeStep, short: str) -> None:
    """Begin a game: powers go to those who asked for a seat, by wish and lot; who is left over goes on asking for one.

    Raises:
        Abort: it does not form, or nobody asked for a seat.
    """
    record, work = step.record(short), step.work(short)
    if record.life not in (Life.ANNOUNCED, Life.FORMING):
        raise Abort(tr("{game} has begun already.", game=short))
    powers = tuple(work.game.variant.powers)
    given = share_out(record.joiners, powers, by_lot=record.by_lot)
    if not given and not record.seats:
        raise Abort(tr("Nobody has asked for a seat of {game} yet.", game=short))
    left = tuple(each for each in record.joiners if each not in given.values())
    step.put(change(record, life=Life.ACTIVE, joiners=left, vacant=()))
    follow_rule(step, short)
    for power in powers:
        joiner = given.get(power)
        if joiner is not None:
            give_seat(step, short, power, joiner.name, joiner.address, joiner.language, greets=True)
        elif power not in step.record(short).seats:
            step.put(step.record(short).without_seat(power))


def share_out(joiners: Sequence[Joiner], powers: Sequence[str], *, by_lot: bool = False) -> dict[str, Joiner]:
    """The power of each of *joiners*: together they get what they like best, and where several like the same the lot decides.

    Who asked first has a seat where there are more people than powers.
    """
    people = list(joiners[: len(powers)])
    seats = list(powers)
    LOT.shuffle(people)
    LOT.shuffle(seats)
    if by_lot:
        return dict(zip(seats, people, strict=False))
    costs = [[_dislike(person, power, len(powers)) for power in seats] for person in people]
    return {seats[seat]: people[number] for number, seat in enumerate(_cheapest(costs))}


def _dislike(person: Joiner, power: str, most: int) -> int:
    if not person.wishes:
        return 0
    return person.wishes.index(power) if power in person.wishes else most


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row that together cost least, each column once: shortest augmenting paths with potentials."""
    many = len(costs[0]) if costs else 0
    of_row, of_column, taken_by = [0] * (len(costs) + 1), [0] * (many + 1), [0] * (many + 1)
    for row in range(1, len(costs) + 1):
        taken_by[0] = row
        column, least, came_from, seen = 0, [float("inf")] * (many + 1), [0] * (many + 1), [False] * (many + 1)
        while taken_by[column]:
            seen[column] = True
            step, following = float("inf"), 0
            for each in range(1, many + 1):
                if seen[each]:
                    continue
                here = costs[taken_by[column] - 1][each - 1] - of_row[taken_by[column]] - of_column[each]
                if here < least[each]:
                    least[each], came_from[each] = here, column
                if least[each] < step:
                    step, following = least[each], each
            for each in range(many + 1):
                if seen[each]:
                    of_row[taken_by[each]] += int(step)
                    of_column[each] -= int(step)
                else:
                    least[each] -= step
            column = following
        while column:
            taken_by[column] = taken_by[came_from[column]]
            column = came_from[column]
    return [taken_by.index(row, 1) - 1 for row in range(1, len(costs) + 1)]


# --- seats ---


def give_seat(step: JudgeStep, short: str, power: str, name: str, address: str, language: str, *, greets: bool = False) -> None:
    """Give the seat of *power* to a person, who gets its word in a mail of its own."""
    record, work = step.record(short), step.work(short)
    before = record.seats.get(power)
    fresh = new_word()
    generation = 1 + max([0, *(each.generation for each in record.seats.values()), *([before.generation] if before else [])])
    called = " ".join(re.sub(r"[<>\"\r\n]", " ", name).split())[:60] or address.partition("@")[0]
    seat = SeatHolder(power, called, address, language, hashed(fresh), generation)
    work.run("player", power=power, name=f"{called} <{address}>")
    step.state.keep_person(called, address, language)
    step.put(record.with_seat(seat))
    with using(language):
        who = power_name(work.game.variant, power)
        text = [
            tr("You play {power} in {game} ({variant}).", power=who, game=work.game.name, variant=variant_name(work.game.variant)),
            what_is_next(work),
            "",
            tr(
                "Your secret word is {word}. An answer to any mail of this game needs no word, since its subject carries a token of yours.",
                word=fresh,
            ),
            tr("A mail that begins anew begins with: SIGNON {power} {game} {word}", power=power, game=short, word=fresh),
            tr("HELP on a line of its own lists all words."),
        ]
        if link := step.state.settings.link("seat", step.state.token_of(short, seat)):
            text.append(tr("Your page, for you alone: {link}", link=link))
        subject = game_subject(work.game, tr("you play {power}", power=who))
    mail = JudgeMail(
        Correspondent(called, address), subject, "\n".join(text), power, step.state.token_of(short, seat), short, keeps_secrets=True
    )
    step.post(mail)
    if not greets:
        who = power_name(work.game.variant, power)
        tell_all(step, short, lambda: tr("{power} is played by somebody else from now on.", power=who), but=power)


def free_seat(step: JudgeStep, short: str, power: str) -> None:
    """Take the seat of *power* away from its player, and call for a substitute."""
    record, work = step.record(short), step.work(short)
    work.run("player", power=power, abandoned=True)
    if any(each.power == power for each in absences(work.game)):
        work.run("absence", power=power, days="none")  # it was the player who was away, not the next player of the power
    step.put(record.without_seat(power))
    call_substitute(step, short, power)


def call_substitute(step: JudgeStep, short: str, power: str) -> None:
    """Tell everybody but its player that a player for *power* is looked for."""
    game = step.work(short).game
    tell_all(
        step,
        short,
        lambda: "\n".join(
            (substitute_call(game, MAIN, power), tr("To take it over, write: TAKEOVER {power} {game}", power=power, game=short))
        ),
        but=power,
    )


def tell_all(step: JudgeStep, short: str, words: Callable[[], str], *, but: str = "", players: bool = True) -> None:
    """Tell players, observers and the game master of a game what *words* gives, each in the own language, and not the power *but*."""
    record, work = step.record(short), step.work(short)

    def written_in(language: str) -> tuple[str, str]:
        with using(language):
            text = words()
            return game_subject(work.game, text.partition("\n")[0][:80]), text

    for power, seat in record.seats.items():
        if players and power != but:
            step.post(step.to_seat(record, seat, *written_in(seat.language)))
    for each in record.observers:
        step.post(JudgeMail(Correspondent(each.name or each.address, each.address), *written_in(each.language), game=short))
    step.post(step.to_master(record, *written_in(step.state.settings.language)))


# --- deadlines ---


def rule_of(step: JudgeStep, record: GameRecord) -> CalendarRule | None:
    """The rule for deadlines of a game; ``None`` where it has none."""
    if not record.rule:
        return None
    try:
        return read_calendar_rule(record.rule, step.state.settings.zone)
    except RuleFault as fault:
        step.state.look_at(f"rule of {record.short}", labelled(record.short, str(fault)))
        return None


def follow_rule(step: JudgeStep, short: str) -> None:
    """Give the open phase the next deadline of the rule of its game, unless it has one that the rule names already.

    Where an absence puts it off, the next day of the rule after the absence counts.
    """
    record, work = step.record(short), step.work(short)
    rule = rule_of(step, record)
    game = work.game
    if rule is None or not record.life.is_running or game.branch(MAIN).ending is not None or terms_of(game).stopped is not None:
        return
    if terms_of(game).zone != rule.zone:
        work.run("time-zone", zone=rule.zone)
    moment = due(work.game.turn(work.game.last(MAIN)).deadline)
    wanted = rule.next_after(step.now) if moment is None else rule.next_after(moment, least=moment - moment)
    for _ in range(20):
        present = due(work.game.turn(work.game.last(MAIN)).deadline)
        if present == wanted:
            return
        if wanted <= step.now:
            return
        work.run("deadline", when=f"{wanted.astimezone(step.now.tzinfo):%Y-%m-%d %H:%M} UTC", reason=f"by the rule {rule.text}")
        put = due(work.game.turn(work.game.last(MAIN)).deadline)
        if put is None or put == wanted:
            return
        wanted = rule.next_after(put, least=put - put)  # an absence put it off


# --- the end ---


def note_ending(step: JudgeStep, short: str) -> None:
    """Have a game that has ended be over, and tell everybody how, and who played."""
    record, work = step.record(short), step.work(short)
    ending = work.game.branch(MAIN).ending
    if ending is None or not record.life.is_running:
        return
    step.put(change(record, life=Life.OVER, ended=written(step.now), vacant=()))
    variant = work.game.variant
    tell_all(
        step,
        short,
        lambda: "\n".join(
            (
                tr("Over: {ending}.", ending=describe_ending(variant, ending)),
                "",
                *(labelled(power_name(variant, power), seat.name or power) for power, seat in record.seats.items()),
            )
        ),
    )
