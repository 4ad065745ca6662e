"""How a part of the view is declared: once, with its title, help, menu, choices and default; the command and the rest are made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum, auto
from typing import Any, TypeVar

Value = TypeVar("Value")

_OPTION = "option"


class OpenChoice(Enum):
    """What there is to choose from where it is known only when somebody chooses."""

    THEMES = auto()
    """The files of themes."""

    LANGUAGES = auto()
    """The languages that there are catalogues of."""

    UNIT_SYMBOLS = auto()
    """The sets of unit symbols on the shelf, with those of the variant in front."""


@dataclass(frozen=True, slots=True)
class ViewOption:
    """A part of the view as a person chooses it. Its command stands in the View menu, in the palette and in Preferences."""

    command: str
    """The id of the command."""

    title: str
    sentence: str
    """What it does."""

    place: int
    """Where in the menu, from the top."""

    usual: object
    shortcut: str | None = None

    choices: Mapping[str, object] | OpenChoice | None = None
    """By title, in their sequence; ``None`` where it is on or off."""

    parameter: str = "shown"
    """What the command calls the choice."""

    about: str = "on or off; the other way round unless given."
    """What the help says of that parameter."""

    step: Callable[[Any], object] | None = None
    """What follows a choice where none is given; the next of them unless said."""

    setting: str = ""
    """Its key in the settings file, below ``view.``; that of the field unless said."""

    field: str = ""
    """The field of the view."""


def switch(usual: bool, command: str, title: str, sentence: str, *, place: int, shortcut: str | None = None) -> bool:
    """A field of the view that is on or off; see ``ViewOption``."""
    return field(default=usual, metadata={_OPTION: ViewOption(command, title, sentence, place, usual, shortcut)})


def choice(
    usual: Value,
    command: str,
    title: str,
    sentence: str,
    choices: Mapping[str, Value] | OpenChoice,
    parameter: tuple[str, str],
    *,
    place: int,
    shortcut: str | None = None,
    step: Callable[[Value], Value] | None = None,
    setting: str = "",
) -> Value:
    """A field of the view that is one of several; see ``ViewOption``.

    Args:
        parameter: what the command calls the choice, and what its help says of it.
    """
    name, about = parameter
    option = ViewOption(command, title, sentence, place, usual, shortcut, choices, name, about, step, setting)
    return field(default=usual, metadata={_OPTION: option})


def options_of(view: type) -> tuple[ViewOption, ...]:
    """Everything that *view* declares, field by field."""
    declared = ((each.name, each.metadata[_OPTION]) for each in fields(view))
    return tuple(replace(option, field=name, setting=option.setting or name) for name, option in declared)
