"""Help on the program and its commands, and its reports of crashes."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.completion import Shell, completion, manual_page
from app.commands.declaring.declare import help_text, in_plain_words
from app.commands.declaring.declare import reference as page
from app.commands.declaring.own_commands import load, own_commands
from app.commands.declaring.registry import COMMANDS, ENTRIES, command
from app.game.storage.atomic import write_atomically
from app.installation import core_words, version_words, with_program_name
from app.session.errors import Abort, UnknownCommandError
from app.session.parameters import RestOfLine, split
from app.session.roles import Who
from app.session.session import Session
from entente import __version__
from languages import plural, system_words, tr


@command("help", "Help", who=Who.ANYBODY, menu="Help", place=10, shortcut="F1")
def help_on(session: Session, name: RestOfLine | None = None) -> None:
    """Say what a command does, and what words it takes.

    Args:
        name: of the command; without one the pages of the help open, at what is in front.
    """
    if name is None and session.services.screen is not None:
        session.services.screen.show_panel("help")
        return
    if name is None:
        session.say(
            tr(
                "Orders are typed as they are: A PAR - BUR. 'commands' lists the commands, 'help process' explains one.\n"
                "With the mouse: click a unit, then where it moves, a unit that it supports, or itself to hold; Esc goes back a step."
            )
        )
        return
    try:
        found, _ = COMMANDS.find(split(name))
    except UnknownCommandError:
        words = help_on_own(session, name)
        if words is None:
            raise
        session.say(words)
        return
    words = help_on_own(session, name.strip()[len(found.id) :]) if found.id == "own" else None
    session.say(words or with_program_name(help_text(found)))


def help_on_own(session: Session, name: str) -> str | None:
    """Return the help on a command of a person's own; of a text that was not agreed to, only its own description."""
    wanted = "-".join(name.replace("_", "-").casefold().split())
    own = next((each for each in own_commands(session.library.places.commands) if each.name == wanted), None)
    if own is None:
        return None
    if session.hooks.store.unknown((own.as_text,)):
        state = tr("Its text has not been agreed to yet; it lies in {path}.", path=own.path)
        return f"own {own.name}\n\n{in_plain_words(own.summary or own.title)}\n\n{state}"
    return f"own {help_text(load(own))}"


@command("commands", "List commands", who=Who.ANYBODY, menu="Help", place=11)
def commands(session: Session, part: str | None = None) -> None:
    """List all commands, one a line, with what they do; your own follow.

    Args:
        part: only those with this in their name or title.
    """
    wanted = (part or "").casefold()
    listed = [each for each in COMMANDS if any(wanted in said for said in (each.id, each.title.casefold(), tr(each.title).casefold()))]
    width = max((len(each.id) for each in listed), default=0)
    for each in listed:
        session.say(f"{each.id:{width}}  {with_program_name(in_plain_words(tr(each.summary)))}")
    known = own_commands(session.library.places.commands)
    own = [each for each in known if wanted in f"own {each.name}" or wanted in each.title.casefold()]
    if own:
        session.say(tr("Your own, run by: own NAME"))
    for mine in own:
        state = tr("  (not agreed to yet)") if session.hooks.store.unknown((mine.as_text,)) else ""
        session.say(f"own {mine.name}  {in_plain_words(mine.summary or mine.title)}{state}")
    if not listed and not own:
        session.say(tr("No command has {part!r} in its name.", part=part))


PAGE = Path("docs", "reference", "commands.md")
TABLE = Path("app", "commands", ENTRIES)


@command("reference", "Write the reference of commands", who=Who.ANYBODY, palette=False)
def reference(session: Session, file: Path = PAGE) -> None:
    """Write the page that describes all commands, generated from the commands themselves.

    Args:
        file: where to; docs/reference/commands.md below this folder unless given.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, page(COMMANDS).encode(), tr("writing the reference"))
    if TABLE.parent.is_dir():  # in a folder with the program's own text
        write_atomically(TABLE, COMMANDS.table().encode(), tr("writing the reference"))
    session.say(tr("The reference is in {file}.", file=file))


@command("completion", "Completion for a shell", who=Who.ANYBODY, palette=False)
def complete(session: Session, shell: Shell) -> None:
    """Print what a shell reads to complete command lines of the program.

    bash: `entente completion bash > ~/.local/share/bash-completion/completions/entente`.
    zsh: save it as `_entente` in a folder of `fpath`. fish: `~/.config/fish/completions/entente.fish`.

    Args:
        shell: which one.
    """
    session.say(completion(shell, COMMANDS).rstrip("\n"))


@command("man-page", "Page of the manual", who=Who.ANYBODY, palette=False)
def man_page(session: Session) -> None:
    """Print the page of the manual, as `man` reads it: `entente man-page | man -l -`."""
    session.say(manual_page(COMMANDS).rstrip("\n"))


@command("what-is-new", "What is new", who=Who.ANYBODY, menu="Help", place=21)
def what_is_new(session: Session, since: str | None = None) -> None:
    """Tell what changed, the newest first; in the window as a page of the help, which opens by itself once after the version changed.

    Args:
        since: the version that you had, such as 0.1.0; of this version alone unless given.
    """
    from app import news

    if session.services.screen is not None and since is None:
        session.services.screen.show_panel("what-is-new")
        return
    known = news.releases(news.change_log())
    told = known[:1] if since is None else news.newer_than(known, since)
    session.say(
        news.page(told).rstrip("\n")
        if told or not known
        else tr("Nothing is newer than {since}; this is {version}.", since=since, version=__version__)
    )


@command("version", "Version", who=Who.ANYBODY, menu="Help", place=20)
def version(session: Session) -> None:
    """Say which version of the program this is, which Python runs it, and whether the compiled core of the rules is used."""
    session.say(f"{version_words()}\n{core_words()}")


@command("crash-reports", "Crash reports…", who=Who.ANYBODY, menu="Help", place=22)
def crash_reports(session: Session, report: str | None = None, *, delete: bool = False) -> None:
    """Show the reports of crashes on this machine. They are sent to nobody; orders, notes, passwords and names of games are not in them.

    In the window they are read, copied, saved and deleted on a page of their own.

    Args:
        report: the name of one, which is printed; all are listed unless given.
        delete: delete it, or all of them, instead.
    """
    from app import crash_reports as kept

    if session.services.screen is not None and report is None and not delete:
        session.services.screen.show_panel("crash-reports")
        return
    found = kept.crash_reports(session.library.places.reports)
    chosen = found if report is None else tuple(each for each in found if report in (each.name, each.stem))
    if report is not None and not chosen:
        raise Abort(tr("There is no report {report}; {all} lists them.", all=session.named("crash-reports"), report=report))
    try:
        if delete:
            for each in chosen:
                each.unlink()
            session.say(plural("{count} report is deleted.", "{count} reports are deleted.", len(chosen)))
            return
        if report is not None:
            session.say(kept.read_report(chosen[0]).rstrip("\n"))
            return
    except OSError as error:
        raise Abort(tr("The reports cannot be changed or read: {reason}", reason=system_words(error))) from error
    for each in found:
        session.say(each.name)
    if not found:
        session.say(tr("There are no reports of crashes."))
