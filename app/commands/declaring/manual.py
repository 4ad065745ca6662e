"""The page of the manual (``man entente``), made from the declared commands; troff, as man-pages(7) lays it out."""

from __future__ import annotations

from collections.abc import Iterable

from app.commands.declaring.command import Command
from app.commands.declaring.general_options import GENERAL_OPTIONS
from entente import __version__
from languages import mark, tr

_EXITS = (
    ("0", mark("done")),
    ("1", mark("understood, and could not be done; or what was checked is not as it should be")),
    ("2", mark("the command line could not be understood")),
    ("3", mark("orders are missing, or lines will not be carried out; nothing was processed")),
    ("4", mark("done, and something that was received waits for a decision")),
    ("5", mark("a hook that the game goes by gave no answer; nothing was done")),
)


def manual_page(commands: Iterable[Command]) -> str:
    """The page of the program with all *commands*, in troff; the same commands give the same text."""
    lines = [
        f'.TH ENTENTE 1 "" "Entente {__version__}" "Games"',
        ".SH NAME",
        f"entente \\- {_troff(tr('play, referee and design games of Diplomacy'))}",
        ".SH SYNOPSIS",
        ".B entente",
        "[\\fIGAME.dpn\\fR ...]",
        ".br",
        ".B entente",
        "\\fICOMMAND\\fR [\\fIGAME.dpn\\fR] [\\fIWORDS\\fR ...] [\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        _troff(
            tr(
                "Without a command the window opens, with the games, boards and drawings that are named. With one it is carried out"
                " without a window, and a game that it changed is written back."
            )
        ),
        ".SH OPTIONS",
    ]
    for option in GENERAL_OPTIONS:
        lines += [".TP", f".B {_troff(option.usage)}", _troff(tr(option.meaning).replace("\n", " "))]
    lines.append(".SH COMMANDS")
    for command in sorted(commands, key=lambda each: each.id):
        lines += [".TP", f".B {_troff(command.usage)}", _troff(tr(command.summary))]
    lines.append(".SH EXIT STATUS")
    for code, meaning in _EXITS:
        lines += [".TP", f".B {code}", _troff(tr(meaning))]
    lines += [
        ".SH FILES",
        _troff(
            tr(
                "Games are text files that end with .dpn. Settings and data lie where the system keeps such things, or in"
                " the folder named by"
            )
        ),
        ".BR ENTENTE_HOME .",
        ".SH SEE ALSO",
        ".BR entente-engine (1)",
    ]
    return "\n".join(lines) + "\n"


def engine_page() -> str:
    """The page of the adjudicator that other programs talk to, in troff."""
    return "\n".join(
        (
            f'.TH ENTENTE-ENGINE 1 "" "Entente {__version__}" "Games"',
            ".SH NAME",
            f"entente\\-engine \\- {_troff(tr('adjudicate Diplomacy over pipes'))}",
            ".SH SYNOPSIS",
            ".B entente\\-engine",
            "[\\fIOPTIONS\\fR]",
            ".SH DESCRIPTION",
            _troff(tr("Reads positions and orders from standard input and writes results to standard output, line by line.")),
            ".B entente\\-engine \\-\\-help",
            _troff(tr("lists its options;")),
            ".B \\-\\-json",
            _troff(tr("takes and gives one JSON object a line.")),
            ".SH SEE ALSO",
            ".BR entente (1)",
            "",
        )
    )


def _troff(text: str) -> str:
    """*text* as troff shows it unchanged."""
    shown = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + shown if shown.startswith((".", "'")) else shown
