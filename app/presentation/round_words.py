"""Signs and words of a round: fates of lines by sign, ink and tint, its head, and lines for one player alone. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from app.game.deadlines import due, still_to_come, terms_of
from app.game.ending_edits import missing_votes, votes_sentence
from app.gm.deadline_words import duration_words, how_long, short_moment, usual_deadline
from app.gm.round_sheet import RoundSheet
from app.mail_in.accounting import Fate
from app.session.session import Session, now_of
from entente.words import describe_ending
from entente.words.names import describe_phase, power_name
from languages import mark, plural, tr


@dataclass(frozen=True, slots=True)
class FateMark:
    """Mark of one fate."""

    sign: str
    words: str
    """Words that the list of counts uses."""
    ink: str
    """The colour of its stripe and its sign, as the look names it."""
    tint: str
    """The colour behind its line; empty for none."""
    soft: bool = False
    """True if the line itself is written in the soft colour."""


FATE_MARKS: Mapping[Fate, FateMark] = MappingProxyType(
    {
        Fate.TAKEN: FateMark("✓", mark("Taken"), "good", ""),
        Fate.GUESSED: FateMark("≈", mark("Taken as most likely meant"), "notice", "notice_soft"),
        Fate.DOUBTFUL: FateMark("?", mark("Doubtful"), "warning", "warning_soft"),
        Fate.WITHDRAWS: FateMark("!", mark("Takes back"), "warning", "warning_soft"),
        Fate.REFUSED: FateMark("×", mark("Refused"), "bad", "bad_soft"),
        Fate.LATER: FateMark("»", mark("For a later phase"), "text_soft", "sunken"),
        Fate.REPEAT: FateMark("=", mark("Repeats"), "line_strong", "", soft=True),
        Fate.NOT_ORDER: FateMark("–", mark("Other words, no orders"), "line", "", soft=True),
    }
)


@dataclass(frozen=True, slots=True)
class HeadWords:
    """Words of the head."""

    phase: str
    beside: str
    """Words below the phase: the game's name, the number of units."""
    due: str
    """``Fri 27 Nov, 20:00 Europe/Berlin``; empty without a deadline."""
    left: str
    """``in 2 days 3 h · grace 1 h``"""
    is_late: bool
    is_stopped: bool
    missing: tuple[str, ...]
    """``Germany, all 5``; ``Austria-Hungary, 1``"""
    problems: tuple[str, ...]
    """``1 doubtful``, ``2 refused``"""
    lacking: int
    """Powers that a reminder is for."""
    go_on: str
    """The words of the button that leads on."""
    is_judged: bool = False
    """True if the phase of this round was processed and its results are the next task."""
    proposed: str = ""
    """A deadline for the phase that opened, as the command takes it; empty where it has one, or nothing shows when it is due."""
    proposed_words: str = ""
    """``Fri 4 Dec, 20:00``"""


def judged_words(session: Session) -> HeadWords:
    """The head after Process: the phase that is over, when the next one is due, and the way on."""
    game, turn = session.shown, session.open_turn
    terms, now = terms_of(game), now_of(session)
    ending = game.branch(session.branch).ending
    moment = None if ending is not None else due(turn.deadline)
    offer = None if moment is not None or ending is not None or terms.stopped is not None else usual_deadline(game, session.branch, now)
    if ending is not None:
        after = tr("Over: {ending}", ending=describe_ending(session.variant, ending))
    else:
        after = tr("next: {phase}", phase=describe_phase(session.variant, turn.phase))
    return HeadWords(
        phase=tr("Results of {season}", season=describe_phase(session.variant, session.turn.phase)),
        beside=after,
        due="" if moment is None else f"{short_moment(moment, terms.zone_info)} {terms.zone}",
        left="" if moment is None else how_long(moment, now),
        is_late=False,
        is_stopped=terms.stopped is not None,
        missing=(),
        problems=(),
        lacking=0,
        go_on=tr("Go on"),
        is_judged=True,
        proposed="" if offer is None else f"{offer:%Y-%m-%d %H:%M} {terms.zone}",
        proposed_words="" if offer is None else short_moment(offer, terms.zone_info),
    )


def head_words(session: Session, sheet: RoundSheet) -> HeadWords:
    """The head of the round of the game in front."""
    game, turn = session.shown, session.open_turn
    terms, now = terms_of(game), now_of(session)
    ending = game.branch(session.branch).ending
    moment = None if ending is not None else due(turn.deadline)
    lacking = [group for group in sheet.groups if group.power is not None and not group.is_complete]
    waiting = [group.name for group in sheet.groups if group.waits]
    left = []
    if terms.stopped is not None:
        left.append(tr("the clock is stopped"))
    elif moment is not None:
        left.append(how_long(moment, now))
    if moment is not None and terms.grace:
        left.append(tr("late orders count for {duration} more", duration=duration_words(terms.grace)))
    if ending is None and (away := still_to_come(game, now)):
        names = dict.fromkeys(power_name(session.variant, each.power) for each in away)
        left.append(tr("away: {names}", names=", ".join(names)))
    if ending is None and turn.votes and session.viewer is None:
        many, everybody = len(turn.votes), len(turn.votes) + len(missing_votes(game, turn))
        left.append(votes_sentence(game, turn).rstrip(".") if many < 3 else tr("votes: {count} of {all}", count=many, all=everybody))
    if waiting:
        left.append(tr("asked to wait: {waiting}", waiting=", ".join(waiting)))
    doubtful = sum(row.needs and row.fate is Fate.DOUBTFUL for row in sheet.rows)
    refused = sum(row.fate is Fate.REFUSED for row in sheet.rows)
    whose = sum(len(group.mails) for group in sheet.groups if group.power is None)
    withdrawn = len(turn.withdrawn)
    unread = sum(mail.is_unread for group in sheet.groups for mail in group.mails if group.power is not None)
    problems = []
    if withdrawn:
        problems.append(plural("{count} perhaps taken back", "{count} perhaps taken back", withdrawn))
    if unread:
        problems.append(plural("{count} mail with nothing read", "{count} mails with nothing read", unread))
    if whose:
        problems.append(plural("{count} mail of nobody", "{count} mails of nobody", whose))
    if doubtful:
        problems.append(plural("{count} doubtful", "{count} doubtful", doubtful))
    if refused:
        problems.append(plural("{count} refused", "{count} refused", refused))
    is_past = session.cursor != game.last(session.branch)
    over = "" if ending is None else tr("Over: {ending}", ending=describe_ending(session.variant, ending))
    return HeadWords(
        phase=describe_phase(session.variant, turn.phase),
        beside=over or f"{session.document.title} · {plural('{count} unit', '{count} units', len(turn.position.units))}",
        due="" if moment is None else f"{short_moment(moment, terms.zone_info)} {terms.zone}",
        left=" · ".join(left),
        is_late=moment is not None and terms.stopped is None and now > moment,
        is_stopped=terms.stopped is not None,
        missing=tuple(
            tr("{power}, {missing}", power=each.name, missing=each.due - each.given)
            if each.given
            else tr("{power}, all {missing}", power=each.name, missing=each.due)
            for each in lacking
        ),
        problems=tuple(problems),
        lacking=len(lacking),
        go_on=tr("To the open phase") if is_past else tr("Process…"),
    )


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a text."""

    text: str
    own: bool
    """True if others do not get it."""


def marked(texts: Mapping[str, str], reader: str, greetings: Sequence[str] = ()) -> tuple[MarkedLine, ...]:
    """The lines of *reader*'s text; those that some other text lacks are marked.

    Args:
        texts: by reader, everybody's among them.
        greetings: lines that address a person, which every text has in its own words.
    """
    others = [set(text.splitlines()) for name, text in texts.items() if name != reader]
    common = set.intersection(*others) if others else set(texts[reader].splitlines())
    return tuple(
        MarkedLine(line, bool(line.strip()) and line not in common and line not in greetings) for line in texts[reader].splitlines()
    )


def places(lines: Sequence[MarkedLine]) -> int:
    """Return the number of places that differ: marked lines that follow one another, blank ones between them too, are one."""
    count, inside = 0, False
    for line in lines:
        if line.own and not inside:
            count += 1
        if line.own or line.text.strip():
            inside = line.own
    return count


def difference_words(count: int) -> str:
    """``same``, ``1 differs``, ``2 differ``"""
    return plural("{count} differs", "{count} differ", count) if count else tr("same")


def size_words(size: int) -> str:
    """``212 kB``, ``1.3 MB``"""
    return tr("{size:.1f} MB", size=size / 1000000) if size >= 1_000_000 else tr("{size} kB", size=max(1, round(size / 1000)))
