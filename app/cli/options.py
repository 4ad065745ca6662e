"""Options of the command line beside the command and its words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from app.hooks.log import StopChoice
from app.session.errors import LineError
from app.session.opening_choices import OpeningChoices, OtherVariant, Recovery, Trust, Unread, hooks_named
from languages import tr

_CHOICES: dict[str, type[StrEnum]] = {"--trust": Trust, "--other-variant": OtherVariant, "--unread": Unread, "--recover": Recovery}
_WITH_VALUE = ("--game", "--output", "--hooks", "--when-stopped", *_CHOICES)


@dataclass(slots=True)
class Options:
    """The options that every command takes, and the words that are left for the command."""

    game: Path | None = None
    """``--game FILE``: the game to work on; else the first word of a command that needs one."""

    output: Path | None = None
    """``--output FILE``: where a changed game is written, else where it came from; or what a command with an output of its own writes."""

    choices: OpeningChoices = field(default_factory=OpeningChoices)
    """Choices for a game's file in which something does not fit."""

    when_stopped: StopChoice = StopChoice.WAIT
    """``--when-stopped again|without|wait``: what is done where a hook that is needed gives no answer."""

    replace: bool = False
    """``--replace``: whether ``--output`` may name a file that is there already."""

    help: bool = False
    words: list[str] = field(default_factory=list)


def read_options(arguments: list[str]) -> Options:
    """The options among *arguments*; they may stand before the command, and ``--name=value`` anywhere.

    Raises:
        LineError: an option lacks its value, or has one that there is not.
    """
    options = Options()
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            options.words.extend(waiting)
            break
        if word in {"-h", "--help"}:
            options.help = True
            continue
        if word == "--version":
            options.words.insert(0, "version")
            continue
        name, equals, value = word.partition("=")
        name = "--output" if name == "-o" else name
        if name not in _WITH_VALUE:
            options.words.append(word)
            continue
        if not equals:
            if not waiting:
                raise LineError(tr("{name} needs a value", name=name), word=word)
            value = waiting.pop(0)
        _set(options, name, value)
    if options.output is not None and "--replace" in options.words:
        options.words.remove("--replace")
        options.replace = True
    return options


def _set(options: Options, name: str, value: str) -> None:
    match name:
        case "--game":
            options.game = Path(value)
        case "--output":
            options.output = Path(value)
        case "--hooks":
            options.choices = replace(options.choices, hooks=hooks_named(value))
        case "--when-stopped":
            if value not in [each.value for each in StopChoice]:
                raise LineError(tr("--when-stopped is {choices}, not {value!r}", choices=", ".join(StopChoice), value=value), word=value)
            options.when_stopped = StopChoice(value)
        case _:
            options.choices = _chosen(options.choices, name, value)


def _chosen(choices: OpeningChoices, name: str, value: str) -> OpeningChoices:
    words = [each.value for each in _CHOICES[name]]
    if value not in words:
        raise LineError(
            tr("{name} is {choices} or {last}, not {value!r}", name=name, choices=", ".join(words[:-1]), last=words[-1], value=value),
            word=value,
        )
    match name:
        case "--trust":
            return replace(choices, trust=Trust(value))
        case "--other-variant":
            return replace(choices, variant=OtherVariant(value))
        case "--unread":
            return replace(choices, unread=Unread(value))
        case _:
            return replace(choices, recovery=Recovery(value))
