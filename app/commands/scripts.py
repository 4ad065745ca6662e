"""Lines run one after the other, and commands of a person's own."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from app.commands.declaring.own_commands import left_out, own_commands, run_agreed
from app.commands.declaring.registry import command
from app.commands.declaring.run import run_script
from app.hooks.hook_consent import hidden
from app.session.errors import Abort, GivenUp, did_you_mean, nearest
from app.session.parameters import RestOfLine
from app.session.roles import Who
from app.session.services import FileKind, FileToOpen
from app.session.session import Session
from languages import labelled, tr


@command("run", "Run script…", who=Who.ANYBODY, menu="Tools", place=12)
def run(session: Session, file: Path | None = None) -> None:
    """Carry out a file of command lines and orders, one a line; lines that start with # are comments.

    The script is one undo step. The first line that fails stops it, undoes the whole, and is named with file and number.

    Args:
        file: the script; asked for unless given.
    """
    path = file or session.services.ask(FileToOpen(FileKind.SCRIPT))
    if path is None:
        raise GivenUp(tr("No script was chosen."))
    run_script(session, path)
    session.say(tr("{path} is done.", path=path.name))


@command("echo", "Echo", who=Who.ANYBODY, palette=False)
def echo(session: Session, text: RestOfLine = "") -> None:
    """Print a text, such as how far a script has come.

    Args:
        text: what.
    """
    session.say(text)


def _read_and_choose(session: Session) -> None:
    screen = session.services.screen
    if screen is not None:
        screen.show_own_commands()


@command("own", "Your own commands…", menu="Tools", place=50, asks=_read_and_choose)
def own(session: Session, name: str | None = None, words: RestOfLine = "", *, agree: str = "") -> None:
    """Run a command of your own, a Python file in your folder of commands. Without a name it lists them.

    Such a file can do everything that you can, so nothing of it runs before you have read and agreed to its very text. The page
    “Your own commands” of the help says how to write one.

    Args:
        name: of the command: the file's name.
        words: what the command takes.
        agree: the SHA-256 of the file, as the list shows it and sha256sum prints it, to agree to its text for good.
    """
    folder = session.library.places.commands
    listed = {each.name: each for each in own_commands(folder)}
    store = session.hooks.store
    if name is None:
        lines = [tr("Your own commands lie in {folder}.", folder=folder)]
        for each in listed.values():
            state = "" if not store.unknown((each.as_text,)) else tr("  (not agreed to: sha256 {checksum})", checksum=each.checksum)
            lines.append(f"  {labelled(each.name, f'{each.summary or each.title}{state}')}")
        lines.extend(f"  {words}" for words in left_out(folder))
        session.say("\n".join(lines))
        return
    found = listed.get(name.replace("_", "-").casefold())
    if found is None:
        raise Abort(
            tr(
                "You have no command {name!r}{did_you_mean}; your own commands lie in {folder}",
                name=name,
                did_you_mean=did_you_mean(nearest(name, listed)),
                folder=folder,
            )
        )
    if agree and agree.casefold() == found.checksum:
        with suppress(OSError):  # that the list cannot be kept costs a question at the next start
            store.grant((found.as_text,), for_good=True)
    if store.unknown((found.as_text,)):
        if session.is_watched and session.services.screen is not None:
            session.services.screen.show_own_commands(found.name)
            return
        unseen = tr(" Not all in it is what it looks like; Tools, Your own commands shows it.") * hidden(found.source)
        raise Abort(
            tr(
                "Nobody has agreed to the text of {found} yet.{unseen} Read {path}, then: own {found} --agree {checksum}",
                found=found.name,
                unseen=unseen,
                path=found.path,
                checksum=found.checksum,
            )
        )
    run_agreed(session, found, words)
