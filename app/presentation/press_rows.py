"""Press between powers as rows: the letters that a viewer may read, the thread of each, and the proposals that wait for an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from app.game.entries import Press
from app.game.record import Cursor, Game
from app.game.table_edits import GAME_MASTER
from app.players.agreements import Stance, waiting_for, written
from entente.words.names import describe_phase, join_words, power_name
from languages import mark, tr

MASTER = mark("Game master")

Thread = tuple[str, ...]
"""Ids of the partners in it; empty for what goes to everybody."""


@dataclass(frozen=True, slots=True)
class PressMessage:
    """One message of the list."""

    phase: str
    head: str
    """Line that says who wrote it to whom."""
    text: str
    colour: str
    at: str = ""
    is_new: bool = False
    """True if it came since its reader last looked."""
    writer: str = ""
    """Id of the power that sent it."""
    readers: tuple[str, ...] = ()
    """Ids of those that it went to; empty for everybody."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits for an answer."""

    sender: str
    text: str
    answers: tuple[tuple[str, str], ...]
    """Titles of the buttons, each with the letter that it sends."""


def is_between(sender: str, readers: Collection[str], writer: str, thread: Thread) -> bool:
    """Return True if a letter belongs to what *writer* writes with *thread*: with one partner, what either of the two sent the other, be it
    to several.
    """
    if not thread or not readers:
        return not thread and not readers
    if len(thread) == 1:
        return sender in {writer, *thread} and {writer, *thread} <= {sender, *readers}
    return {sender, *readers} == {writer, *thread}


def press_messages(game: Game, cursor: Cursor, viewer: str | None, colours: Mapping[str, str], *, read: int | None) -> list[PressMessage]:
    """Return the letters up to the moment in view, the oldest first.

    Args:
        game: as *viewer* may see it.
        viewer: who reads them; ``None`` reads everything.
        colours: of the powers.
        read: number of letters of others that the viewer has read, where new ones are to be marked.
    """
    names = {power: power_name(game.variant, power) for power in game.variant.powers} | {GAME_MASTER: tr(MASTER)}
    say = _reads(game)
    letters = [
        _message(describe_phase(game.variant, turn.phase), press, viewer, names, colours, say)
        for turn in game.line(cursor.branch)[: cursor.index + 1]
        for press in turn.press
    ]
    return letters if read is None or viewer is None else _marked(letters, viewer, read)


def open_proposals(game: Game, cursor: Cursor, power: str) -> list[OpenProposal]:
    """Return the proposals that wait for an answer of *power*, with the letters that answer them."""
    variant = game.variant
    found = []
    for each in waiting_for(variant, game.turn(cursor), power):
        agree, refuse = (written(variant, stance, each.proposal) for stance in (Stance.AGREE, Stance.REFUSE))
        answers = ((tr("Agree"), agree), (tr("Refuse"), refuse))
        found.append(OpenProposal(each.sender, written(variant, Stance.PROPOSE, each.proposal), answers))
    return found


def _marked(letters: list[PressMessage], own: str, read: int) -> list[PressMessage]:
    """*letters* with those marked that came after the first *read* which others wrote."""
    marked, got = [], 0
    for each in letters:
        is_own = each.writer == own
        marked.append(replace(each, is_new=not is_own and got >= read))
        got += not is_own
    return marked


def thread_of(press: Press) -> Thread:
    """Return the thread in which a recipient of *press* finds it."""
    return (press.sender,) if press.receivers else ()


def _reads(game: Game) -> Callable[[str], str | None]:
    """Says what programs write as a sentence; their words are learnt only where one was written."""
    if not any(_is_of_programs(press.text) for turn in game.line() for press in turn.press):
        return lambda _text: None
    from app.players.daide.press import words_of

    return words_of(game.variant)


def _is_of_programs(text: str) -> bool:
    return text[:3].isupper() and text[3:5] == " ("


def _message(
    phase: str, press: Press, viewer: str | None, names: Mapping[str, str], colours: Mapping[str, str], say: Callable[[str], str | None]
) -> PressMessage:
    text = (say(press.text) if _is_of_programs(press.text) else None) or press.text
    head = _head(press, viewer, names)
    return PressMessage(phase, head, text, colours.get(press.sender, ""), press.at, writer=press.sender, readers=press.receivers)


def _head(press: Press, viewer: str | None, names: Mapping[str, str]) -> str:
    """Return who wrote *press* to whom, as *viewer* would say it; ``None`` reads everything."""
    sender, *receivers = (names.get(each, each) for each in (press.sender, *(each for each in press.receivers if each != viewer)))
    if press.sender == viewer:
        return tr("You to {names}", names=join_words(receivers)) if press.receivers else tr("You to everybody")
    if not press.receivers:
        return tr("{name} to everybody", name=sender)
    if viewer is None:
        return f"{sender} {tr('to {receivers}', receivers=join_words(receivers))}"
    return (
        tr("{name} to you and {names}", name=sender, names=join_words(receivers)) if receivers else tr("{name} to you alone", name=sender)
    )
