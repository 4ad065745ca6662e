"""Help on commands, and the page of the reference that is generated from them."""

from __future__ import annotations

from collections.abc import Iterable

from app.commands.declaring.command import Command
from app.commands.declaring.docstring import in_plain_words
from app.session.parameters import Parameter
from languages import tr
from languages.key_names import shortcut_name

HEADING = """\
# Commands

Generated from `app/commands/` by `./run reference`; a test holds it current.

Every command can be typed in the console (F12), found in the palette (Ctrl+K), stand in a script file (one a line), and be run without a
window: `./run COMMAND [GAME.dpn] WORDS`. Words in capitals stand for something of yours, brackets mark what may be left out,
`...` takes the rest of the line. A parameter can also be given by name, as `--name value` or `name=value`.
Orders are typed as they are: `A PAR - BUR`.

Where people sit round one laptop with secret seats, the last column says whose a command is: anybody's, the table's (all of them together),
a seat's (the person at the laptop, for their own power), or the game master's. Without a table everything is everybody's.
"""


def help_text(command: Command) -> str:
    """Usage, summary, details and parameters of *command*, for a terminal, in the language in use."""
    lines = [command.usage, "", in_plain_words(tr(command.summary))]
    if command.details:
        lines += ["", in_plain_words(tr(command.details))]
    if command.parameters:
        width = max(len(_shown_name(each)) for each in command.parameters)
        lines += ["", *(f"  {_shown_name(each):{width}}  {in_plain_words(tr(each.description))}" for each in command.parameters)]
    if command.shortcut:
        lines += ["", tr("Shortcut: {keys}", keys=", ".join(map(shortcut_name, command.shortcuts)))]
    return "\n".join(lines)


def reference(commands: Iterable[Command]) -> str:
    """The whole page, in Markdown; the same commands give the same text."""
    listed = sorted(commands, key=lambda each: each.id)
    table = ["| command | does | menu | shortcut | at a table |", "| --- | --- | --- | --- | --- |"]
    table += [f"| [`{each.id}`](#{each.id}) | {each.summary} | {each.menu or ''} | {_keys(each)} | {each.who} |" for each in listed]
    return "\n".join((HEADING, *table, "", *(_section(each, f"## {each.id}") for each in listed)))


def command_page(command: Command) -> str:
    """Return the help page of *command*, in Markdown."""
    where = ", ".join(filter(None, (f"menu *{command.menu}*" if command.menu else "", _keys(command))))
    return _section(command, f"# {command.title.rstrip('…')}") + (f"Also: {where}.\n" if where else "")


def _section(command: Command, heading: str) -> str:
    lines = [heading, "", f"    {command.usage}", "", command.summary, ""]
    if command.details:
        lines += [command.details, ""]
    if command.parameters:
        lines += ["| parameter | kind | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{_shown_name(each)}` | {_kind(each)} | {each.description} |" for each in command.parameters]
        lines.append("")
    return "\n".join(lines)


def _shown_name(parameter: Parameter) -> str:
    return f"--{parameter.name}" if parameter.option else parameter.name


def _kind(parameter: Parameter) -> str:
    return ", ".join(parameter.choices) if parameter.choices else parameter.kind.value


def _keys(command: Command) -> str:
    return ", ".join(f"`{key}`" for key in command.shortcuts)
