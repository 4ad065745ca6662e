"""Mails that players get without asking: results with the picture, press, and reminders; each as that reader may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.variant import Variant
from app.game.deadlines import due, terms_of
from app.game.entries import Press
from app.game.readiness import expected
from app.game.record import MAIN, Cursor, Game
from app.game.silence import lacking
from app.gm.deadline_words import away_words, moment_words
from app.gm.reply import reminder, reminder_subject
from app.judge.game_work import GameWork
from app.judge.records import MASTER, GameRecord
from app.judge.step import JudgeMail, JudgeStep
from app.mail_in.judge_words import game_tag
from app.mail_out.mail import Correspondent, mail
from app.mail_out.making import Package, Wish, make, plan
from app.mail_out.phase_facts import EVERYBODY
from app.mail_out.readers import named_template
from app.session.services import PictureFormat
from app.session.viewpoint import CURTAIN
from entente.words.names import describe_phase, join_words, power_name
from entente.words.outcomes import describe_ending
from languages import heading, labelled, tr, using

PLAIN, WITH_PICTURE = "plain", "html"
"""Templates of results: words alone, and words with a page beside them that shows the picture."""


def tell_changes(step: JudgeStep, short: str) -> None:
    """Put the mails into *step* that follow from what it changed in a game: results of phases that are over now, and press."""
    work, record = step.works.get(short), step.record(short)
    if work is None or not work.is_changed or work.before is None:
        return
    before, after = work.first, work.game
    known = before.line(MAIN)
    for index, turn in enumerate(after.line(MAIN)):
        if turn.resolution is not None and (index >= len(known) or known[index].resolution is None):
            _tell_results(step, work, record, Cursor(MAIN, index))
    _tell_press(step, work, record, before)


def results(step: JudgeStep, work: GameWork, cursor: Cursor, readers: Sequence[str]) -> tuple[Package, ...]:
    """Make the results of the phase at *cursor* for *readers*. Who plays is said when the game is over."""
    chosen = step.state.settings.picture
    has_picture = chosen != "none"
    wish = Wish(named_template(WITH_PICTURE if has_picture else PLAIN), PictureFormat(chosen) if has_picture else None, page=False)
    planned = plan(work.session, cursor, readers, wish)
    if work.game.branch(MAIN).ending is None:
        planned = planned.without_players()
    return make(work.session.services, planned, lambda _done, _of, _words: True)


def what_is_next(work: GameWork) -> str:
    """A sentence on the end of the game, or on when the next orders are due, in the language in use."""
    game = work.game
    ending = game.branch(MAIN).ending
    if ending is not None:
        return tr("Over: {ending}.", ending=describe_ending(game.variant, ending))
    turn = game.turn(game.last(MAIN))
    moment = due(turn.deadline)
    phase = describe_phase(game.variant, turn.phase)
    if moment is None:
        return tr("{phase}: no deadline.", phase=phase)
    said = [tr("{phase}: orders are due {moment}.", phase=phase, moment=moment_words(moment, terms_of(game).zone_info))]
    return "\n".join((*said, *away_words(game, work.session_now)))


def remind(step: JudgeStep, short: str, *, is_late: bool) -> int:
    """Remind all who lack orders; returns the number of mails."""
    work, record = step.work(short), step.record(short)
    count = 0
    for power in lacking(work.game, MAIN):
        seat = record.seats.get(power)
        if seat is None:
            continue
        text = reminder(work.session, power)
        if not text:
            continue
        with using(seat.language):
            subject = reminder_subject(work.session, power)
            if is_late:
                text = "\n\n".join(
                    (text, tr("The deadline is over. Orders that come within the grace still count, and are marked as late."))
                )
        step.post(step.to_seat(record, seat, subject, text))
        count += 1
    return count


def game_subject(game: Game, words: str) -> str:
    """A subject with the mark of the game."""
    return f"{labelled(game.name, words)} {game_tag(game.id)}"


def _tell_results(step: JudgeStep, work: GameWork, record: GameRecord, cursor: Cursor) -> None:
    readers = [power for power in work.game.variant.powers if power in record.seats]
    made = {package.reader: package for package in results(step, work, cursor, (EVERYBODY, *readers))}
    me = step.state.settings.me
    for power in readers:
        seat = record.seats[power]
        message = mail(made[power], Correspondent(seat.name or power, seat.address), me, step.now)
        del message["X-Unsent"]
        step.post(step.to_seat(record, seat, str(message["Subject"]), "", message=message))
    public = made[EVERYBODY]
    for observer in record.observers:
        with using(observer.language):
            message = mail(public, Correspondent(observer.name or observer.address, observer.address), me, step.now)
        del message["X-Unsent"]
        step.post(JudgeMail(Correspondent(observer.name or observer.address, observer.address), "", "", game=record.short, message=message))
    master = step.state.settings.master
    phase = work.game.turn(cursor).phase
    missing = [power_name(work.game.variant, power) for power in expected_silent(work, cursor)]
    said = [tr("Nothing came from {powers}.", powers=join_words(missing))] if missing else []
    said += step.told.get(record.short, [])
    package = replace(public, text="\n\n".join((public.text.rstrip(), *said)) + "\n", html="")
    message = mail(package, Correspondent(master.name or "Game master", master.address), me, step.now)
    del message["X-Unsent"]
    step.post(replace(step.to_master(record, str(phase), ""), message=message))


def expected_silent(work: GameWork, cursor: Cursor) -> tuple[str, ...]:
    """The powers that could have ordered in the phase at *cursor* and sent nothing."""
    first = work.first
    if cursor.index != len(first.line(MAIN)) - 1:
        return ()
    return tuple(power for power in expected(first, MAIN) if power not in first.turn(first.last(MAIN)).orders)


def _tell_press(step: JudgeStep, work: GameWork, record: GameRecord, before: Game) -> None:
    """Pass on what was written since, to those who may read it."""
    known = press_of(before)
    fresh = [each for each in press_of(work.game) if each not in known]
    if not fresh:
        return
    for power, seat in record.seats.items():
        shown = work.session.viewpoint.filtered(work.game, power)
        mine = [each for turn in shown.line(MAIN) for each in turn.press if each in fresh and each.sender != power]
        for each in mine:
            step.post(_letter(step, work, record, each, seat.power))
    for each in fresh:
        if MASTER in each.receivers:
            subject, text = _press_words(work, each, step.state.settings.language)
            step.post(step.to_master(record, subject, text))
    shown = work.session.viewpoint.filtered(work.game, CURTAIN)
    for each in (each for turn in shown.line(MAIN) for each in turn.press if each in fresh):
        for observer in record.observers:
            subject, text = _press_words(work, each, observer.language)
            step.post(JudgeMail(Correspondent(observer.name or observer.address, observer.address), subject, text, game=record.short))


def _letter(step: JudgeStep, work: GameWork, record: GameRecord, press: Press, power: str) -> JudgeMail:
    seat = record.seats[power]
    subject, text = _press_words(work, press, seat.language)
    return step.to_seat(record, seat, subject, text)


def _press_words(work: GameWork, press: Press, language: str) -> tuple[str, str]:
    variant = work.game.variant
    with using(language):
        subject = game_subject(work.game, tr("press from {sender}", sender=_writer(variant, press)))
        return subject, f"{heading(press_heading(variant, press))}\n\n{press.text}\n"


def press_of(game: Game) -> list[Press]:
    """All press of *game*."""
    return [each for turn in game.line(MAIN) for each in turn.press]


def press_heading(variant: Variant, press: Press) -> str:
    """Words on who wrote *press* to whom, in the language in use."""
    to = join_words(tr("the game master") if each == MASTER else power_name(variant, each) for each in press.receivers)
    return tr("From {sender} to {receivers}", sender=_writer(variant, press), receivers=to or tr("everybody"))


def _writer(variant: Variant, press: Press) -> str:
    if press.sender == MASTER:
        return tr("the game master")
    return power_name(variant, press.sender) if press.sender else tr("nobody known")
