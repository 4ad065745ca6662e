"""All games in folders at a glance, as values: phase, deadline, who is missing, doubtful lines, and the next thing to do.

`game_folders.py` reads them from files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import assert_never
from zoneinfo import ZoneInfo

from app.game.analysis import is_analysis
from app.game.deadlines import due, known_zone, moment_of, terms_of, written
from app.game.gm_edits import TAGS
from app.game.readiness import expected, readiness
from app.game.record import MAIN, Game
from app.gm.deadline_words import how_long, short_moment
from entente.words.endings import describe_ending
from entente.words.names import counted, power_name, variant_name
from entente.words.phases import describe_phase
from languages import clauses, heading, labelled, plural, tr


class Next(StrEnum):
    """Next act of a game master in a game."""

    FAULT = "show the fault"
    TAKE = "take doubtful lines"
    PROCESS = "process"
    REMIND = "remind"
    DEADLINE = "set a deadline"
    GO_ON = "let the clock go on"
    NOTHING = "nothing to do"
    OVER = "over"


class When(StrEnum):
    """Time at which a game is due, as groups in the sequence that they are listed in."""

    OVERDUE = "overdue"
    TODAY = "today"
    WEEK = "this week"
    LATER = "later"
    NONE = "no deadline"
    OVER = "over and faulty"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game, as its file tells it."""

    path: str
    name: str
    variant: str = ""
    phase: str = ""
    """``F1903M``"""
    phase_words: str = ""
    deadline: str = ""
    """ISO 8601; empty for none."""
    zone: str = "UTC"
    stopped: str = ""
    """Time since which its clock is stopped; empty while it runs."""
    missing: tuple[tuple[str, str], ...] = ()
    """Powers that lack orders, by id and name."""
    expected: int = 0
    """Number of powers that are expected to order."""
    heard: int = 0
    """Number of powers that sent anything."""
    doubtful: int = 0
    """Lines that were not understood or that the rules refuse."""
    players: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    ending: str = ""
    fault: str = ""
    """Reason that it cannot be read, with its line."""

    @property
    def due(self) -> datetime | None:
        """The deadline as a moment."""
        return moment_of(self.deadline) if self.deadline else None

    @property
    def deadline_key(self) -> float:
        """Number by which games are sorted by deadline."""
        return float("inf") if self.due is None else self.due.timestamp()

    @property
    def zone_info(self) -> ZoneInfo:
        """The game's zone."""
        return known_zone(self.zone) or ZoneInfo("UTC")


def summary_of(game: Game, path: Path) -> GameSummary:
    """Return the summary of the first branch of *game*, kept at *path*."""
    turn, terms = game.turn(game.last(MAIN)), terms_of(game)
    moment = due(turn.deadline)
    found = GameSummary(
        str(path),
        game.name,
        variant_name(game.variant),
        str(turn.phase),
        describe_phase(game.variant, turn.phase),
        "" if moment is None else written(moment),
        terms.zone,
        "" if terms.stopped is None else written(terms.stopped),
        players=tuple(player.name for player in game.players.values() if player.name),
        tags=tags_of(game),
    )
    ending = game.branch(MAIN).ending
    if ending is not None:
        return replace(found, ending=describe_ending(game.variant, ending))
    if is_analysis(game):
        return replace(found, ending=tr("an analysis board"))
    ready = readiness(game, MAIN)
    sealed = {each.power for each in turn.sealed if not each.is_draft}
    lacking = [power for power in game.variant.powers if power in {*ready.silent, *ready.incomplete} - sealed]
    return replace(
        found,
        missing=tuple((power, power_name(game.variant, power)) for power in lacking),
        expected=len(awaited := expected(game, MAIN)),
        heard=len(awaited.keys() & (turn.orders.keys() | sealed)),
        doubtful=len(ready.not_understood) + len(ready.not_legal),
    )


def tags_of(game: Game) -> tuple[str, ...]:
    """The tags of *game*."""
    return tuple(dict.fromkeys(tag for each in dict(game.settings).get(TAGS, "").split(",") if (tag := each.strip())))


def with_tags(game: Game, tags: Sequence[str]) -> Game:
    """*game* with *tags*, none twice."""
    others = tuple(pair for pair in game.settings if pair[0] != TAGS)
    cleaned = tuple(dict.fromkeys(" ".join(each.replace(",", " ").split())[:40] for each in tags if each.strip()))
    return replace(game, settings=(*others, (TAGS, ", ".join(cleaned))) if cleaned else others)


# --- what to do ---


def next_step(game: GameSummary, now: datetime) -> Next:
    """Return the next act due in *game*."""
    if game.fault:
        return Next.FAULT
    if game.ending:
        return Next.OVER
    if game.stopped:
        return Next.GO_ON
    if game.doubtful:
        return Next.TAKE
    if not game.missing:
        return Next.PROCESS
    if game.due is None:
        return Next.DEADLINE
    return Next.REMIND if game.due - now <= timedelta(days=2) else Next.NOTHING


@dataclass(frozen=True, slots=True)
class Agenda:
    """Work of a game master over all games: what is due next, and what comes first."""

    due: GameSummary | None
    """The running game with the earliest deadline."""
    decisions: int
    """Doubtful lines, and mails without a game."""
    step: Next
    game: GameSummary | None
    """The game that the step is about; ``None`` for mails without a game, and where there is nothing to do."""


def agenda_of(games: Iterable[GameSummary], mails: int, now: datetime) -> Agenda:
    """Return what comes first: mails without a game, of which *mails* wait, doubtful lines, processing, then reminders."""
    running = [game for when, group in in_groups(games, now) if when is not When.OVER for game in group]
    due = min((each for each in running if each.due is not None and not each.stopped), key=lambda each: each.deadline_key, default=None)
    doubtful = [each for each in running if each.doubtful]
    decisions = mails + sum(each.doubtful for each in doubtful)
    if decisions:
        return Agenda(due, decisions, Next.TAKE, None if mails else doubtful[0])
    for step in (Next.PROCESS, Next.REMIND):
        found = next((each for each in running if next_step(each, now) is step), None)
        if found is not None:
            return Agenda(due, 0, step, found)
    return Agenda(due, 0, Next.NOTHING, None)


def agenda_words(agenda: Agenda) -> str:
    """The words on the button for what comes first: ``Decide 3 things``; empty where there is nothing to do."""
    if agenda.decisions:
        return plural("Decide {count} thing", "Decide {count} things", agenda.decisions)
    if agenda.game is None:
        return ""
    return tr("Process {game}…", game=agenda.game.name) if agenda.step is Next.PROCESS else step_words(agenda.game, agenda.step)


def is_pressing(game: GameSummary, now: datetime) -> bool:
    """Return True if *game* is due within a day, or was."""
    return game.due is not None and game.due - now <= timedelta(days=1)


def when_due(game: GameSummary, now: datetime) -> When:
    """The group of *game*; days are those of its own zone."""
    if game.fault or game.ending:
        return When.OVER
    if game.due is None or game.stopped:
        return When.NONE
    if game.due <= now:
        return When.OVERDUE
    if game.due.astimezone(game.zone_info).date() == now.astimezone(game.zone_info).date():
        return When.TODAY
    return When.WEEK if game.due - now <= timedelta(days=7) else When.LATER


def _in_natural_order(name: str) -> list[tuple[bool, int, str]]:
    """Return the key by which names are sorted, so that Game 2 comes before Game 10."""
    parts = re.split(r"([0-9]{1,18})", name.casefold())
    return [
        (not part.isascii() or not part.isdecimal(), int(part) if part.isascii() and part.isdecimal() else 0, part)
        for part in parts
        if part
    ]


def in_groups(games: Iterable[GameSummary], now: datetime) -> list[tuple[When, tuple[GameSummary, ...]]]:
    """The games by when they are due, the most urgent group and game first; groups without games are left out."""
    groups: dict[When, list[GameSummary]] = {}
    for game in games:
        groups.setdefault(when_due(game, now), []).append(game)

    def rank(game: GameSummary) -> tuple[bool, float, list[tuple[bool, int, str]]]:
        return game.due is None, 0.0 if game.due is None else game.due.timestamp(), _in_natural_order(game.name)

    return [(when, tuple(sorted(groups[when], key=rank))) for when in When if when in groups]


def matching(games: Iterable[GameSummary], find: str = "", tag: str = "") -> tuple[GameSummary, ...]:
    """The games in which all words of *find* come up (name, players, tags, variant, phase, file, who is missing), and that have *tag*."""
    words = find.casefold().split()

    def fits(game: GameSummary) -> bool:
        missing = " ".join(name for _, name in game.missing)
        said = (game.name, game.variant, game.phase_words, game.phase, Path(game.path).name, *game.players, *game.tags, missing)
        text = " ".join(said).casefold()
        return (not tag or tag in game.tags) and all(word in text for word in words)

    return tuple(game for game in games if fits(game))


def when_words(when: When) -> str:
    """The heading of a group: ``This week``."""
    match when:
        case When.OVERDUE:
            return tr("Overdue")
        case When.TODAY:
            return tr("Today")
        case When.WEEK:
            return tr("This week")
        case When.LATER:
            return tr("Later")
        case When.NONE:
            return tr("No deadline")
        case When.OVER:
            return tr("Over and faulty")
        case _:
            assert_never(when)


def step_words(game: GameSummary, step: Next) -> str:
    """The words on the button that does *step*; empty where there is nothing to do."""
    match step:
        case Next.TAKE:
            return tr("Take {lines}", lines=counted(game.doubtful, "doubtful line"))
        case Next.REMIND:
            names = [name for _, name in game.missing]
            return (
                tr("Remind {power}", power=names[0])
                if len(names) == 1
                else plural("Remind {count} power", "Remind {count} powers", len(names))
            )
        case Next.FAULT:
            return tr("Show the fault")
        case Next.PROCESS:
            return tr("Process")
        case Next.DEADLINE:
            return tr("Set a deadline")
        case Next.GO_ON:
            return tr("Let the clock go on")
        case _:
            return ""


def deadline_words(game: GameSummary, now: datetime) -> tuple[str, str]:
    """The deadline, and how long still: ``Fri 27 Nov, 20:00`` and ``in 2 days``, ``today 20:00`` and ``in 3 h``."""
    if game.fault or game.ending:
        return "–", ""
    if game.stopped:
        since = moment_of(game.stopped)
        return tr("clock stopped"), "" if since is None else tr("since {moment}", moment=short_moment(since, game.zone_info))
    if game.due is None:
        return tr("none set"), ""
    local, today = game.due.astimezone(game.zone_info), now.astimezone(game.zone_info).date()
    is_today = local.date() == today
    return tr("today {time}", time=f"{local:%H:%M}") if is_today else short_moment(game.due, game.zone_info), how_long(game.due, now)


def missing_words(game: GameSummary) -> str:
    """Return the powers that lack orders, in words."""
    if game.fault:
        return game.fault
    if game.ending:
        return game.ending
    if not game.missing:
        return tr("all are in")
    return (
        tr("nobody's orders yet, {expected} powers", expected=game.expected)
        if not game.heard and game.expected > 1
        else ", ".join(n for _, n in game.missing)
    )


def as_text(games: Sequence[GameSummary], now: datetime) -> str:
    """The groups, a game each line."""
    lines: list[str] = []
    for when, group in in_groups(games, now):
        lines.append(heading(when_words(when)))
        for game in group:
            deadline, left = deadline_words(game, now)
            parts = [game.phase_words or "–", f"{deadline} ({left})" if left else deadline, missing_words(game)]
            if game.doubtful:
                parts.append(counted(game.doubtful, "doubtful line"))
            step = step_words(game, next_step(game, now))
            lines.append(f"  {labelled(game.name, clauses(parts))}{f' -> {step}' if step else ''}")
    return "\n".join(lines) or tr("There are no games there.")


def as_data(games: Sequence[GameSummary], now: datetime) -> list[dict[str, object]]:
    """For programs, in the same sequence."""
    return [
        {
            "file": game.path,
            "name": game.name,
            "variant": game.variant,
            "phase": game.phase or None,
            "deadline": game.deadline or None,
            "zone": game.zone,
            "clock_stopped_since": game.stopped or None,
            "due": str(when),
            "missing": [power for power, _ in game.missing],
            "doubtful": game.doubtful,
            "next": str(next_step(game, now)),
            "players": list(game.players),
            "tags": list(game.tags),
            "ending": game.ending or None,
            "fault": game.fault or None,
        }
        for when, group in in_groups(games, now)
        for game in group
    ]
