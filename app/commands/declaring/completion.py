"""The options that every command takes, and all commands for shells: completion in bash, zsh and fish, and the page of the manual."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.commands.declaring.command import Command
from app.session.parameters import Kind
from entente import __version__
from languages import mark, tr


@dataclass(frozen=True, slots=True)
class GeneralOption:
    """An option that may stand beside any command."""

    name: str
    """With its dashes."""

    value: str
    """Value behind it: words parted by a bar are all that can be, capitals stand for something of yours; empty where nothing follows."""

    meaning: str
    """In lines of a terminal; in English, so that what shows it translates it."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of which one follows."""
        return tuple(self.value.split("|")) if "|" in self.value and self.value.islower() else ()

    @property
    def usage(self) -> str:
        """``--game FILE``"""
        return f"{self.name} {self.value}".rstrip()


GENERAL_OPTIONS = (
    GeneralOption("--game", "FILE", mark("the game to work on")),
    GeneralOption(
        "--output",
        "FILE",
        mark("where a changed game is written (else where it came from), or what a command\nwrites that has an output of its own"),
    ),
    GeneralOption("--replace", "", mark("write over a file that --output names and that is there already")),
    GeneralOption("--trust", "orders|positions|look", mark("what counts where positions do not follow from orders")),
    GeneralOption(
        "--other-variant",
        "look|here",
        mark("a game made with another version of its variant: look at it, or play it on with the one here"),
    ),
    GeneralOption("--unread", "rest|look", mark("where lines could not be read: play on with the rest, or look only")),
    GeneralOption("--recover", "take|leave|drop", mark("what becomes of changes that were not saved")),
    GeneralOption(
        "--hooks",
        "off|SHA256[,SHA256]",
        mark("off: do not run the game's hooks: it can be looked at, not played on;\nelse run the hooks with these checksums"),
    ),
    GeneralOption(
        "--when-stopped",
        "again|without|wait",
        mark(
            "where a hook that is needed gives no answer: ask it once more with more time,\n"
            "go on without it in this phase (which the game records), or stop with exit code 5"
        ),
    ),
    GeneralOption("--help", "", mark("show how the command is used")),
    GeneralOption("--version", "", mark("say which version this is")),
)


class Shell(StrEnum):
    """The shells that are served."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(shell: Shell, commands: Iterable[Command]) -> str:
    """Return the text that *shell* reads to complete command lines of ``entente``; the same commands give the same text."""
    listed = sorted(commands, key=lambda each: each.id)
    match shell:
        case Shell.BASH:
            return _bash(listed)
        case Shell.ZSH:
            return "#compdef entente\nautoload -U +X bashcompinit && bashcompinit\n" + _bash(listed)
        case Shell.FISH:
            return _fish(listed)


def _bash(commands: Sequence[Command]) -> str:
    options = " ".join(each.name for each in GENERAL_OPTIONS)
    lines = [
        "# Completion for entente; made by: entente completion bash",
        "_entente() {",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="" each',
        '    for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        '        case "$each" in -*) ;; *) command="$each"; break;; esac',
        "    done",
        '    case "$before" in',
        *(
            f'        {each.name}) COMPREPLY=($(compgen -W "{" ".join(each.choices)}" -- "$word")); return;;'
            for each in GENERAL_OPTIONS
            if each.choices
        ),
        "    esac",
        '    case "$command" in',
    ]
    for command in commands:
        words = " ".join(_words(command))
        values = "".join(
            f'            [ "$before" = --{each.name} ] && COMPREPLY=($(compgen -W "{" ".join(each.choices)}" -- "$word")) && return\n'
            for each in command.parameters
            if each.option and each.choices
        )
        lines.append(f'        {command.id})\n{values}            COMPREPLY=($(compgen -W "{words} {options}" -- "$word"));;')
    names = " ".join(each.id for each in commands)
    lines += [
        f'        "") COMPREPLY=($(compgen -W "{names} {options}" -- "$word"));;',
        "    esac",
        "}",
        "complete -o default -F _entente entente",
        "",
    ]
    return "\n".join(lines)


def _fish(commands: Sequence[Command]) -> str:
    lines = ["# Completion for entente; made by: entente completion fish"]
    for option in GENERAL_OPTIONS:
        value = f" -x -a {_quoted(' '.join(option.choices))}" if option.choices else " -r" if option.value else ""
        lines.append(f"complete -c entente -l {option.name.removeprefix('--')}{value} -d {_quoted(option.meaning.replace(chr(10), ' '))}")
    for command in commands:
        lines.append(f"complete -c entente -n __fish_use_subcommand -a {command.id} -d {_quoted(command.summary)}")
        seen = f"-n '__fish_seen_subcommand_from {command.id}'"
        for each in command.parameters:
            if each.option:
                value = "" if each.kind is Kind.FLAG else f" -x -a {_quoted(' '.join(each.choices))}" if each.choices else " -r"
                lines.append(f"complete -c entente {seen} -l {each.name}{value} -d {_quoted(each.description)}")
            elif each.choices:
                lines.append(f"complete -c entente {seen} -a {_quoted(' '.join(each.choices))} -d {_quoted(each.description)}")
    return "\n".join(lines) + "\n"


def _words(command: Command) -> list[str]:
    """The words that may stand beside *command*: its options, and what is chosen from."""
    words: list[str] = []
    for each in command.parameters:
        words += [f"--{each.name}"] if each.option else list(each.choices)
    return words


def _quoted(text: str) -> str:
    """*text* as one word of fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


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
        ".ad l",  # a list of choices without a space cannot be spread over a line
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
    """*text* as troff shows it unchanged; a line may end behind each choice, since a list of them is longer than one."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:")
    return "\\&" + shown if shown.startswith((".", "'")) else shown
