"""A mail in the frame that players learnt from mail judges: what it says of itself decides whose it is, and what becomes of its lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.variant import Variant
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.declarations import with_declarations
from app.mail_in.judge_words import GameNames, LetterFrame, frame_of, game_in
from app.mail_in.letter import Letter, LetterPart
from entente.words.names import join_words, power_name
from languages import tr


def read_framed(
    variant: Variant,
    letter: Letter,
    given: str | None,
    suggested: str | None,
    game: GameNames | None,
    read: Callable[[str | None], LetterAccount],
) -> LetterAccount:
    """Account for the lines of *letter*, its words for a judge among them.

    Args:
        given: the power of the mail, where a person decided it.
        suggested: whose it is by its sender's address.
        game: the names of the game; a mail for another one is refused, unless a person decided on its power here.
        read: accounts for the orders, for the power that it is handed.
    """
    frame = frame_of(variant, game, {line.number: (line.text, line.part) for line in letter.lines})
    tagged = game_in(letter.subject)
    if tagged and game is not None and not game.is_meant(tagged):
        frame.other_game = tagged
    signed = None if frame.is_torn else frame.power
    account = read(given or signed or suggested)
    lines = tuple(_told(frame, line) for line in account.lines)
    if frame.troubles:
        account = replace(account, letter=replace(account.letter, troubles=(*account.letter.troubles, *frame.troubles)))
    account = replace(account, lines=lines, waits=frame.waits, press=() if frame.other_game else tuple(frame.press))
    account = with_declarations(variant, account)
    if frame.other_game and given is None:
        name = "" if game is None else game.name
        reason = tr("the mail is for the game “{other_game}”, and this is {game}", other_game=frame.other_game, game=name)
        trouble = tr("the mail is for another game, “{other_game}”: nothing of it is taken", other_game=frame.other_game)
        troubled = replace(account.letter, troubles=(*account.letter.troubles, trouble))
        return replace(
            account,
            letter=troubled,
            lines=tuple(_refused(line, reason) for line in lines),
            waits=None,
            vote=None,
            other_game=frame.other_game,
            withdrawals=(),
        )
    if frame.is_torn:
        return doubted(account, tr("the mail signs on for several powers"))
    if given is None and signed is not None and suggested is not None and signed != suggested:
        names = join_words((power_name(variant, signed), power_name(variant, suggested)))
        return doubted(account, tr("whose mail is it: it signs on as the first of {names}, and has the address of the second", names=names))
    return account


def doubted(account: LetterAccount, reason: str) -> LetterAccount:
    """*account* with every order that would be taken asked about instead."""
    lines = tuple(
        replace(line, fate=Fate.DOUBTFUL, reason=reason, choices=(Choice(line.power, line.order),))
        if line.fate.is_taken and line.power is not None and line.order is not None
        else line
        for line in account.lines
    )
    return replace(account, lines=lines, waits=None, vote=None, press=())


def _told(frame: LetterFrame, line: LineAccount) -> LineAccount:
    if line.part not in (LetterPart.JUDGE, LetterPart.PRESS) or line.line not in frame.told:
        return line
    fate, reason = frame.told[line.line]
    return replace(line, fate=fate, reason=reason)


def _refused(line: LineAccount, reason: str) -> LineAccount:
    if line.fate is Fate.NOT_ORDER:
        return line
    return replace(line, fate=Fate.REFUSED, reason=reason, is_illegal=False, choices=())
