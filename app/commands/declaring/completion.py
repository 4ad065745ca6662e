"""Completion of command lines in bash, zsh and fish, made from the declared commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from app.commands.declaring.command import Command
from app.commands.declaring.general_options import GENERAL_OPTIONS
from app.session.parameters import Kind


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
