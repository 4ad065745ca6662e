"""A command's docstring taken apart, as palette and help say it, and the page of the reference made from all of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.commands.declaring.command import Command
from app.session.parameters import Parameter
from languages import tr
from languages.wording import shortcut_name


@dataclass(frozen=True, slots=True)
class Description:
    """Description in a docstring."""

    summary: str
    """Its first paragraph, on one line."""

    details: str
    """The paragraphs between the summary and ``Args:``."""

    arguments: dict[str, str]
    """Description of each parameter."""


_LITERAL = re.compile(r"(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)")


def in_plain_words(text: str) -> str:
    """*text* of a docstring in plain words: literals stand in quotation marks, not between backticks."""
    return _LITERAL.sub(r"'\2'", text)


def describe(docstring: str) -> Description:
    """The parts of a docstring with a summary, more paragraphs, and an ``Args:`` part of ``name: text`` entries."""
    body: list[str] = []
    arguments: dict[str, str] = {}
    part = ""
    name = ""
    for line in inspect.cleandoc(docstring).splitlines():
        if line in {"Args:", "Raises:", "Returns:"}:
            part = line
            continue
        if part and line and not line[0].isspace():
            part = ""
        if part == "Args:":
            text = line.strip()
            if line.startswith("    ") and not line.startswith("     ") and ":" in text:
                name, _, text = text.partition(":")
                arguments[name] = text.strip()
            elif text and name:
                arguments[name] = f"{arguments[name]} {text}"
        elif not part:
            body.append(line)
    paragraphs = [" ".join(line.strip() for line in block.splitlines()) for block in "\n".join(body).split("\n\n")]
    cleaned = [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]
    return Description(cleaned[0] if cleaned else "", "\n\n".join(cleaned[1:]), arguments)


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
