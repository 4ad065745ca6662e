"""Mails of games: one inbox for all, orders from files and standard input, and the judge that runs by itself."""

from __future__ import annotations

import json as plain_json
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.gm.mail_files import read_mail_file
from app.gm.order_mails import NothingTakenError, take_in
from app.gm.reply import reply_subject, reply_text
from app.mail_in.envelope.mime import MOST_BYTES
from app.mail_in.judge_words import PRESS_SAYS, judge_words
from app.mail_in.letter import HandedIn
from app.session.answers import kept_lines
from app.session.errors import Abort
from app.session.parameters import PowerName
from app.session.roles import Who
from app.session.services import FileKind, FileToOpen, path_for
from app.session.session import Session, game_open, now_of, on_screen, orders_taken
from entente.words.names import counted, describe_phase, power_name
from languages import clauses, labelled, plural, tr

if TYPE_CHECKING:
    from app.gm.games import GameSummary
    from app.gm.inbox.mailboxes import BoxMail
    from app.gm.inbox_store import InboxReport, TakenRow
    from app.gm.inbox_taking import Inbox, WaitingMail


MAIL_NEEDS_SOMEBODY = 4
"""Exit code of ``mail`` where some line is doubtful or refused, the sender is unknown, or nothing was read in it."""


@command("read-mail", "Read mails…", menu="Edit", place=22, available=orders_taken)
def read_mail(session: Session, path: Path | None = None, *, power: PowerName | None = None) -> None:
    """Take orders from a file: one mail (.eml), a box of mails (.mbox), or a text.

    Its lines are read as those of a paste are. Of several mails of one power the later one counts, and what it replaces is listed and
    kept, until the phase has 60 mails. The sender's address tells whose mail it is where a player has that address.

    Args:
        path: the file; asked for unless given.
        power: whose mail it is, whoever sent it.
    """
    chosen = path_for(session.services, FileToOpen(FileKind.MAIL), path)
    take_in(session, read_mail_file(chosen), power)


@command("mail", "Take in a mail from standard input", palette=False, available=orders_taken)
def mail(session: Session, path: Path | None = None, *, power: PowerName | None = None, late: bool = False, delivery: bool = False) -> None:
    """Take in a mail without a window: ``./run mail GAME.dpn < message.eml``.

    Its orders are written as lines of the open phase, its words are kept in the game, and nothing is ever processed: a sender can be
    forged. What became of every line is printed, and then, for each mail, the text of an answer to its sender.

    What standard input brings is written beside the game before anything else is done, and is never lost: where the window has the game
    open it waits in GAME.dpn.mails, and the window takes it in, or the next call. The exit code is 0 where all of it was taken, 4 where
    something needs a person, 6 where it waits, and 75 where nothing was kept, so that whoever handed it in tries again.

    Args:
        path: a file with the mail, or a box of them; standard input unless given.
        power: whose mail it is, whoever sent it.
        late: take it though it came after the deadline and its grace.
        delivery: end with 0 wherever the mail is kept, as .forward and procmail want it.
    """
    handed_in = session.handed_in or (HandedIn(now_of(session)) if path is None else None)
    received = session.services.received_bytes(MOST_BYTES + 1) if path is None else read_mail_file(path)
    if not received.strip():
        session.ends_with = 2
        session.say(tr("There is no mail: hand one in on standard input, or name its file."))
        return
    try:
        accounting = take_in(session, received, power, late=late, handed_in=handed_in)
    except NothingTakenError as nothing:
        accounting = nothing.accounting
        session.ends_with = MAIL_NEEDS_SOMEBODY
        if not accounting.letters:  # the very same mails are in the game already
            session.ends_with, session.handed_in = 0, None
    else:
        session.ends_with = MAIL_NEEDS_SOMEBODY if accounting.is_doubtful else 0
    if delivery and session.ends_with == MAIL_NEEDS_SOMEBODY:
        session.ends_with = 0
    for account in accounting.letters:
        session.say(
            tr(
                "\nTo: {sender}\nSubject: {reply_subject}\n",
                sender=account.letter.sender or tr("nobody known"),
                reply_subject=reply_subject(session, account),
            )
        )
        session.say(reply_text(session, account))


@command("judge-words", "Words for a mail judge", who=Who.ANYBODY, palette=False)
def say_judge_words(session: Session) -> None:
    """List the words for a mail judge that mails may hold, and what each of them does here."""
    for word in judge_words():
        session.say(f"{word.usage}\n    {tr(' '.join(word.says.split()))}")
    session.say(f"PRESS TO POWERS ... ENDPRESS\n    {tr(PRESS_SAYS)}")
    session.say(tr("Other words for a judge are shown as not carried out."))


@command("kept-orders", "Orders kept for this phase", who=Who.ANYBODY, menu="Orders", place=14, available=orders_taken)
def kept_orders(session: Session, power: PowerName | None = None, *, take: bool = False) -> None:
    """List what was received in earlier phases for this one, and what is kept for phases to come.

    Nothing of it is written until somebody says so; then it is read as a paste is.

    Args:
        power: only of this power.
        take: read what was kept for this phase as its orders.
    """
    game = session.shown
    cursor = game.last(session.branch)
    due = [line for line in game.kept_for(cursor) if power in {None, line.power}]
    if take:
        if not due:
            raise Abort(tr("Nothing was kept for this phase."))
        text: list[str] = []
        for each in dict.fromkeys(line.power for line in due):
            text.append(f"{power_name(session.variant, each)}:")
            text.extend(line.text for line in due if line.power == each)
        take_in(session, "\n".join(text), power)
        return
    coming = [line for line in game.kept_in(cursor) if power in {None, line.power} and line not in due]
    for words in kept_lines(session) if power is None else [line.text for line in due]:
        session.say(words)
    for line in coming:
        session.say(
            tr(
                "{power}, for {phase}: {line}",
                power=power_name(session.variant, line.power),
                phase=describe_phase(session.variant, line.phase),
                line=line.text,
            )
        )
    if not due and not coming:
        session.say(tr("Nothing is kept for this phase or a later one."))


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
    waiting, withdrawn = box.waiting(), box.withdrawn()
    if session.is_watched and not json:  # the page of all games shows the rest
        said = [_as_text(each).partition("\n")[0] for each in reports if each.name and (path is not None or each.found or each.unplaced)]
    else:
        said = [_as_data(reports, waiting, withdrawn)] if json else [*map(_as_text, reports), *_listed(waiting), *_taken_back(withdrawn)]
    if said:
        session.say("\n".join(said))
    if any(row.trouble for each in reports for row in each.rows):
        session.ends_with = 3
    elif path is not None and not reports[0].mails:
        session.ends_with = 2
    else:
        session.ends_with = int(bool(waiting or withdrawn) or any(each.to_decide or each.troubles for each in reports))


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
    from app.gm.inbox_store import answer_words

    box = _inbox(session, None)
    asked = _waiting(box, mail)
    address, subject, text = answer_words(asked)
    if session.is_watched:
        session.services.copy_text(text)
        session.say(tr("The answer lies on the clipboard."))
    else:
        session.say("\n".join((labelled(tr("To"), address or tr("nobody known")), labelled(tr("Subject"), subject), "", text)))
    box.store.note_answered(asked)


@command("inbox-withdrawn", "Decide about an order perhaps taken back", palette=False)
def inbox_withdrawn(session: Session, game: Path, power: str, *units: str, stand: bool = False, out: bool = False) -> None:
    """Say whether orders stand that a mail seems to take back, in a game that need not be open: inbox-withdrawn club.dpn russia mos --out.

    It is decided as withdrawn does in the game, and the game is saved.

    Args:
        game: the file of the game.
        power: whose orders.
        units: only those of units in these provinces.
        stand: they stand.
        out: they are taken out, and their units are among those without an order.
    """
    from app.gm.taken_mails import settled_words

    if stand == out:
        raise Abort(tr("Say whether they stand: {stand} or {out}.", stand=session.named_option("stand"), out=session.named_option("out")))
    settled = _inbox(session, None).settle(game, power, units, stands=stand)
    session.say(settled_words(settled, stands=stand))


@command("inbox-drop", "Remove a mail from the inbox", palette=False)
def inbox_drop(session: Session, mail: str) -> None:
    """Forget a mail that found no game: it is for none. It does not come again.

    Args:
        mail: its number in the list that inbox shows.
    """
    box = _inbox(session, None)
    box.put_out([_waiting(box, mail)])
    session.say(tr("The mail is removed."))


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
    from app.game.mail_edits import is_short_name, short_name_of, with_short_name

    if name is not None:
        wanted = "" if name.casefold() == "none" else name.casefold()
        if wanted and not is_short_name(wanted):
            raise Abort(tr("A short name has 2 to 20 letters, digits and hyphens."))
        session.perform(tr("Short name"), lambda game: with_short_name(game, wanted), show_open_turn=False)
    session.say(tr("Short name: {name}.", name=short_name_of(session.game) or tr("none")))


def _inbox(session: Session, games: Path | None) -> Inbox:
    from app.gm.inbox_taking import Inbox  # only who has many games waits for this
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
    from app.gm.inbox_store import account_words

    lines = []
    if report.name:
        lines.append(labelled(report.name, account_words(report)))
    lines += [f"  {_row_words(row)}" for row in report.rows]
    lines += [f"  {each}" for each in report.troubles]
    return "\n".join(lines)


def _row_words(row: TakenRow) -> str:
    from app.gm.inbox_store import row_words

    mails = plural("{count} mail", "{count} mails", row.mails)
    return labelled(row.game, f"{mails}, {row_words(row)}")


def _listed(waiting: tuple[WaitingMail, ...]) -> list[str]:
    from app.gm.inbox_store import sender_words, subject_words

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


def _taken_back(games: tuple[GameSummary, ...]) -> list[str]:
    from app.gm.inbox.withdrawn import withdrawn_words

    lines = [tr("Perhaps taken back by a mail:")] if games else []
    for game in games:
        for each in game.withdrawn:
            answer = f"inbox-withdrawn {quote(game.path)} {each.power} {each.place} --out"
            lines.append(f"  {labelled(game.name, withdrawn_words(each, game.zone))} -> {answer}")
    return lines


def _as_data(reports: list[InboxReport], waiting: tuple[WaitingMail, ...], withdrawn: tuple[GameSummary, ...]) -> str:
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
    taken_back = [{"game": game.path, **asdict(each)} for game in withdrawn for each in game.withdrawn]
    return plain_json.dumps(
        {"mailboxes": [asdict(each) for each in reports], "waiting": found, "withdrawn": taken_back}, indent=1, ensure_ascii=False
    )


_ACTIONS = ("init", "check", "status", "run", "take", "start", "stop")


@command("judge", "Run a judge", palette=False)
def judge(session: Session, *words: str, json: bool = False) -> None:
    """Run games by mail without anybody: mails are answered, phases processed at their time, and results sent.

    ``judge init FOLDER`` asks for mailbox, outgoing server, address, zone and port, tries each connection and writes judge.toml.
    ``judge check FOLDER`` tries them again, ``judge FOLDER`` or ``judge run FOLDER`` runs until Ctrl+C or SIGTERM, ``judge status FOLDER``
    says where the games are and what waits for the game master, and ``judge take FOLDER`` takes a mail from standard input. The games in
    the folder can be opened in the window meanwhile. ``judge start FOLDER`` runs it as a program of its own, and ``judge stop FOLDER`` ends
    any that runs.

    Args:
        words: init, check, status, run, take, start or stop, and the folder.
        json: of status: say it as data.
    """
    action, rest = (words[0], words[1:]) if len(words) > 1 and words[0] in _ACTIONS else ("run", words)
    if len(rest) != 1:
        if session.services.screen is not None:
            raise Abort(tr("Name the judge's folder: judge start FOLDER, judge stop FOLDER."))
        raise Abort(tr("Name the judge's folder: judge init FOLDER, judge FOLDER."))
    if action in ("start", "stop"):
        from app.gm.judge_watch import start_judge, stop_judge

        folder = Path(rest[0]).expanduser().absolute()
        if action == "start":
            start_judge(folder, in_window=session.services.screen is not None)
            session.say(tr("The judge starts on {folder}.", folder=folder))
        else:
            stop_judge(folder)
            session.say(tr("The judge ends after its present step."))
        return
    if session.run_judge is None:
        raise Abort(tr("This cannot be done here."))
    session.run_judge(action, Path(rest[0]), json)


@command("let-it-run", "Let it run by itself…", menu="File", place=26, available=on_screen)
def let_it_run(session: Session) -> None:
    """Have a judge run the games of a folder without you: start and stop it, and see what it did."""
    if session.viewer is not None:
        raise Abort(tr("Only a game master who sees everything can have a judge run."))
    screen_of(session).show_panel("let-it-run")
