"""Recovered and recent games in words: times and amounts, and never an order, since another person may have played."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from pathlib import Path

from adjudicator.phase import Phase
from app.game.deadlines import moment_of as moment_at
from app.game.document import Document
from app.game.entries import SeatKind
from app.game.library import FileState, Recoverable
from app.game.readiness import readiness
from app.game.storage.recent import OVER, RecentGame
from app.session.requests import Recovery
from entente.words.names import day_words, describe_phase_of, moment_short
from languages import mark, plural, tr

_PHASE = re.compile(r"^\[phase ([A-Z]-?\d{4,10}[MRA])\]", re.MULTILINE)

TAKE, LEAVE, DROP = mark("Bring them back"), mark("Open the file without them"), mark("Throw them away")
BOTH_SIDES = mark("Bring them back as a second game")
RECOVERY_ANSWERS = {TAKE: Recovery.TAKE, BOTH_SIDES: Recovery.TAKE, LEAVE: Recovery.LEAVE, DROP: Recovery.DROP}


def left_words(found: Recoverable) -> str:
    """Return the number of edits and their times, the phase of the game, and the state of its file."""
    recovered = found.recovered
    span = _span(recovered.begun, recovered.ended)
    words = [
        plural(
            "{count} change that is not saved, made {when}.", "{count} changes that are not saved, made {when}.", recovered.edits, when=span
        )
        + _stands(recovered.text)
    ]
    match found.file_state:
        case FileState.NEVER_SAVED:
            words.append(tr("It was never saved."))
        case FileState.GONE:
            words.append(tr("Its file {path} is not there or cannot be read.", path=recovered.path))
        case FileState.CHANGED:
            words.append(tr("{path} was changed since: {file_words}", path=recovered.path, file_words=file_words(found)))
        case _:
            words.append(tr("It was last saved in {path}.", path=recovered.path))
    if recovered.damage:
        words.append(tr("A part of it is damaged: {damage}.", damage=recovered.damage))
    return " ".join(words)


def file_words(found: Recoverable) -> str:
    """Return the present contents of the game's file, in a sentence."""
    text = (found.data or b"").decode("utf-8", "replace")
    try:
        written = 0 if found.recovered.path is None else int(found.recovered.path.stat().st_mtime)
    except (OSError, ValueError):
        written = 0
    phases = len(_PHASE.findall(text))
    said = plural(
        "it was last written {when} and holds {count} phase.",
        "it was last written {when} and holds {count} phases.",
        phases,
        when=_moment(written),
    )
    return said + _stands(text)


def question(found: Recoverable, more: int) -> tuple[str, tuple[str, ...]]:
    """Return the question when the file of *found* is opened, and the answers; *more* journals of the same file are older."""
    name = found.recovered.path.name if found.recovered.path is not None else found.recovered.name
    older = (
        plural(
            "{count} older version that was not saved is on the start page.",
            "{count} older versions that were not saved are on the start page.",
            more,
        )
        if more
        else ""
    )
    if found.file_state is FileState.CHANGED:
        recovered = found.recovered
        lost = tr(
            "What was not saved: {edits}, made {when}; {phases}.",
            edits=plural("{count} change", "{count} changes", recovered.edits),
            when=_span(recovered.begun, recovered.ended),
            phases=plural("{count} phase", "{count} phases", len(_PHASE.findall(recovered.text))),
        )
        words = (
            tr(
                "{name} was changed after the program ended with changes that were not saved, so there are two versions of this game.",
                name=name,
            ),
            tr("The file: {file_words}", file_words=file_words(found)),
            f"{lost}{_stands(recovered.text)}",
            f"{tr('It comes back as a second game, to be saved under another name; the file stays as it is.')} {older}".rstrip(),
        )
        return "\n\n".join(words), (LEAVE, BOTH_SIDES, DROP)
    said = tr("The program ended while {name} was open.", name=name)
    return f"{said} {left_words(found)} {older}".rstrip(), (TAKE, LEAVE, DROP)


def _stands(text: str) -> str:
    phases = _PHASE.findall(text)
    return " " + tr("The game is in {phase}.", phase=_phase_in_words(phases[-1])) if phases else ""


def _phase_in_words(code: str) -> str:
    """The phase of *code* in words, where seasons have the usual letters."""
    phase = Phase.of(code)
    season = _SEASONS.get(phase.season)
    return code if season is None else describe_phase_of(season, phase)


_SEASONS = {"S": "Spring", "U": "Summer", "F": "Fall", "W": "Winter"}


def recovered_title(found: Recoverable) -> str:
    """Return the name of the game with the season in which it was left."""
    phases = _PHASE.findall(found.recovered.text)
    name = found.recovered.name
    return f"{name} · {_phase_in_words(phases[-1])}" if phases else name


def newer_words(found: Recoverable, now: datetime.datetime) -> str:
    """Return the time of a game and its difference from its file: ``Your game of yesterday evening, 2 changes newer than the file.``"""
    recovered = found.recovered
    when = day_part(_local(recovered.ended), now)
    changes = plural("{count} change", "{count} changes", recovered.edits)
    match found.file_state:
        case FileState.NEVER_SAVED:
            said = tr("Your game of {when}, never saved.", when=when)
        case FileState.GONE:
            said = tr("Your game of {when}. Its file is not there any more.", when=when)
        case FileState.CHANGED:
            said = tr("Your game of {when}, with {changes} that are not saved. The file was changed since.", when=when, changes=changes)
        case _:
            said = tr("Your game of {when}, {changes} newer than the file.", when=when, changes=changes)
    return f"{said} {tr('A part of it is damaged: {damage}.', damage=recovered.damage)}" if recovered.damage else said


def day_part(moment: datetime.datetime | None, now: datetime.datetime) -> str:
    """``yesterday evening``; days before yesterday as dates."""
    if moment is None:
        return tr("an unknown day")
    days = (now.date() - moment.date()).days
    night, morning, noon = moment.hour < 5, moment.hour < 12, moment.hour < 18
    if days == 0:
        return tr("last night") if night else tr("this morning") if morning else tr("this afternoon") if noon else tr("this evening")
    if days == 1 and not night:
        return tr("yesterday morning") if morning else tr("yesterday afternoon") if noon else tr("yesterday evening")
    return day_words(moment)


def _span(first: int, last: int) -> str:
    start, end = _local(first), _local(last)
    if start is None or end is None or _minute(start) == _minute(end):
        return _moment(first)
    return tr("{start} to {end}", start=_moment(first), end=f"{end:%H:%M}" if start.date() == end.date() else _minute(end))


def _moment(seconds: int) -> str:
    moment = _local(seconds)
    return tr("at a time that is not known") if moment is None else tr("on {moment}", moment=_minute(moment))


def _minute(moment: datetime.datetime) -> str:
    return f"{day_words(moment)}, {moment:%H:%M}"


def _local(seconds: int) -> datetime.datetime | None:
    """The moment where this machine stands; ``None`` where there is none."""
    if not seconds:
        return None
    try:
        return datetime.datetime.fromtimestamp(seconds).astimezone()
    except (OSError, OverflowError, ValueError):
        return None


def recent_game(document: Document, path: Path, opened: int, thumbnail: Path) -> RecentGame:
    """Return *document*, which lies in *path*, as the list of recent games keeps it: its phase, whose turn it is, and no order."""
    game, cursor = document.game, document.game.last(document.cursor.branch)
    kept = RecentGame(path, game.name, OVER, opened, thumbnail)
    if game.branch(cursor.branch).ending is not None:
        return kept
    turn = game.turn(cursor)
    people = [power for power, player in game.players.items() if player.seat is SeatKind.SCREEN]
    is_table = game.table is not None
    leads = game.variant.powers[people[0]].name if is_table and len(people) == 1 and people[0] in game.variant.powers else ""
    return replace(
        kept,
        phase=str(turn.phase),
        season=game.variant.calendar.seasons.get(turn.phase.season, turn.phase.season),
        deadline="" if turn.deadline is None else turn.deadline.at,
        missing=len(readiness(game, cursor.branch).powers) if turn.deadline is not None else 0,
        people=len({game.players[power].name or power for power in people}) if is_table else 0,
        leads=leads,
    )


def standing_words(game: RecentGame, now: datetime.datetime) -> str:
    """Return whose turn it is in *game*, when its orders are due, and when it was left."""
    due = None if game.phase == OVER else moment_at(game.deadline)
    if due is not None:
        missing = plural("{count} power missing", "{count} powers missing", game.missing) if game.missing else ""
        return " · ".join(filter(None, (_due_words(due, now), missing)))
    if game.leads:
        return tr("You lead {power}", power=game.leads)
    return _table_words(game.people) or tr("Left {when}", when=day_part(_local(game.opened), now))


def _due_words(due: datetime.datetime, now: datetime.datetime) -> str:
    moment = moment_short(due.astimezone(now.tzinfo), with_year=False)
    return tr("Due {moment}", moment=moment) if due > now else tr("Overdue since {moment}", moment=moment)


def _table_words(people: int) -> str:
    return tr("Round one table, {people}", people=plural("{count} person", "{count} people", people)) if people else ""


def phase_words(game: RecentGame) -> str:
    """``Fall 1903, movement``, or that it is over; what an earlier version kept as words stands as it is."""
    if game.phase == OVER:
        return tr("over")
    try:
        phase = Phase.of(game.phase)
    except ValueError:
        return game.phase
    return describe_phase_of(game.season, phase) if game.season else game.phase
