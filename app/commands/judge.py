"""The judge that runs by itself on a folder of games, from the command line."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.session.errors import Abort
from app.session.session import Session, on_screen
from languages import tr

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
        raise Abort(tr("Name the judge's folder: judge init FOLDER, judge FOLDER."))
    if action in ("start", "stop"):
        from app.gm.judge_watch import start_judge, stop_judge

        folder = Path(rest[0]).expanduser().absolute()
        if action == "start":
            start_judge(folder)
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
