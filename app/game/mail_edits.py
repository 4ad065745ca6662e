"""Mails of a phase as a game keeps them: taken in, given to a power, removed; and powers that ask to wait for the deadline."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.phase import Phase
from app.game.edit_checks import known_power, one_line, open_cursor, text_block
from app.game.entries import Mail
from app.game.record import Game
from app.game.refusal import EditError, Why
from languages import tr

MOST_MAILS = 500
"""Mails that are kept in one phase."""
LONGEST_MAIL = 20_000
"""Characters of one mail's own words that are kept."""
MOST_WORDS = 2_000_000
"""Characters of all mails that a game keeps, so that its file stays one that can be opened."""


def keep_mail(game: Game, branch: str, mail: Mail) -> Game:
    """The game with *mail* behind the mails of the open phase. What strangers wrote is cleaned: no field can end a line of the file.

    Raises:
        EditError: the branch is over, the power is not known, too many mails are kept, or their words are too many.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    if mail.power:
        known_power(game, mail.power)
    if len(turn.mails) >= MOST_MAILS:
        raise EditError(Why.BAD_TEXT, tr("{most_mails} mails are kept in this phase already; no more are taken.", most_mails=MOST_MAILS))
    cleaned = replace(
        mail,
        name=one_line(mail.name)[:200],
        address=one_line(mail.address)[:200],
        subject=one_line(mail.subject)[:300],
        sent=one_line(mail.sent),
        taken=one_line(mail.taken),
        received=one_line(mail.received),
        mark=one_line(mail.mark),
        text=text_block(mail.text).rstrip("\n"),
    )
    held = sum(len(each.text) for branch_ in game.branches for each_turn in branch_.turns for each in each_turn.mails)
    if len(cleaned.text) > LONGEST_MAIL or held + len(cleaned.text) > MOST_WORDS:
        raise EditError(
            Why.BAD_TEXT, tr("The words of this mail are too many to be kept in the game's file; take its orders from a shorter text.")
        )
    return game.with_turn(cursor, replace(turn, mails=(*turn.mails, cleaned)))


def replace_mail(game: Game, branch: str, number: int, mail: Mail | None) -> Game:
    """The game with *mail* in place of number *number* (from 1) of the open phase; ``None`` takes it out.

    Raises:
        EditError: the branch is over, or there is no such mail.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    if not 1 <= number <= len(turn.mails):
        raise EditError(Why.NO_SUCH_TURN, tr("There is no mail number {number} in this phase.", number=number))
    new = () if mail is None else (mail,)
    return game.with_turn(cursor, replace(turn, mails=(*turn.mails[: number - 1], *new, *turn.mails[number:])))


def settle_mail_line(game: Game, branch: str, number: int, line: int) -> Game:
    """The game in which line *line* of mail *number* is set aside; line 0 is the mail as a whole.

    Raises:
        EditError: the branch is over, or there is no such mail.
    """
    turn = game.turn(open_cursor(game, branch))
    if not 1 <= number <= len(turn.mails):
        return replace_mail(game, branch, number, None)  # says that there is none
    mail = turn.mails[number - 1]
    return replace_mail(game, branch, number, replace(mail, settled=tuple(sorted({*mail.settled, line}))))


def said_aside(mail: Mail, line: int, phase: Phase | None) -> str:
    """The line of the trail for a line that is set aside, or for a mail as a whole."""
    what = f"line {line} set aside" if line else "set aside"
    return f"mail of {mail.power or 'nobody known'}: {what}{'' if phase is None else f', kept for {phase}'}"


def set_wait(game: Game, branch: str, power: str, *, waits: bool) -> Game:
    """The game in which *power* asks not to process the open phase before its deadline, or asks it no longer."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    asking = {*turn.waits, known_power(game, power)} if waits else {*turn.waits} - {known_power(game, power)}
    return game.with_turn(cursor, replace(turn, waits=tuple(each for each in game.variant.powers if each in asking)))
