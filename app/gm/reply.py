"""Replies to mails: what was taken, is doubtful or was refused, and what is missing; the reminder, and the question about one line.

It goes to one player, so that all of it is worked out from what that power may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from adjudicator import PhaseKind, Variant
from app.address_book.letter_languages import language_of, language_of_sender, own_book
from app.game.deadlines import Lateness, due, lateness, terms_of
from app.game.default_lists import IfMissing, list_used, policies
from app.game.readiness import builds_left, readiness, removals_left, unattended, unordered
from app.game.record import Turn
from app.game.rulings import orders_due
from app.game.silence import is_over, silence_rule, to_extend
from app.gm.deadline_words import away_words, extended_words, moment_words
from app.gm.order_mails import account_letters, decision_about, moment_of_letter, reason_of_lateness, writers_of
from app.gm.round_sheet import SheetRow, whole_set
from app.mail_in.account import asked_about, asked_words, doubt_words, units_asked_about
from app.mail_in.accounting import Fate, LetterAccount, LineAccount
from app.mail_in.judge_words import game_tag
from app.mail_in.letter import LetterPart
from app.mail_in.phrases import language_to_answer_in
from app.mail_in.statements import ballot_words
from app.session.session import Session, now_of
from entente.words.names import counted, describe_phase, join_words, power_name
from entente.words.outcomes import describe_order
from languages import labelled, mark, plural, tr, using


def lacking_words(variant: Variant, turn: Turn, power: str) -> tuple[str, ...]:
    """``A BER``, ``F KIE``; ``2 builds``. Empty where nothing is missing; what a doubtful line is about is asked by that line."""
    asked = units_asked_about(variant, turn, power)
    found = [str(unit.piece) for unit in unordered(variant, turn, power) if unit.province not in asked]
    if builds := builds_left(variant, turn, power):
        found.append(counted(builds, "build"))
    if removals := removals_left(variant, turn, power):
        found.append(counted(removals, "removal"))
    return tuple(found)


POLICY_WORDS = {
    IfMissing.DECIDE: mark("Decide then"),
    IfMissing.WAIT: mark("Wait"),
    IfMissing.HOLD: mark("Hold"),
    IfMissing.DEFAULT: mark("Default list"),
    IfMissing.ASK: mark("Ask first"),
}


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """A power that stands in the way of processing."""

    power: str
    name: str
    lacks: str
    """``nothing received, 5 orders missing``; ``1 order missing, 1 line refused``."""
    units: str
    """Units without orders, one by one: ``A BER, F KIE``; empty where none is."""
    policy: IfMissing
    choices: tuple[IfMissing, ...]
    comes: str
    """Consequence, as a sentence."""


def outlook(session: Session) -> tuple[OutlookRow, ...]:
    """A row for each power that lacks something in the open phase, as the viewer may know it."""
    game, branch = session.unfiltered_game, session.branch
    if game.branch(branch).ending is not None:
        return ()
    cursor = game.last(branch)
    turn, found, chosen = game.turn(cursor), readiness(game, branch).of(session.viewer), policies(game, branch)
    listed, due = list_used(game, cursor), orders_due(game, cursor)
    now = now_of(session)
    is_by_rule, extends = silence_rule(game) is not None and is_over(game, branch, now), to_extend(game, branch, now)
    rows = []
    for power in game.variant.powers:
        unread = sum(each.power == power for each in found.not_understood)
        refused = sum(each.power == power for each in found.not_legal)
        lacking = found.silent.get(power, 0) or found.incomplete.get(power, 0)
        if not (lacking or unread or refused):
            continue
        parts = [
            plural("nothing received, {count} order missing", "nothing received, {count} orders missing", lacking)
            if power in found.silent
            else "",
            plural("{count} order missing", "{count} orders missing", lacking) if power in found.incomplete else "",
            plural("{count} line doubtful", "{count} lines doubtful", unread) if unread else "",
            plural("{count} line refused", "{count} lines refused", refused) if refused else "",
        ]
        policy = chosen.get(power, IfMissing.DECIDE)
        choices = tuple(each for each in IfMissing if each is not IfMissing.DEFAULT or power in listed or policy is each)
        by_list = ", ".join(map(str, due.by_default.get(power, ()))) if power in listed else ""
        units = ", ".join(lacking_words(session.variant, turn, power))
        lacks = ", ".join(filter(None, parts))
        comes = _comes(policy, turn.phase.kind, by_list)
        if policy is IfMissing.DECIDE and lacking and is_by_rule:
            comes = _comes_by_rule(extends=bool(extends))
        rows.append(OutlookRow(power, power_name(session.variant, power), lacks, units, policy, choices, comes))
    return tuple(rows)


def _comes_by_rule(*, extends: bool) -> str:
    """Return the effect of the game's rule for silence after the deadline."""
    if extends:
        return tr("After the deadline, it is extended where orders are missing.")
    return tr("After the deadline the game goes on, and a miss is counted for each power that sent nothing.")


def _comes(policy: IfMissing, kind: PhaseKind, by_list: str) -> str:
    held = {
        PhaseKind.MOVEMENT: tr("Its units without an order hold."),
        PhaseKind.RETREAT: tr("Its units without an order disband."),
        PhaseKind.ADJUSTMENT: tr("Builds are waived, removals are chosen by the rules."),
    }[kind]
    match policy:
        case IfMissing.WAIT:
            return tr("Process stops, and waits for it.")
        case IfMissing.ASK:
            return tr("Process stops, and makes a reminder for its player.")
        case IfMissing.HOLD:
            return held
        case IfMissing.DEFAULT:
            return (
                tr("Its default list orders {orders}.", orders=by_list)
                if by_list
                else tr("Its default list orders nothing here. {held}", held=held)
            )
        case IfMissing.DECIDE:
            if by_list:
                return tr("Process asks you. Its default list would order {orders}.", orders=by_list)
            return tr("Process asks you. {held}", held=held)


def reminder_subject(session: Session, power: str) -> str:
    """With the mark of the game, so that an answer is known to be for it; in the language of who plays *power*."""
    with using(language_of(session.game, power, own_book())):
        phase = describe_phase(session.variant, session.open_turn.phase)
        return tr("{game}: orders for {phase} {game_tag}", game=session.game.name, phase=phase, game_tag=game_tag(session.game.id))


def reminder(session: Session, power: str) -> str:
    """Return the reminder to the player of *power*, in their language; empty where it lacks nothing, or is not expected to order."""
    with using(language_of(session.game, power, own_book())):
        return _reminder(session, power)


def _reminder(session: Session, power: str) -> str:
    game, variant = session.game, session.variant
    if power in unattended(game):
        return ""
    turn = session.viewpoint.turn(game, game.last(session.branch), power)
    lacking = lacking_words(variant, turn, power)
    doubtful = [line.text for line in turn.orders_of(power) if not line.is_legal and not line.is_replaced]
    if not lacking and not doubtful:
        return ""
    name = game.players[power].name if power in game.players else ""
    phase, who = describe_phase(variant, turn.phase), power_name(variant, power)
    said = [tr("Dear {name},", name=name or who), ""]
    if power not in turn.orders:
        said.append(
            tr(
                "I have no orders from {who} yet for {game}, {phase}. Still open: {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    elif lacking:
        said.append(
            tr(
                "I still lack orders of {who} for {game}, {phase}: {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    else:
        said.append(tr("thank you for your orders for {game}, {phase}.", phase=phase, game=game.name))
    if doubtful:
        asked = dict(zip(asked_about(variant, turn, power), asked_words(variant, turn, power), strict=True))
        said.extend(("", tr("Please say what you mean by:"), *(f"  {asked.get(text, text)}" for text in doubtful)))
    moment = due(turn.deadline)
    if moment is not None:
        said.extend(("", tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info))))
    said.extend(extended_words(game, session.branch, power))
    said.extend(away_words(game, now_of(session)))
    return "\n".join(said)


def greeting(name: str) -> str:
    """Return the first words of a mail to a sender called *name*; not every sender gives a name."""
    called = " ".join(name.split())
    return tr("Dear {name},", name=called) if called else tr("Hello,")


def reply_subject(session: Session, account: LetterAccount) -> str:
    """The subject of the answer, with the mark of the game, so that an answer to it is known."""
    with _in_words_of(account):
        subject = " ".join(account.letter.subject.split())[:120] or tr("Orders")
        answer = subject if subject.casefold().startswith("re:") else tr("Re: {subject}", subject=subject)
    tag = game_tag(session.game.id)
    return answer if tag in answer else f"{answer} {tag}"


def reply_text(session: Session, account: LetterAccount) -> str:
    """The answer to one mail, in the language of its writer."""
    with _in_words_of(account):
        return _reply(session, account)


def _in_words_of(account: LetterAccount) -> AbstractContextManager[None]:
    letter = account.letter
    own = "\n".join(each.text for each in letter.lines if each.part is LetterPart.TEXT)
    return using(language_of_sender(letter.sender, letter.name, own_book(), language_to_answer_in(own)))


def _reply(session: Session, account: LetterAccount) -> str:
    variant, game = session.variant, session.game
    phase = describe_phase(variant, session.open_turn.phase)
    lines = [greeting(account.letter.name), ""]
    if account.other_game:
        return "\n".join(
            (
                *lines,
                tr(
                    "your mail is for the game “{other_game}”, and this is {game}: nothing of it was taken.",
                    other_game=account.other_game,
                    game=game.name,
                ),
                "",
            )
        )
    if account.claims:  # its sender learns nothing of the game, not even the present orders
        return "\n".join(
            (
                *lines,
                tr("your mail to {game} does not come from an address that is known for this game: nothing of it counts.", game=game.name),
                tr("The game master decides whose it is."),
                "",
            )
        )
    if account.power is None:
        return "\n".join(
            (*lines, tr("it is not plain which power of {game} your mail is from. Please say it in your answer.", game=game.name), "")
        )
    seen = as_its_sender_sees(session, account)
    moment = due(session.open_turn.deadline)
    late = lateness(game, session.open_turn.deadline, moment_of_letter(account.letter, now_of(session)))
    read = seen.of(Fate.TAKEN, Fate.GUESSED)
    now = {(each.line, each.column): each.fate for each in account.lines}
    replaced = [each for each in read if now.get((each.line, each.column)) is Fate.REPEAT]
    waits = bool(reason_of_lateness(session, account)) and not account.of(Fate.TAKEN, Fate.GUESSED)
    taken = [each for each in read if each not in replaced and not waits]
    who = power_name(variant, account.power)
    if taken:
        lines.append(tr("{phase}, {game}: these orders of {who} are noted.", phase=phase, game=game.name, who=who))
    elif replaced:
        lines.append(
            tr("{phase}, {game}: this mail does not count, since a later one of {who} stands.", phase=phase, game=game.name, who=who)
        )
    else:
        lines.append(tr("{phase}, {game}: no order of {who} is noted from this mail.", phase=phase, game=game.name, who=who))
    for each in taken:
        guess = tr("   (you wrote: {words})", words=each.words) if each.fate is Fate.GUESSED else ""
        lines.extend([f"  {each.order}{guess}"] * each.count)
    _add(lines, tr("Replaced by what came later:"), [each.words for each in replaced])
    decided = {each: decision_about(each, session.open_turn) for each in seen.of(Fate.DOUBTFUL)}
    doubts = [each for each, order in decided.items() if order is None]
    answers = [tr("taken as {order}", order=order) if order is not None else "" for order in decided.values()]
    _add(lines, tr("Decided:"), [labelled(each.words, said) for each, said in zip(decided, answers, strict=True) if said])
    if waits:
        asked = [each for each in (*read, *doubts, *seen.of(Fate.WITHDRAWS)) if each not in replaced]
        _add(lines, tr("Too late; the game master decides about:"), [each.words for each in asked])
    else:
        _add(lines, tr("Please say what you mean:"), [_doubt(each) for each in doubts])
    _add(lines, tr("Not taken:"), [labelled(each.words, each.reason) for each in seen.of(Fate.REFUSED)])
    _add(lines, tr("Kept for later:"), [f"{each.words} ({_until(variant, each)})" for each in seen.of(Fate.LATER)])
    if seen.waits is not None:
        lines.append(
            tr("Your power asks to wait for the deadline.") if seen.waits else tr("Your power asks no longer to wait for the deadline.")
        )
    if seen.vote is not None:
        lines.append(tr("Your vote: {vote}.", vote=ballot_words(variant, seen.vote)))
    if _may_know(session, account.letter.sender, account.power):
        turn = session.viewpoint.turn(game, game.last(session.branch), account.power)
        _add_whole_set(lines, turn, account.power, [str(each.order) for each in taken], is_late=waits)
        _add(lines, tr("Without an order still:"), list(lacking_words(variant, turn, account.power)))
    if moment is not None:
        if late is Lateness.LATE:
            lines.append(tr("Your mail came after the deadline."))
        elif late is Lateness.TOO_LATE:
            lines.append(tr("Your mail came after the deadline and its grace; the game master decides."))
        lines.extend(("", tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info))))
    lines.extend(extended_words(game, session.branch, account.power))
    lines.extend(away_words(game, now_of(session)))
    return "\n".join((*lines, ""))


def _may_know(session: Session, sender: str, power: str) -> bool:
    """Return True if the person at *sender* may learn the other orders of *power*: its player, or the sender of all of them."""
    own = writers_of(session).by_address.get(sender.casefold(), frozenset())
    return not sender or power in own or all(mail.address == sender for mail in session.open_turn.mails if mail.power == power)


def _add_whole_set(lines: list[str], turn: Turn, power: str, fresh: Sequence[str], *, is_late: bool) -> None:
    """All that would be played now, with what this mail changed in it and what was left as it was; and what it may have taken back.

    Of a mail that *is_late* nothing is asked of its sender: the game master decides, and until then the orders are in question.
    """
    if is_late:
        _add(lines, tr("The whole set that would be played now:"), whole_set(turn, power) or [tr("nothing")])
        return
    standing = [line for line in turn.orders_of(power) if line.is_legal and not line.is_withdrawn]
    left = [str(line.order) for line in standing if str(line.order) not in fresh]
    withdrawn = [str(line.order) for line in turn.orders_of(power) if line.is_withdrawn]
    if left or withdrawn or not fresh:
        whole = [tr("{order} (from this mail)", order=line.order) if str(line.order) in fresh else str(line.order) for line in standing]
        _add(lines, tr("The whole set that would be played now:"), whole or [tr("nothing")])
    _add(lines, tr("Perhaps taken back; please say whether these orders stand:"), withdrawn)


def as_its_sender_sees(session: Session, account: LetterAccount) -> LetterAccount:
    """*account* read in the position as its power may see it, so that no reason tells of what is out of its sight."""
    return account_letters(session, [account.letter], power=account.power, late=True, as_seen_by=account.power).letters[0]


def _until(variant: Variant, line: LineAccount) -> str:
    """For which phase a line is kept."""
    return line.reason if line.phase is None else tr("for {phase}", phase=describe_phase(variant, line.phase))


def _add(lines: list[str], heading: str, items: Sequence[str]) -> None:
    if items:
        lines.extend(("", heading, *(f"  {item}" for item in items)))


def _doubt(line: LineAccount) -> str:
    return doubt_words(line.words, line.reason, f" {tr('or')} ".join(str(choice.order) for choice in line.choices))


def question_about(session: Session, row: SheetRow) -> str:
    """A short mail to the writer of the line of *row*, in their language: its words, their meanings, and the deadline of the answer."""
    mails = session.open_turn.mails
    mail = mails[row.mail - 1] if 0 < row.mail <= len(mails) else None
    if mail is None:
        return _question(session, row, "")
    with using(language_of_sender(mail.address, mail.name, own_book(), language_to_answer_in(mail.text))):
        return _question(session, row, mail.name)


def _question(session: Session, row: SheetRow, sender: str) -> str:
    turn, variant = session.open_turn, session.variant
    lines = [
        greeting(sender),
        "",
        tr("you wrote in your orders for {phase}:", phase=describe_phase(variant, turn.phase)),
    ]
    lines += ["", f"  {row.words}", ""]
    meant = [describe_order(variant, turn.position, each.order) for each in row.choices]
    lines.append(tr("Do you mean: {meant}?", meant=join_words(meant, "or")) if meant else tr("What do you mean by it?"))
    moment = due(turn.deadline)
    if moment is not None:
        lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(session.shown).zone_info)))
    return "\n".join(lines)
