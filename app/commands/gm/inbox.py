"""One inbox for all games: mailboxes taken in, mails that found no game given one, folders watched, and short names of games."""

from __future__ import annotations

import json as plain_json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.session import Session, game_open
from entente.words.names import counted
from languages import clauses, labelled, plural, tr

if TYPE_CHECKING:
    from app.gm.inbox.mailboxes import BoxMail
    from app.gm.inbox.store import InboxReport, TakenRow
    from app.gm.inbox.taking import Inbox, WaitingMail


@command("inbox", "Inbox")
def inbox(session: Session, path: Path | None = None, *, games: Path | None = None, json: bool = False) -> None:
    """Take the mails of a mailbox into the games that they are for: inbox club.mbox.

    A mail finds its game by the mark in its subject, the mail that it answers, its sender, or the game's name or short name. What finds
    none waits, and is listed with a proposal; inbox-give gives it a game. A mail that was taken in before is counted, and not taken again.
    Without a mailbox the folders that inbox-watch names are read. The exit code is 0 where everything was taken, 1 where something is to
    be decided, 2 where no mail could be read, and 3 where a game could not be written to, so that its mails wait.

    Args:
        path: a box (.mbox), a mail (.eml), a folder of them or a Maildir.
        games: the folder with the games; those that the page of all games lists unless given.
        json: say it as data, and nothing else.
    """
    box = _inbox(session, games)
    places = [path] if path is not None else [each for each in box.store.watched() if each.exists()]
    reports = [box.take_in(each) for each in places] or [box.take_in()]
    waiting = box.waiting()
    if session.is_watched and not json:  # the page of all games shows the rest
        said = [_as_text(each).partition("\n")[0] for each in reports if each.name and (path is not None or each.found or each.unplaced)]
    else:
        said = [_as_data(reports, waiting)] if json else [*map(_as_text, reports), *_listed(waiting)]
    if said:
        session.say("\n".join(said))
    if any(row.trouble for each in reports for row in each.rows):
        session.ends_with = 3
    elif path is not None and not reports[0].mails:
        session.ends_with = 2
    else:
        session.ends_with = int(bool(waiting) or any(each.to_decide or each.troubles for each in reports))


@command("inbox-give", "Give a mail a game", palette=False)
def inbox_give(session: Session, mail: str, game: Path, *, games: Path | None = None) -> None:
    """Take a mail that found no game into one: inbox-give 2 harbour.dpn. It is read there whatever game it names itself.

    Args:
        mail: its number in the list that inbox shows.
        game: the file of the game.
        games: the folder with the games; those that the page of all games lists unless given.
    """
    box = _inbox(session, games)
    report = box.give([_waiting(box, mail)], game)
    session.say("\n".join(_row_words(row) for row in report.rows))
    session.ends_with = int(bool(report.to_decide))


@command("inbox-answer", "Answer a mail that found no game", palette=False)
def inbox_answer(session: Session, mail: str) -> None:
    """Write an answer to a mail that found no game, which asks its sender for it: inbox-answer 2. It tells nothing of any game.

    The answer is said, and in the window it lies on the clipboard; the mail waits on, marked as answered.

    Args:
        mail: its number in the list that inbox shows.
    """
    from app.gm.inbox.inbox_words import answer_words

    box = _inbox(session, None)
    asked = _waiting(box, mail)
    address, subject, text = answer_words(asked)
    if session.is_watched:
        session.services.copy_text(text)
        session.say(tr("The answer lies on the clipboard."))
    else:
        session.say("\n".join((labelled(tr("To"), address or tr("nobody known")), labelled(tr("Subject"), subject), "", text)))
    box.store.note_answered(asked)


@command("inbox-drop", "Put a mail out of the inbox", palette=False)
def inbox_drop(session: Session, mail: str) -> None:
    """Forget a mail that found no game: it is for none. It does not come again.

    Args:
        mail: its number in the list that inbox shows.
    """
    box = _inbox(session, None)
    box.put_out([_waiting(box, mail)])
    session.say(tr("The mail is put out."))


@command("inbox-watch", "Watch a folder of mails")
def inbox_watch(session: Session, path: Path | None = None, *, off: bool = False) -> None:
    """Take in by itself what comes into a folder or a mailbox while the window is open, and at each inbox; without one, list them.

    Args:
        path: a folder of mails, a Maildir or a box.
        off: watch it no more.
    """
    box = _inbox(session, None)
    watched = list(box.store.watched())
    if path is not None:
        place = path.resolve()
        if not off and not place.exists():
            raise Abort(tr("{path} is not there.", path=path))
        if off and place not in watched:
            raise Abort(tr("{path} is not watched.", path=path))
        watched = [each for each in watched if each != place] + ([] if off else [place])
        box.store.watch(watched)
    session.say("\n".join(str(each) for each in watched) or tr("No folder of mails is watched."))


@command("short-name", "Short name…", menu="Game/Name and tags", place=36, available=game_open)
def short_name(session: Session, name: str | None = None) -> None:
    """Give the game a short name, by which players call it in SIGNON and in subjects: short-name straits. Without one it is said.

    Args:
        name: 2 to 20 letters, digits and hyphens; none takes it away.
    """
    from app.game.gm_edits import is_short_name, short_name_of, with_short_name

    if name is not None:
        wanted = "" if name.casefold() == "none" else name.casefold()
        if wanted and not is_short_name(wanted):
            raise Abort(tr("A short name has 2 to 20 letters, digits and hyphens."))
        session.perform(tr("Short name"), lambda game: with_short_name(game, wanted), show_open_turn=False)
    session.say(tr("Short name: {name}.", name=short_name_of(session.game) or tr("none")))


def _inbox(session: Session, games: Path | None) -> Inbox:
    from app.gm.inbox.taking import Inbox  # only who has many games waits for this
    from app.mail_out.posting import games_of_mails

    if session.viewer is not None:
        raise Abort(tr("Only a game master who sees everything can see the mails of all games."))
    if games is not None and not games.is_dir():
        raise Abort(tr("{folder} is no folder.", folder=games))
    return Inbox(session, games_of_mails(), () if games is None else (games,))


def _waiting(box: Inbox, which: str) -> BoxMail:
    """The mail of that number, or whose key begins so.

    Raises:
        Abort: there is none.
    """
    mails = box.store.waiting()
    if which.isdecimal() and 1 <= int(which[:6]) <= len(mails) and len(which) < 7:
        return mails[int(which) - 1]
    found = [each for each in mails if len(which) >= 8 and each.key.startswith(which)]
    if len(found) != 1:
        raise Abort(tr("There is no mail {which} that waits; inbox lists them.", which=which))
    return found[0]


# --- in words ---


def _as_text(report: InboxReport) -> str:
    from app.gm.inbox.inbox_words import account_words

    lines = []
    if report.name:
        lines.append(labelled(report.name, account_words(report)))
    lines += [f"  {_row_words(row)}" for row in report.rows]
    lines += [f"  {each}" for each in report.troubles]
    return "\n".join(lines)


def _row_words(row: TakenRow) -> str:
    from app.gm.inbox.inbox_words import row_words

    mails = plural("{count} mail", "{count} mails", row.mails)
    return labelled(row.game, f"{mails}, {row_words(row)}")


def _listed(waiting: tuple[WaitingMail, ...]) -> list[str]:
    from app.gm.inbox.inbox_words import sender_words, subject_words

    if not waiting:
        return []
    lines = [labelled(tr("Found no game"), counted(len(waiting), "mail"))]
    for number, each in enumerate(waiting, 1):
        said = (
            each.placed.why
            if each.placed.game is None
            else tr("for {game}, which could not be written to", game=each.placed.game.game.name)
        )
        said = clauses([tr("answered"), said]) if each.is_answered else said
        offer = "" if each.placed.proposal is None else f" -> inbox-give {number} {each.placed.proposal.path}"
        lines.append(f"  {number} {labelled(sender_words(each.mail), f'{subject_words(each.mail)}. {said}')}{offer}")
    return lines


def _as_data(reports: list[InboxReport], waiting: tuple[WaitingMail, ...]) -> str:
    found = [
        {
            "mail": each.mail.key,
            "from": each.mail.sender,
            "subject": each.mail.subject,
            "why": each.placed.why,
            "answered": each.is_answered,
            "game": None if each.placed.game is None else str(each.placed.game.path),
            "proposal": None if each.placed.proposal is None else str(each.placed.proposal.path),
        }
        for each in waiting
    ]
    return plain_json.dumps({"mailboxes": [asdict(each) for each in reports], "waiting": found}, indent=1, ensure_ascii=False)
