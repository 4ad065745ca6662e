"""Words of players and of everybody: orders taken out, votes and waiting; what can be asked without a seat, and how to get one."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec

from adjudicator.rules import rule_fields
from app.address_book.letter_languages import code_of
from app.game.deadlines import due, terms_of
from app.game.dpn.lines import phase_of
from app.game.record import MAIN, Cursor, variant_at
from app.gm.deadline_words import moment_words
from app.judge import life
from app.judge.mail_desk import MailDesk
from app.judge.mail_words import mail_words, word
from app.judge.notices import game_subject, results
from app.judge.records import LONGEST_WORD, Joiner, Life, Observer, SenderStanding, change, hashed, new_word
from app.judge.step import JudgeMail
from app.mail_out.addresses import checked_address
from app.mail_out.mail import Correspondent
from app.mail_out.making import MOST_BYTES, WIDTH
from app.mail_out.phase_facts import EVERYBODY
from app.session.errors import Abort
from app.session.services import PictureFormat, PictureRequest
from app.session.view_options import View
from app.session.viewpoint import CURTAIN
from entente.words.names import describe_phase, join_words, power_name, variant_name
from languages import clauses, heading, labelled, tr, using
from languages.outside_text import outside_line

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
def vote_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Vote to end the game: VOTE DRAW, VOTE DRAW FRANCE ITALY, VOTE CONCEDE TO FRANCE, VOTE NO. It ends when all who survive agree."""
    desk.check_running()
    choice = given["choice"].strip()
    desk.say(desk.work.run("vote", power=desk.seat.power, choice="" if choice.casefold() == "none" else choice.casefold()))
    life.note_ending(desk.step, desk.short)


@word("PROPOSE CHOICE", r"PROPOSE\s+(?P<choice>(?:DRAW|CONCEDE)\b.{0,200})")
def propose_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Vote so, and tell all players that you propose it: PROPOSE DRAW, PROPOSE CONCEDE TO FRANCE."""
    desk.check_running()
    choice, seat = given["choice"].strip().casefold(), desk.seat
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
def absence_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say on which days you are away: SET ABSENCE 20 dec - 6 jan, SET ABSENCE NONE. No deadline falls into it; everybody may read it."""
    desk.check_running()
    desk.say(desk.work.run("absence", power=desk.seat.power, days=given["days"].strip()))
    life.follow_rule(desk.step, desk.short)


@word("SET ADDRESS ADDRESS", r"SET\s+ADDRESS\s+(?P<address>\S{3,254})")
def address_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Have your mails sent to another address from now on. The old one is told too, and the token changes."""
    try:
        address = checked_address(given["address"].strip("<>"))
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
def password_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Choose another secret word, of eight characters or more; without one you get a new one. Only its hash is kept."""
    chosen = given["word"] or ""
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
def language_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Be written to in another language: SET LANGUAGE de."""
    code = code_of(given["language"])
    if not code:
        raise Abort(tr("There is no language {language} here.", language=given["language"]))
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
def answer_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say which meaning of a line of yours is right: 2, or ANSWER 14 2 where several lines were asked about."""
    desk.check_running()
    record, seat = desk.record, desk.seat
    phase = str(desk.work.game.turn(desk.work.game.last(MAIN)).phase)
    mine = [each for each in record.questions if each.power == seat.power and each.phase == phase]
    wanted = [each for each in mine if given["question"] is None or each.number == int(given["question"])]
    if not wanted:
        raise Abort(tr("Nothing is asked about any more."))
    if len(wanted) > 1:
        names = clauses(labelled(f"ANSWER {each.number}", each.text) for each in wanted)
        raise Abort(tr("Which one? {questions}", questions=names))
    question, choice = wanted[0], int(given["choice"])
    if choice > len(question.choices):
        raise Abort(tr("There are {count} meanings.", count=len(question.choices)))
    order = question.choices[choice - 1]
    desk.work.run("order", text=order, power=seat.power, received=question.text)
    desk.step.put(change(record, questions=tuple(each for each in record.questions if each.number != question.number)))
    desk.say(tr("“{line}” is read as {order}.", line=question.text, order=order))


MOST_PEOPLE = 200
"""People who may ask for seats of one game, or observe it."""
_MOST_PHASES = 6
_LINES = (
    (
        "SIGNON POWER GAME WORD",
        "Show with the secret word that a mail is from your seat: SIGNON FRANCE harbour word. An answer to a mail of the game needs none.",
    ),
    ("PRESS TO POWERS", "Send the lines below, up to ENDPRESS, to these powers: PRESS TO ENGLAND ITALY; MASTER is the game master."),
    ("BROADCAST", "Send the lines below, up to ENDPRESS, to everybody."),
)
"""Lines with a meaning of their own that are no words: who writes, and where press begins; with their help."""


@word("GAME NAME", r"GAME\s*:?\s+(?P<game>\S+)", SenderStanding.ANYBODY, needs_game=False)
def game_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say which game the lines below are about. A reply to a mail of the game needs no such line."""
    desk.short = desk.meant_game(given["game"])


@word("HELP [WORD]", r"(?:GET\s+)?HELP(?:\s+(?P<about>[A-Z]+(?: [A-Z]+)?))?", SenderStanding.ANYBODY, tells=True, needs_game=False)
def help_word(desk: MailDesk, given: re.Match[str]) -> None:
    """List all words, or say more on one of them."""
    about = (given["about"] or "").upper()
    found = [(each.usage, each.help) for each in mail_words() if not about or about in (each.name, each.name.split()[0])]
    found += [(usage, words) for usage, words in _LINES if not about or about.split()[0] == usage.split()[0]]
    if not found:
        raise Abort(tr("There is no word {word}; HELP lists them.", word=about))
    desk.say("\n".join(f"{usage}\n    {words}" for usage, words in found))
    if not about:
        desk.say(tr("Orders stand one on a line: A PAR - BUR. Press stands between PRESS TO POWERS, or BROADCAST, and ENDPRESS."))


@word("LIST", r"LIST(?:\s+GAMES?)?", SenderStanding.ANYBODY, tells=True, needs_game=False)
def list_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """List the games: those that form and look for players, that run, and that are over."""
    lines = []
    for short in sorted(desk.step.shorts):
        record = desk.step.record(short)
        free = tr("free: {powers}", powers=", ".join(record.vacant)) if record.vacant else ""
        lines.append(labelled(short, clauses(filter(None, (tr(record.life.value), free)))))
    desk.say("\n".join(lines) or tr("There are no games."))


@word("WHOGAME", r"WHOGAME(?:\s+(?P<game>\S+))?", SenderStanding.ANYBODY, tells=True)
def whogame(desk: MailDesk, given: re.Match[str]) -> None:
    """Say which powers of a game are played, and which look for a player. Names are said when the game is over, and to its master."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        record = desk.record
        desk.check_active()
        variant, is_over = desk.work.game.variant, not record.life.is_running
        lines = []
        for power in variant.powers:
            seat = record.seats.get(power)
            what = (
                tr("free")
                if power in record.vacant
                else tr("nobody")
                if seat is None
                else outside_line(seat.name)
                if is_over or desk.is_master
                else tr("played")
            )
            lines.append(labelled(power_name(variant, power), what))
        desk.say("\n".join(lines))


@word("STATUS", r"STATUS(?:\s+(?P<game>\S+))?", SenderStanding.ANYBODY, tells=True)
def status_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say where the game stands: phase, centres, deadline, and to a player the own orders and what is still missing."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_active()
        work = desk.work
        desk.say(_standing(desk))
        if desk.is_master:
            desk.say(work.run("who"))
        elif desk.viewer != CURTAIN:
            turn = work.session.viewpoint.turn(work.game, work.game.last(MAIN), desk.viewer)
            sent = [line for line in turn.orders_of(desk.viewer) if not line.is_withdrawn]
            orders = [f"  {line.order}" for line in sent if line.is_legal]
            others = [f"  {line.order or line.text}" for line in sent if not line.is_legal and not line.is_replaced]
            desk.say("\n".join((heading(tr("Your orders")), *orders)) if orders else tr("You have sent no orders yet."))
            if others:
                desk.say("\n".join((heading(tr("Not taken")), *others)))
            desk.say(work.tell(desk.viewer, "who"))


@word("SUMMARY", r"SUMMARY(?:\s+(?P<game>\S+))?", SenderStanding.ANYBODY, tells=True)
def summary_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say in a few lines how the game stands, and who has how many centres."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_active()
        work, record = desk.work, desk.record
        turn = work.game.turn(work.game.last(MAIN))
        moment = due(turn.deadline)
        lines = [labelled(work.game.name, describe_phase(work.game.variant, turn.phase)), tr(record.life.value)]
        if moment is not None and record.life.is_running:
            lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(work.game).zone_info)))
        desk.say("\n".join((*lines, _standing(desk))))


@word("HISTORY [PHASE]", r"HISTORY(?:\s+(?P<phase>[A-Z]\d{1,4}[A-Z]?))?", SenderStanding.ANYBODY, tells=True)
def history_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Send the results of earlier phases again, as you may see them: of one such as F1901M, else of the last six."""
    desk.check_active()
    work = desk.work
    cursors = [Cursor(MAIN, index) for index, turn in enumerate(work.game.line(MAIN)) if turn.resolution is not None]
    if given["phase"]:
        wanted = phase_of(given["phase"].upper()) or phase_of(f"{given['phase'].upper()}M")
        cursors = [each for each in cursors if work.game.turn(each).phase == wanted]
    if not cursors:
        raise Abort(tr("There are no results of it."))
    reader = desk.viewer if desk.viewer != CURTAIN else EVERYBODY
    packages = [results(desk.step, work, cursor, (reader,))[0] for cursor in cursors[-_MOST_PHASES:]]
    for package in packages:
        desk.say(package.text)
    desk.picture = packages[-1].picture


@word("MAP", r"MAP(?:\s+(?P<game>\S+))?", SenderStanding.ANYBODY, tells=True)
def map_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Send a picture of the board as it is now; to a player with the own orders."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_active()
        work = desk.work
        cursor = work.game.last(MAIN)
        shown = work.session.viewpoint.filtered(work.game, desk.viewer)
        hidden = work.session.viewpoint.hidden(work.game, cursor, desk.viewer)
        desk.picture = work.session.services.draw(PictureRequest(shown, cursor, View(), WIDTH, hidden, MOST_BYTES), PictureFormat.PNG)
        desk.say(tr("The board is attached: {phase}.", phase=describe_phase(work.game.variant, work.game.turn(cursor).phase)))


@word("GET RULES", r"GET\s+RULES?", SenderStanding.ANYBODY, tells=True)
def get_rules(desk: MailDesk, _said: re.Match[str]) -> None:
    """Say the rules of the game: each question on which rules differ, and what this game plays."""
    desk.check_active()
    rules = variant_at(desk.work.game, desk.work.game.last(MAIN)).rules
    lines = [tr("Variant: {name}.", name=variant_name(desk.work.game.variant))]
    lines += [f"{field.issue} {tr(field.question)} {tr(getattr(rules, field.name).description)}" for field in rule_fields()]
    desk.say("\n".join(lines))


@word("GET VARIANTS", r"GET\s+VARIANTS?", SenderStanding.ANYBODY, tells=True, needs_game=False)
def get_variants(desk: MailDesk, _said: re.Match[str]) -> None:
    """List the variants that can be played here."""
    known = desk.state.room.session.shelf.entries()
    desk.say("\n".join(each.id for each in known if each.folder is not None and each.folder.exercise is None))


def _standing(desk: MailDesk) -> str:
    """Status of the game as the sender may see it, without the line on changes that the answer itself has yet to save."""
    unsaved = tr("There are changes that are not saved.")
    return "\n".join(line for line in desk.work.tell(desk.viewer, "status").split("\n") if line != unsaved)


# --- to come in ---


@word("JOIN GAME [POWERS]", r"JOIN\s+(?P<game>\S+)(?:\s+(?P<wishes>[^\d].{0,300}))?", SenderStanding.REACHED, needs_game=False)
def join_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Ask for a seat of a game that forms. Powers that you like may follow, the best liked first, with commas; else the lot decides."""
    short = desk.meant_game(given["game"])
    record = desk.step.record(short)
    if record.life is not Life.FORMING:
        raise Abort(tr("{game} is {life}: no seat can be asked for.", game=short, life=tr(record.life.value)))
    with desk.about(short):
        wishes = tuple(dict.fromkeys(desk.meant_power(each) for each in re.split(r"[,>\s]+", given["wishes"] or "") if each))
    others = tuple(each for each in record.joiners if each.address.casefold() != desk.address)
    if len(others) >= MOST_PEOPLE:
        raise Abort(tr("No more people can ask for seats of {game}.", game=short))
    desk.state.keep_person(desk.name, desk.address, desk.language)
    desk.step.put(change(record, joiners=(*others, Joiner(desk.name, desk.address, desk.language, wishes))))
    desk.short = short
    names = join_words(wishes) or tr("any power")
    desk.say(tr("You have asked for a seat of {game}: {wishes}. You are told when it begins.", game=short, wishes=names))
    life.begin_if_full(desk.step, short)


@word("TAKEOVER POWER GAME", r"TAKE\s?OVER\s+(?P<power>\S+)(?:\s+(?P<game>\S+))?", SenderStanding.REACHED, needs_game=False)
def takeover_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Take a power over that looks for a player. You get its secret word by mail, and write its orders from then on."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        record = desk.record
        desk.check_running()
        power = desk.meant_power(given["power"])
        if power not in record.vacant:
            raise Abort(tr("{power} of {game} is not free.", power=power_name(desk.work.game.variant, power), game=record.short))
        life.give_seat(desk.step, record.short, power, desk.name, desk.address, desk.language)
        desk.say(tr("{power} of {game} is yours. Its secret word comes in a mail of its own.", power=power, game=record.short))


@word("OBSERVE GAME", r"(?:OBSERVE|WATCH)\s+(?P<game>\S+)", SenderStanding.REACHED, needs_game=False)
def observe_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Get by mail what all may see of a game: results and public press. SIGNOFF GAME ends it."""
    short = desk.meant_game(given["game"])
    record = desk.step.record(short)
    others = tuple(each for each in record.observers if each.address.casefold() != desk.address)
    if len(others) >= MOST_PEOPLE:
        raise Abort(tr("No more people can observe {game}.", game=short))
    desk.state.keep_person(desk.name, desk.address, desk.language)
    desk.step.put(change(record, observers=(*others, Observer(desk.name, desk.address, desk.language))))
    desk.say(tr("You observe {game} from now on.", game=short))


@word("SIGNOFF GAME", r"SIGN-?OFF\s+(?P<game>\S+)", SenderStanding.REACHED, needs_game=False)
def signoff_game(desk: MailDesk, given: re.Match[str]) -> None:
    """Observe a game no longer, or ask for no seat of it any more. SIGNOFF alone ends a mail: what stands below it is not read."""
    short = desk.meant_game(given["game"])
    record = desk.step.record(short)
    desk.step.put(
        change(
            record,
            observers=tuple(each for each in record.observers if each.address.casefold() != desk.address),
            joiners=tuple(each for each in record.joiners if each.address.casefold() != desk.address),
        )
    )
    desk.say(tr("You get nothing of {game} any more, unless you have a seat in it.", game=short))
