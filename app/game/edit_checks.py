"""Checks of every edit: that the branch takes orders, that the power plays, that a text can stand in a file."""

from __future__ import annotations

from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from app.game.refusal import EditError, Why
from languages import tr
from languages.outside_text import LONGEST_LINE, LONGEST_TEXT, outside_line, outside_text


def open_cursor(game: Game, branch: str) -> Cursor:
    """The open turn of *branch*.

    Raises:
        EditError: there is no such branch, or it is over.
    """
    ending = game.branch(branch).ending
    if ending is not None:
        raise EditError(
            Why.GAME_OVER,
            f"{_how_it_ended(ending)} {tr('The game is over. Play on from an earlier phase in a branch.')}",
        )
    return game.last(branch)


def known_power(game: Game, power: str) -> str:
    """*power*, if the variant has it.

    Raises:
        EditError: it does not.
    """
    if power not in game.variant.powers:
        raise EditError(
            Why.NO_SUCH_POWER,
            tr(
                "{power} is no power of {variant}; they are {powers}.",
                power=power,
                variant=game.variant.name,
                powers=", ".join(game.variant.powers),
            ),
        )
    return power


def one_line(text: str) -> str:
    """*text* on one line, as ``outside_line`` makes it, and never cut.

    Raises:
        EditError: it is longer than 2,000 characters.
    """
    cleaned = outside_line(text, len(text))
    if len(cleaned) > LONGEST_LINE:
        raise EditError(
            Why.BAD_TEXT,
            tr(
                "A line of {count} characters is too long; at most {longest_line} are taken.", count=len(cleaned), longest_line=LONGEST_LINE
            ),
        )
    return cleaned


def text_block(text: str) -> str:
    """*text* of several lines, as ``outside_text`` makes it, and never cut.

    Raises:
        EditError: it is longer than 400,000 characters.
    """
    if len(text) > LONGEST_TEXT:
        raise EditError(
            Why.BAD_TEXT,
            tr("A text of {count:,} characters is too long; at most {most:,} are taken.", count=len(text), most=LONGEST_TEXT),
        )
    return outside_text(text)


def _how_it_ended(ending: Ending) -> str:
    if not ending.winners:
        return tr("This game was abandoned.")
    if len(ending.winners) == 1:
        return tr("{winners} has won this game ({reason}).", winners=ending.winners[0], reason=tr(ending.reason))
    return tr("This game is a draw between {winners}.", winners=", ".join(ending.winners))
