"""Options of the view: how each is declared, with title, help, menu, choices and default, and all of them as one value."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum, auto
from typing import Any, TypeVar

from app.library.unit_sets import BY_VARIANT
from languages import mark
from languages.choosing import AS_THE_SYSTEM

Value = TypeVar("Value")

_OPTION = "option"


class OpenChoice(Enum):
    """Choices that are known only at the time of choosing."""

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
    """Sentence on its effect."""

    place: int
    """Place in the menu, from the top."""

    usual: object
    shortcut: str | None = None

    choices: Mapping[str, object] | OpenChoice | None = None
    """Choices by title, in their sequence; ``None`` where it is on or off."""

    parameter: str = "shown"
    """Name of the command's parameter for the choice."""

    about: str = "on or off; the other way round unless given."
    """Help on that parameter."""

    step: Callable[[Any], object] | None = None
    """Function that gives the choice after the present one where none is given; the next in the list unless set."""

    setting: str = ""
    """Its key in the settings file, below ``view.``; that of the field unless given."""

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
    """All options of *view*, field by field."""
    declared = ((each.name, each.metadata[_OPTION]) for each in fields(view))
    return tuple(replace(option, field=name, setting=option.setting or name) for name, option in declared)


class Labels(StrEnum):
    """Labels of provinces on the board."""

    OFF = "off"
    SHORT = "short"
    """The code: ``PAR``."""
    FULL = "full"
    """The name, as long as it can be read at the present zoom; the code below that."""


class Colours(StrEnum):
    """Source of the colours of the powers."""

    VARIANT = "variant"
    """The variant's own."""
    SAFE = "safe"
    """Colours that stay apart for colour-blind eyes."""


class Pace(StrEnum):
    """Pace of the animation of a phase's outcome."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"
    """The next picture is there at once."""

    @property
    def factor(self) -> float:
        """Factor on the usual time; 0 where it takes no time."""
        return {Pace.SLOW: 2.0, Pace.NORMAL: 1.0, Pace.FAST: 0.4, Pace.OFF: 0.0}[self]


class TextSize(StrEnum):
    """Size of words in the window, in per cent of the usual size."""

    SMALLEST = "80"
    SMALL = "90"
    USUAL = "100"
    LARGER = "115"
    LARGE = "130"
    VERY_LARGE = "150"
    HUGE = "175"
    LARGEST = "200"

    @property
    def factor(self) -> float:
        """Times the usual size."""
        return int(self.value) / 100


class Graphics(StrEnum):
    """Painter of the boards: the graphics card or the processor."""

    WHERE_IT_WORKS = "where it works"
    """The graphics card, where there is one that works."""
    CARD = "card"
    """The graphics card, even a poor one."""
    PROCESSOR = "processor"


class PageSize(StrEnum):
    """Size of the pages of PDFs."""

    SYSTEM = "system"
    """The one that is usual where the computer stands."""
    A4 = "a4"
    LETTER = "letter"
    """US Letter."""

    @property
    def is_letter(self) -> bool:
        """True where pages are US Letter."""
        return self is PageSize.LETTER or (self is PageSize.SYSTEM and uses_letter())


_LETTER_COUNTRIES = frozenset({"US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "NI", "PA", "PR", "SV", "VE", "DO"})


def uses_letter(environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether paper is US Letter where the computer stands, by the country that the system's variables name."""
    found = os.environ if environment is None else environment
    named = next((value for name in ("LC_ALL", "LC_PAPER", "LANG") if (value := found.get(name))), "")
    if not named and environment is None:
        named = locale.getlocale()[0] or ""  # Windows and macOS
    country = named.partition(".")[0].partition("@")[0].partition("_")[2]
    return country.upper() in _LETTER_COUNTRIES or country == "United States"


@dataclass(frozen=True, slots=True)
class View:
    """View options of the board.

    Each field is declared here and nowhere else: command, menu, palette, Preferences and the settings file are made of the declaration.
    """

    labels: Labels = choice(
        Labels.FULL,
        "labels",
        "Names of provinces",
        "Show full names of provinces, short names, or none.",
        {mark("Full names"): Labels.FULL, mark("Codes"): Labels.SHORT, mark("None"): Labels.OFF},
        ("names", "which; the next of the three unless given."),
        place=10,
        shortcut="L",
    )
    orders: bool = switch(True, "arrows", "Orders on the board", "Draw the orders on the board, or leave them out.", place=11, shortcut="O")
    tint: bool = switch(
        True,
        "tint",
        "Colour of influence",
        "Give lands the colour of the power that rules them, or leave them plain.",
        place=12,
        shortcut="I",
    )
    spheres: bool = switch(
        False,
        "spheres",
        "Spheres of influence",
        "Tint open land and seas where units of one power alone can be next, or leave them plain.",
        place=33,
    )
    preview: bool = switch(
        True,
        "preview",
        "Preview of the outcome",
        "Show what the orders would do while you write them, or only the orders.",
        place=13,
        shortcut="V",
    )
    theme: str = choice(
        "parchment",
        "theme",
        "Theme",
        "Show the board in another theme: by night, in high contrast, in black and white for print, and others.",
        OpenChoice.THEMES,
        ("name", "of the theme: parchment, plain, night, contrast or print; the next of them unless given."),
        place=14,
        shortcut="T",
    )
    colours: Colours = choice(
        Colours.VARIANT,
        "colours",
        "Colours of powers",
        "Show the powers in the variant's colours, or in colours that stay apart for colour-blind eyes.",
        {mark("Of the variant"): Colours.VARIANT, mark("For colour-blind eyes"): Colours.SAFE},
        ("kind", "which; the other one unless given."),
        place=15,
    )
    unit_symbols: str = choice(
        BY_VARIANT,
        "pieces",
        "Look of units",
        "Show units as guns and ships, as letters, as wooden blocks, or with other unit symbols: imported ones, or those of the variant.",
        OpenChoice.UNIT_SYMBOLS,
        ("name", "of the symbols, such as classic, letters or blocks; variant for those that the variant names; the next unless given."),
        place=16,
        setting="pieces",
    )
    """The id of a set of unit symbols: one that comes with the program, a person's own or the variant's; or ``variant`` for its first."""

    patterns: bool = switch(
        False,
        "patterns",
        "Patterns of powers",
        "Fill each land with the pattern of its power, or only where some people cannot tell two colours apart.",
        place=17,
    )
    letters: bool = switch(
        False, "letters", "Letters of powers", "Show the letter of its power on each unit, or only its colour.", place=18
    )
    animation: Pace = choice(
        Pace.NORMAL,
        "animation",
        "Animation",
        "Let arrows grow and units glide when a phase is adjudicated, slowly or fast, or show the outcome at once.",
        {mark("Slow"): Pace.SLOW, mark("Normal"): Pace.NORMAL, mark("Fast"): Pace.FAST, mark("Off"): Pace.OFF},
        ("speed", "how fast; off, or normal where it is off, unless given."),
        place=19,
        step=lambda pace: Pace.NORMAL if pace is Pace.OFF else Pace.OFF,
    )
    sound: bool = switch(True, "sound", "Sound", "Let a reveal be heard, with a short sound for each step, or keep it silent.", place=32)
    text_size: TextSize = choice(
        TextSize.USUAL,
        "text-size",
        "Size of text",
        "Show the words of the window smaller or larger than usual: 80 to 200 per cent.",
        {f"{each.value} %": each for each in TextSize},
        ("percent", "how large; the next size unless given."),
        place=26,
    )
    language: str = choice(
        AS_THE_SYSTEM,
        "language",
        "Language",
        "Speak another language: the one that the system asks for, or one of those that there are. Orders are read in all of them.",
        OpenChoice.LANGUAGES,
        ("code", "of the language, such as de or fr; system for the one that the system asks for; the next of them unless given."),
        place=25,
    )
    graphics: Graphics = choice(
        Graphics.WHERE_IT_WORKS,
        "graphics",
        "Graphics card",
        "Let the graphics card paint the boards: where it works, always, or never.",
        {mark("Where it works"): Graphics.WHERE_IT_WORKS, mark("Always"): Graphics.CARD, mark("Never"): Graphics.PROCESSOR},
        ("use", "when; the next of the three unless given."),
        place=27,
    )
    follow_system: bool = switch(
        True,
        "follow-system",
        "Follow the system",
        "Use high contrast and stop animations where the settings of the system ask for it.",
        place=28,
    )
    page_size: PageSize = choice(
        PageSize.SYSTEM,
        "page-size",
        "Page size",
        "Make PDFs for the paper that is usual in your country, for A4, or for US Letter.",
        {mark("As in your country"): PageSize.SYSTEM, mark("A4"): PageSize.A4, mark("US Letter"): PageSize.LETTER},
        ("size", "which; the next of the three unless given."),
        place=29,
    )
