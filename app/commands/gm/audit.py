"""The trail of a game: what was done to it, when, and why."""

from __future__ import annotations

import json as plain_json
from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.commands.gm.corrections import asked_reason
from app.game.edits import add_audit
from app.game.storage.atomic import write_atomically
from app.game.trail import GM, TrailKind, give_reason, trail_of
from app.game.trail_words import deed_words, reason_words
from app.gm.audit_trail import as_csv, as_data, as_text, filtered
from app.session.errors import Abort
from app.session.parameters import RestOfLine
from app.session.session import Session, game_open
from languages import labelled, sentence, tr


@command("audit", "What was done, and why", menu="Game/Corrections", place=52, available=game_open)
def audit(
    session: Session, find: RestOfLine = "", *, about: TrailKind | None = None, json: bool = False, output: Path | None = None
) -> None:
    """List what was done to the game, the oldest first: deadlines, mails taken, orders changed after receipt, branches, phases processed,
    positions edited, results forced, rules and hooks changed, each with its time and reason. It is the game master's alone.

    Args:
        find: only lines with these words.
        about: only lines of one kind.
        json: say it as data, and nothing else.
        output: a file to write it to: a table where its name ends in .csv, else text.
    """
    if session.viewer is not None:
        raise Abort(tr("Only the game master can see what was done to the game."))
    if session.is_watched and not find and about is None and output is None and not json:
        screen_of(session).show_panel("audit")
        return
    game = session.shown
    found = filtered(trail_of(game), () if about is None else (about,), find)
    if output is not None:
        is_table = output.suffix.casefold() == ".csv"
        text = plain_json.dumps(as_data(found), indent=1, ensure_ascii=False) + "\n" if json else ""
        text = text or (as_csv(game, found) if is_table else as_text(game, found) + "\n")
        write_atomically(output, text.encode("utf-8"), tr("writing what was done"))
        session.say(tr("{count} lines written to {output}.", count=len(found), output=output))
    elif json:
        session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False))
    elif not found:
        session.say(tr("Nothing was noted yet.") if not game.audit else tr("No line is like that."))
    else:
        session.say(as_text(game, found))


@command("audit-note", "Note for the trail…", menu="Game/Corrections", place=53, available=game_open)
def audit_note(session: Session, text: RestOfLine) -> None:
    """Add a line of your own to what was done, such as the reason for a deadline that was moved.

    Args:
        text: the line.
    """
    if not text.strip():
        raise Abort(tr("A note needs words."))
    session.perform(tr("Note for the trail"), lambda game: add_audit(game, f"note: {text.strip()}", GM), show_open_turn=False)
    session.say(tr("Noted."))


@command("reason", "Reason for what was done…", menu="Game/Corrections", place=54, available=game_open)
def reason(session: Session, text: RestOfLine | None = None, *, line: int | None = None) -> None:
    """Say why something was done: the reason is kept at its line of the trail, after one that stands there already.

    Deadlines, the clock, branches, hooks, processing and changed orders take a reason at once as well, with --reason.

    Args:
        text: the reason; asked for unless given.
        line: of the trail, as ``audit`` numbers them; the last one unless given.
    """
    if session.viewer is not None:
        raise Abort(tr("Only the game master can see what was done to the game."))
    game = session.game
    if not game.audit:
        raise Abort(tr("Nothing was noted yet that could have a reason."))
    number = len(game.audit) if line is None else line
    if not 1 <= number <= len(game.audit):
        raise Abort(tr("There is no line number {number}; the trail has {count}.", number=number, count=len(game.audit)))
    what = deed_words(trail_of(game)[number - 1].what, game.variant)
    why = asked_reason(session, text, tr("{what}: why?", what=sentence(what)))
    session.perform(tr("Give a reason"), lambda each: give_reason(each, number, why), show_open_turn=False)
    entry = trail_of(session.game)[number - 1]
    session.say(labelled(sentence(what), reason_words(entry.reason, game.variant)))
