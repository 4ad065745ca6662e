"""Words of everybody: what can be asked without a seat, and how one comes to a seat."""

from __future__ import annotations

import re

from adjudicator.rules import rule_fields
from app.game.deadlines import due, terms_of
from app.game.dpn.lines import phase_of
from app.game.options import variant_at
from app.game.record import MAIN, Cursor
from app.gm.deadline_words import moment_words
from app.judge import life
from app.judge.desk import MailDesk
from app.judge.mail_words import mail_words, word
from app.judge.notices import results
from app.judge.records import Joiner, Life, Observer, SenderStanding, change
from app.mail_out.making import MOST_BYTES, WIDTH
from app.mail_out.phase_facts import EVERYBODY
from app.session.errors import Abort
from app.session.services import PictureFormat, PictureRequest
from app.session.view_options import View
from app.session.viewpoint import CURTAIN
from entente.words.names import join_words, power_name, variant_name
from entente.words.phases import describe_phase
from languages import clauses, heading, labelled, tr
from languages.outside_text import outside_line

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
def game_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Say which game the lines below are about. A reply to a mail of the game needs no such line."""
    desk.short = desk.meant_game(said["game"])


@word("HELP [WORD]", r"(?:GET\s+)?HELP(?:\s+(?P<about>[A-Z]+(?: [A-Z]+)?))?", SenderStanding.ANYBODY, tells=True, needs_game=False)
def help_word(desk: MailDesk, said: re.Match[str]) -> None:
    """List all words, or say more on one of them."""
    about = (said["about"] or "").upper()
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
def whogame(desk: MailDesk, said: re.Match[str]) -> None:
    """Say which powers of a game are played, and which look for a player. Names are said when the game is over, and to its master."""
    with desk.about(desk.meant_game(said["game"]) if said["game"] else desk.short):
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
def status_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Say where the game stands: phase, centres, deadline, and to a player the own orders and what is still missing."""
    with desk.about(desk.meant_game(said["game"]) if said["game"] else desk.short):
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
def summary_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Say in a few lines how the game stands, and who has how many centres."""
    with desk.about(desk.meant_game(said["game"]) if said["game"] else desk.short):
        desk.check_active()
        work, record = desk.work, desk.record
        turn = work.game.turn(work.game.last(MAIN))
        moment = due(turn.deadline)
        lines = [labelled(work.game.name, describe_phase(work.game.variant, turn.phase)), tr(record.life.value)]
        if moment is not None and record.life.is_running:
            lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(work.game).zone_info)))
        desk.say("\n".join((*lines, _standing(desk))))


@word("HISTORY [PHASE]", r"HISTORY(?:\s+(?P<phase>[A-Z]\d{1,4}[A-Z]?))?", SenderStanding.ANYBODY, tells=True)
def history_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Send the results of earlier phases again, as you may see them: of one such as F1901M, else of the last six."""
    desk.check_active()
    work = desk.work
    cursors = [Cursor(MAIN, index) for index, turn in enumerate(work.game.line(MAIN)) if turn.resolution is not None]
    if said["phase"]:
        wanted = phase_of(said["phase"].upper()) or phase_of(f"{said['phase'].upper()}M")
        cursors = [each for each in cursors if work.game.turn(each).phase == wanted]
    if not cursors:
        raise Abort(tr("There are no results of it."))
    reader = desk.viewer if desk.viewer != CURTAIN else EVERYBODY
    packages = [results(desk.step, work, cursor, (reader,))[0] for cursor in cursors[-_MOST_PHASES:]]
    for package in packages:
        desk.say(package.text)
    desk.picture = packages[-1].picture


@word("MAP", r"MAP(?:\s+(?P<game>\S+))?", SenderStanding.ANYBODY, tells=True)
def map_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Send a picture of the board as it is now; to a player with the own orders."""
    with desk.about(desk.meant_game(said["game"]) if said["game"] else desk.short):
        desk.check_active()
        work = desk.work
        cursor = work.game.last(MAIN)
        shown = work.session.viewpoint.shown(work.game, desk.viewer)
        hidden = work.session.viewpoint.hidden(work.game, cursor, desk.viewer)
        desk.picture = work.session.services.draw(PictureRequest(shown, cursor, View(), WIDTH, hidden, MOST_BYTES), PictureFormat.PNG)
        desk.say(tr("The board of {phase} is attached.", phase=describe_phase(work.game.variant, work.game.turn(cursor).phase)))


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
def join_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Ask for a seat of a game that forms. Powers that you like may follow, the best liked first, with commas; else the lot decides."""
    short = desk.meant_game(said["game"])
    record = desk.step.record(short)
    if record.life is not Life.FORMING:
        raise Abort(tr("{game} is {life}: no seat can be asked for.", game=short, life=tr(record.life.value)))
    with desk.about(short):
        wishes = tuple(dict.fromkeys(desk.meant_power(each) for each in re.split(r"[,>\s]+", said["wishes"] or "") if each))
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
def takeover_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Take a power over that looks for a player. You get its secret word by mail, and write its orders from then on."""
    with desk.about(desk.meant_game(said["game"]) if said["game"] else desk.short):
        record = desk.record
        desk.check_running()
        power = desk.meant_power(said["power"])
        if power not in record.vacant:
            raise Abort(tr("{power} of {game} is not free.", power=power_name(desk.work.game.variant, power), game=record.short))
        life.give_seat(desk.step, record.short, power, desk.name, desk.address, desk.language)
        desk.say(tr("{power} of {game} is yours. Its secret word comes in a mail of its own.", power=power, game=record.short))


@word("OBSERVE GAME", r"(?:OBSERVE|WATCH)\s+(?P<game>\S+)", SenderStanding.REACHED, needs_game=False)
def observe_word(desk: MailDesk, said: re.Match[str]) -> None:
    """Get by mail what all may see of a game: results and public press. SIGNOFF GAME ends it."""
    short = desk.meant_game(said["game"])
    record = desk.step.record(short)
    others = tuple(each for each in record.observers if each.address.casefold() != desk.address)
    if len(others) >= MOST_PEOPLE:
        raise Abort(tr("No more people can observe {game}.", game=short))
    desk.state.keep_person(desk.name, desk.address, desk.language)
    desk.step.put(change(record, observers=(*others, Observer(desk.name, desk.address, desk.language))))
    desk.say(tr("You observe {game} from now on.", game=short))


@word("SIGNOFF GAME", r"SIGN-?OFF\s+(?P<game>\S+)", SenderStanding.REACHED, needs_game=False)
def signoff_game(desk: MailDesk, said: re.Match[str]) -> None:
    """Observe a game no longer, or ask for no seat of it any more. SIGNOFF alone ends a mail: what stands below it is not read."""
    short = desk.meant_game(said["game"])
    record = desk.step.record(short)
    desk.step.put(
        change(
            record,
            observers=tuple(each for each in record.observers if each.address.casefold() != desk.address),
            joiners=tuple(each for each in record.joiners if each.address.casefold() != desk.address),
        )
    )
    desk.say(tr("You get nothing of {game} any more, unless you have a seat in it.", game=short))
