"""Words of players: orders taken out, votes, waiting, absence, address and secret word, and leaving a seat."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec

from app.address_book.letter_languages import code_of
from app.game.record import MAIN
from app.judge import life
from app.judge.desk import MailDesk
from app.judge.mail_words import word
from app.judge.notices import game_subject
from app.judge.records import SenderStanding, change
from app.judge.seat_secrets import LONGEST_WORD, hashed, new_word
from app.judge.step import JudgeMail
from app.mail_out.addresses import checked_address
from app.mail_out.mail import Correspondent
from app.session.errors import Abort
from entente.words.names import power_name
from languages import clauses, labelled, tr, using

LEAST_WORD = 8
"""Characters of a word that a player chooses."""


@word("CLEAR", r"CLEAR(?:\s+ORDERS)?")
def clear_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """Take all orders out that you have sent for this phase. Orders in the same mail count then."""
    desk.check_running()
    seat = desk.seat
    if seat.power in desk.work.game.turn(desk.work.game.last(MAIN)).orders:
        desk.work.run("clear-power", power=seat.power)
    desk.say(tr("All your orders of this phase are taken out."))


@word("VOTE CHOICE", r"VOTE\s+(?P<choice>(?:DRAW|CONCEDE|NO|NONE)\b.{0,200})")
def vote_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Vote to end the game: VOTE DRAW, VOTE DRAW FRANCE ITALY, VOTE CONCEDE TO FRANCE, VOTE NO. It ends when all who survive agree."""
    desk.check_running()
    choice = said["choice"].strip()
    desk.say(desk.work.run("vote", power=desk.seat.power, choice="" if choice.casefold() == "none" else choice.casefold()))
    life.note_ending(desk.step, desk.short)


@word("PROPOSE CHOICE", r"PROPOSE\s+(?P<choice>(?:DRAW|CONCEDE)\b.{0,200})")
def propose_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Vote so, and tell all players that you propose it: PROPOSE DRAW, PROPOSE CONCEDE TO FRANCE."""
    desk.check_running()
    choice, seat = said["choice"].strip().casefold(), desk.seat
    desk.say(desk.work.run("vote", power=seat.power, choice=choice))
    for each in desk.record.seats.values():
        if each.power != seat.power:
            with using(each.language):
                name = power_name(desk.work.game.variant, seat.power)
                subject = game_subject(desk.work.game, tr("{power} proposes: {choice}", power=name, choice=choice))
                text = tr(
                    "{power} proposes to end the game: {choice}. To agree, answer with: VOTE {vote}",
                    power=name,
                    choice=choice,
                    vote=choice.upper(),
                )
            desk.step.post(desk.step.to_seat(desk.record, each, subject, text))
    life.note_ending(desk.step, desk.short)


@word("SET WAIT", r"SET\s+WAIT")
def wait_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """Ask that the phase is not processed before its deadline, though all orders are in."""
    desk.check_running()
    desk.work.run("wait", power=desk.seat.power)
    desk.say(tr("The phase is not processed before its deadline, for you asked to wait."))


@word("SET NOWAIT", r"(?:SET\s+NO\s?WAIT|CLEAR\s+WAIT)")
def nowait_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """Take SET WAIT back: the phase is processed as soon as all orders are in and no other power waits."""
    desk.check_running()
    desk.work.run("wait", power=desk.seat.power, off=True)
    desk.say(tr("You no longer ask to wait."))


@word("SET ABSENCE DAYS", r"SET\s+ABSENCE\s+(?P<days>.{1,120})")
def absence_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Say on which days you are away: SET ABSENCE 20 dec - 6 jan, SET ABSENCE NONE. No deadline falls into it; everybody may read it."""
    desk.check_running()
    desk.say(desk.work.run("absence", power=desk.seat.power, days=said["days"].strip()))
    life.follow_rule(desk.step, desk.short)


@word("SET ADDRESS ADDRESS", r"SET\s+ADDRESS\s+(?P<address>\S{3,254})")
def address_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Have your mails sent to another address from now on. The old one is told too, and the token changes."""
    try:
        address = checked_address(said["address"].strip("<>"))
    except ValueError as error:
        raise Abort(str(error)) from error
    seat, record = desk.seat, desk.record
    desk.work.run("player", power=seat.power, name=f"{seat.name or seat.power} <{address}>")
    fresh = msgspec.structs.replace(seat, address=address, generation=seat.generation + 1)
    desk.state.keep_person(seat.name or seat.power, address, seat.language)
    desk.step.put(record.with_seat(fresh))
    text = tr("Mails of {game} for {power} go to {address} from now on.", game=record.short, power=seat.power, address=address)
    desk.step.post(desk.step.to_seat(desk.record, fresh, tr("{game}: your address", game=record.short), text))
    desk.say(text)


@word("SET PASSWORD [WORD]", r"SET\s+PASS(?:WORD|WD)?(?:\s+(?P<word>\S{1,200}))?")
def password_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Choose another secret word, of eight characters or more; without one you get a new one. Only its hash is kept."""
    chosen = said["word"] or ""
    if chosen and not LEAST_WORD <= len(chosen) <= LONGEST_WORD:
        raise Abort(tr("A secret word has {least} to {most} characters.", least=LEAST_WORD, most=LONGEST_WORD))
    seat, fresh = desk.seat, chosen or new_word()
    desk.step.put(desk.record.with_seat(msgspec.structs.replace(seat, word=hashed(fresh))))
    if chosen:
        desk.say(tr("Your new secret word counts from now on."))
        return
    to = Correspondent(seat.name or seat.power, seat.address)
    text = tr("Your secret word of {game} is: {word}", game=desk.short, word=fresh)
    mail = JudgeMail(to, tr("{game}: your secret word", game=desk.short), text, seat.power, game=desk.short, keeps_secrets=True)
    desk.step.post(replace(mail, token=desk.state.token_of(desk.short, seat)))
    desk.say(tr("A new secret word comes to your address in a mail of its own."))


@word("SET LANGUAGE LANGUAGE", r"SET\s+LANGUAGE\s+(?P<language>\S{2,30})", SenderStanding.SEAT)
def language_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Be written to in another language: SET LANGUAGE de."""
    code = code_of(said["language"])
    if not code:
        raise Abort(tr("There is no language {language} here.", language=said["language"]))
    seat = desk.seat
    desk.state.keep_person(seat.name or seat.power, seat.address, code)
    desk.step.put(desk.record.with_seat(msgspec.structs.replace(seat, language=code)))
    desk.language = code
    with using(code):
        desk.say(tr("You are written to in this language from now on."))


@word("RESIGN", r"RESIGN(?:\s+\S+)?")
def resign_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """Leave your seat. A substitute is called for, and your token and word open it no longer."""
    desk.check_running()
    seat = desk.seat
    life.free_seat(desk.step, desk.short, seat.power)
    desk.say(tr("You have left {power} of {game}. Thank you for playing.", power=seat.power, game=desk.short))


@word("ANSWER [QUESTION] CHOICE", r"(?:ANSWER\s+)?(?:(?P<question>\d{1,4})\s+)?(?P<choice>[1-9])")
def answer_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Say which meaning of a line of yours is right: 2, or ANSWER 14 2 where several lines were asked about."""
    desk.check_running()
    record, seat = desk.record, desk.seat
    phase = str(desk.work.game.turn(desk.work.game.last(MAIN)).phase)
    mine = [each for each in record.questions if each.power == seat.power and each.phase == phase]
    wanted = [each for each in mine if said["question"] is None or each.number == int(said["question"])]
    if not wanted:
        raise Abort(tr("Nothing is asked about any more."))
    if len(wanted) > 1:
        names = clauses(labelled(f"ANSWER {each.number}", each.text) for each in wanted)
        raise Abort(tr("Which one? {questions}", questions=names))
    question, choice = wanted[0], int(said["choice"])
    if choice > len(question.choices):
        raise Abort(tr("There are {count} meanings.", count=len(question.choices)))
    order = question.choices[choice - 1]
    desk.work.run("order", text=order, power=seat.power, received=question.text)
    desk.step.put(change(record, questions=tuple(each for each in record.questions if each.number != question.number)))
    desk.say(tr("“{line}” is read as {order}.", line=question.text, order=order))
