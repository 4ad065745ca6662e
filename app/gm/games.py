"""All games in folders at a glance, as values: phase, deadline, who is missing; only files that changed are read again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import assert_never
from zoneinfo import ZoneInfo

import msgspec

from app.game.deadlines import due, known_zone, moment_of, terms_of, written
from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import LARGEST
from app.game.gm_edits import TAGS
from app.game.readiness import expected, readiness
from app.game.record import MAIN, Game
from app.game.storage.atomic import StorageError, read_bounded, write_atomically
from app.gm.deadline_words import how_long, short_moment
from app.gm.inbox.withdrawn import WithdrawnOrder, withdrawn_orders
from app.library.variants import MOST_FILES, VariantShelf
from entente.words.names import counted, describe_phase, power_name, variant_name
from entente.words.outcomes import describe_ending
from languages import active_code, clauses, heading, labelled, plural, tr


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
    withdrawn: tuple[WithdrawnOrder, ...] = ()
    """Orders that a mail seems to take back."""
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
    if game.is_analysis:
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
        withdrawn=withdrawn_orders(game),
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
    """Doubtful lines, orders perhaps taken back, and mails without a game."""
    step: Next
    game: GameSummary | None
    """The game that the step is about; ``None`` for what is decided in the inbox, and where there is nothing to do."""


def agenda_of(games: Iterable[GameSummary], mails: int, now: datetime) -> Agenda:
    """Return what comes first: the inbox, in which *mails* find no game, doubtful lines, processing, then reminders."""
    running = [game for when, group in in_groups(games, now) if when is not When.OVER for game in group]
    due = min((each for each in running if each.due is not None and not each.stopped), key=lambda each: each.deadline_key, default=None)
    doubtful = [each for each in running if each.doubtful]
    in_inbox = mails + sum(len(each.withdrawn) for each in running)
    decisions = in_inbox + sum(each.doubtful for each in doubtful)
    if decisions:
        return Agenda(due, decisions, Next.TAKE, None if in_inbox else doubtful[0])
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
            if game.withdrawn:
                parts.append(plural("{count} perhaps taken back", "{count} perhaps taken back", len(game.withdrawn)))
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
            "withdrawn": [asdict(each) for each in game.withdrawn],
            "next": str(next_step(game, now)),
            "players": list(game.players),
            "tags": list(game.tags),
            "ending": game.ending or None,
            "fault": game.fault or None,
        }
        for when, group in in_groups(games, now)
        for game in group
    ]


_VERSION = 3
_MOST_KEPT = 4 * 1024 * 1024
MOST_FOLDERS = 50
"""Folders that are watched."""


@dataclass(frozen=True, slots=True)
class Found:
    """Games found in the folders."""

    games: tuple[GameSummary, ...]
    files_read: int
    """Number of games that had to be read; the others were known by their stamp."""
    troubles: tuple[str, ...] = ()
    """Folders that could not be looked into."""


def inspect_folders(
    folders: Iterable[Path], shelf: VariantShelf, cache: Path | None = None, go_on: Callable[[int, int], bool] = lambda _done, _of: True
) -> Found:
    """The games of *folders*, four folders deep each.

    Args:
        shelf: where variants are found.
        cache: the file that keeps what was found; none is kept without.
        go_on: called with the number of files looked at, and of all; where it says no, the others are left out.
    """
    known = {} if cache is None else _kept(cache)
    files: dict[Path, tuple[int, int, int]] = {}
    troubles: list[str] = []
    for folder in folders:
        if not folder.is_dir():
            troubles.append(tr("{folder} is no folder.", folder=folder))
            continue
        files.update(_games_in(folder))
    found: list[GameSummary] = []
    fresh: dict[str, tuple[tuple[int, int, int], GameSummary]] = {}
    files_read = 0
    for number, (path, stamp) in enumerate(sorted(files.items())):
        if not go_on(number, len(files)):
            break
        at_hand = known.get(str(path))
        if at_hand is not None and at_hand[0] == stamp:
            summary = at_hand[1]
        else:
            summary = summary_of_file(path, shelf)
            files_read += 1
        fresh[str(path)] = (stamp, summary)
        found.append(summary)
    if cache is not None and (files_read or fresh.keys() != known.keys()):
        _keep(cache, fresh)
    return Found(tuple(found), files_read, tuple(troubles))


def game_files(folders: Iterable[Path]) -> tuple[Path, ...]:
    """The files of all games in *folders*, four folders deep each, by their names."""
    return tuple(sorted({path for folder in folders if folder.is_dir() for path in _games_in(folder)}))


def _games_in(folder: Path) -> dict[Path, tuple[int, int, int]]:
    found: dict[Path, tuple[int, int, int]] = {}
    waiting = [(folder, 0)]
    while waiting and len(found) < MOST_FILES:
        here, depth = waiting.pop()
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        for entry in entries:
            try:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir():
                    if depth < 4 and not entry.is_symlink():
                        waiting.append((entry, depth + 1))
                elif entry.suffix.casefold() == ".dpn":
                    about = entry.stat()
                    found[entry.resolve()] = (about.st_mtime_ns, about.st_size, about.st_ctime_ns)
            except OSError:
                continue
    return found


def summary_of_file(path: Path, shelf: VariantShelf) -> GameSummary:
    """Return the summary of the game at *path*; for a file that cannot be read, the reason."""
    try:
        built = build(read(read_bounded(path, LARGEST), path.name), shelf)
    except StorageError as error:
        return GameSummary(str(path), path.stem, fault=str(error))
    if built.game is None or built.obstacle is not None:
        first = built.faults[0] if built.faults else tr("it cannot be played on ({obstacle})", obstacle=built.obstacle)
        name = path.stem if built.game is None else built.game.name
        return GameSummary(str(path), name, fault=str(first))
    return summary_of(built.game, path)


# --- what is kept ---


def _kept(cache: Path) -> dict[str, tuple[tuple[int, int, int], GameSummary]]:
    """Return the summaries of the last search; none where they cannot be read."""
    try:
        told = json.loads(read_bounded(cache, _MOST_KEPT, tr("reading what is known of games")))
        if (told["version"], told["language"]) != (_VERSION, active_code()):
            return {}
        return msgspec.convert(told["games"], dict[str, tuple[tuple[int, int, int], GameSummary]])
    except (StorageError, ValueError, TypeError, LookupError, RecursionError):
        return {}


def _keep(cache: Path, found: dict[str, tuple[tuple[int, int, int], GameSummary]]) -> None:
    games = {path: [stamp, asdict(summary)] for path, (stamp, summary) in found.items()}
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(
            cache,
            json.dumps({"version": _VERSION, "language": active_code(), "games": games}).encode(),
            tr("keeping what is known of games"),
        )
    except (StorageError, OSError):
        return  # it is read again next time


# --- which folders ---


def watched_folders(file: Path) -> tuple[Path, ...]:
    """The folders whose games are listed, as *file* says; none where it cannot be read."""
    try:
        told: object = json.loads(read_bounded(file, 256 * 1024, tr("reading the folders of games")))
    except (StorageError, ValueError, RecursionError):
        return ()
    listed = told.get("folders") if isinstance(told, dict) else None
    return tuple(Path(each) for each in listed if isinstance(each, str))[:MOST_FOLDERS] if isinstance(listed, list) else ()


def watch_folders(file: Path, folders: Sequence[Path]) -> None:
    """List the games of *folders* from now on.

    Raises:
        StorageError: it could not be written down.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    named = list(dict.fromkeys(str(each) for each in folders))[:MOST_FOLDERS]
    write_atomically(file, json.dumps({"folders": named}, indent=1).encode(), tr("keeping the folders of games"))
