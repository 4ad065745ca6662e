"""Choices for a part of the view, and the preferences that the commands of the View menu declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.commands.declaring.command import Asks, Command, Offer
from app.commands.declaring.registry import COMMANDS
from app.library.unit_sets import BY_VARIANT
from app.session.errors import Abort, did_you_mean, nearest
from app.session.front_picture import named_set, offered_sets, variant_in_front, words_for
from app.session.parameters import Kind, RestOfLine
from app.session.services import Screen
from app.session.session import Session, on_screen
from app.session.view_options import OpenChoice, ViewOption
from languages import available_languages, tr
from languages.choosing import AS_THE_SYSTEM
from languages.pseudo import PSEUDO

ZOOM_STEP = 1.25
"""Factor by which one step enlarges the board."""


def screen_of(session: Session) -> Screen:
    """The screen.

    Raises:
        Abort: there is none.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort(tr("This works in the window only."))
    return screen


def in_panel(panel: str) -> Asks:
    """Function for ``asks`` that opens the panel in which the command gets its arguments."""

    def ask(session: Session) -> None:
        screen_of(session).show_panel(panel)

    return ask


class ViewChoices(Protocol):
    """Choices for a part of the view."""

    kind: Any
    """Type of the command's parameter, as it is annotated."""

    def titles(self, session: Session) -> Mapping[str, object]:
        """Every choice by its title."""
        ...

    def present_choice(self, session: Session) -> object:
        """The choice that holds."""
        ...

    def read(self, session: Session, given: Any) -> object:
        """The choice that a person means.

        Raises:
            Abort: there is none.
        """
        ...

    def next(self, session: Session) -> object:
        """The choice that comes after the one that holds."""
        ...

    def words(self, session: Session) -> str:
        """Return the words that confirm it; empty where it is seen."""
        ...


class ListedChoices:
    """Choices that the declaration lists."""

    def __init__(self, option: ViewOption, choices: Mapping[str, object]) -> None:
        self._option = option
        self._choices = choices
        self.kind = type(option.usual)

    def titles(self, session: Session) -> Mapping[str, object]:  # noqa: ARG002 - they are the same everywhere
        """As they are declared."""
        return {tr(title): value for title, value in self._choices.items()}

    def present_choice(self, session: Session) -> object:
        """As the view has it."""
        return getattr(screen_of(session).view, self._option.field)

    def read(self, session: Session, given: Any) -> object:  # noqa: ARG002 - it was read by its kind
        """Return the value, which is a choice already."""
        return given

    def next(self, session: Session) -> object:
        """By the declared step, or the next in the sequence."""
        shown = self.present_choice(session)
        if self._option.step is not None:
            return self._option.step(shown)
        return _after(shown, list(self._choices.values()))

    def words(self, session: Session) -> str:  # noqa: ARG002 - it is seen
        """Return nothing, since the change is seen."""
        return ""


class Themes:
    """The themes that there are files of."""

    kind = str

    def titles(self, session: Session) -> Mapping[str, object]:
        """Every theme by its name."""
        return {tr(name.capitalize()): name for name in screen_of(session).themes}

    def present_choice(self, session: Session) -> object:
        """As the view has it."""
        return screen_of(session).view.theme

    def read(self, session: Session, given: Any) -> object:
        """The theme of that name."""
        themes = list(screen_of(session).themes)
        if given not in themes:
            raise Abort(
                tr(
                    "There is no theme {given}; there are {themes}{did_you_mean}",
                    given=given,
                    themes=", ".join(themes),
                    did_you_mean=did_you_mean(nearest(given, themes)),
                )
            )
        return given

    def next(self, session: Session) -> object:
        """The next by name."""
        return _after(self.present_choice(session), list(screen_of(session).themes))

    def words(self, session: Session) -> str:  # noqa: ARG002 - it is seen
        """Return nothing, since the change is seen."""
        return ""


class Languages:
    """The languages that the program speaks, each by its own name."""

    kind = str

    def titles(self, session: Session) -> Mapping[str, object]:  # noqa: ARG002 - they are the same everywhere
        """As the system has it, and every language."""
        return {tr("As the system"): AS_THE_SYSTEM, **{name: code for code, name in available_languages().items()}}

    def present_choice(self, session: Session) -> object:
        """As the view has it."""
        return screen_of(session).view.language

    def read(self, session: Session, given: Any) -> object:
        """The language of that code, or of that name."""
        titles = self.titles(session)
        named = {PSEUDO: PSEUDO, **titles}
        found = next((code for name, code in named.items() if str(given).casefold() in (str(code), name.casefold())), None)
        if found is None:
            codes = [str(code) for code in titles.values()]
            near = did_you_mean(nearest(str(given), codes))
            raise Abort(tr("There is no language {code}; there are {codes}{near}", code=given, codes=", ".join(codes), near=near))
        return found

    def next(self, session: Session) -> object:
        """The next in the list."""
        return _after(self.present_choice(session), list(self.titles(session).values()))

    def words(self, session: Session) -> str:  # noqa: ARG002 - it is seen
        """Return nothing, since the change is seen."""
        return ""


class UnitSymbols:
    """The sets of unit symbols of the game in front."""

    kind = RestOfLine

    def titles(self, session: Session) -> Mapping[str, object]:
        """Every set by its name, and where it comes from."""
        return {words_for(each): each.id for each in offered_sets(session)}

    def present_choice(self, session: Session) -> object:
        """The set of the game in front."""
        return session.unit_sets.find(screen_of(session).view.unit_symbols, variant_in_front(session)).units.id

    def read(self, session: Session, given: Any) -> object:
        """The set that a person means by its id, its name or a beginning of one."""
        return named_set(session, given)

    def next(self, session: Session) -> object:
        """The next set; after the last one the first again, with other games as is usual for them."""
        following = _after(self.present_choice(session), [each.id for each in offered_sets(session)])
        return BY_VARIANT if following == session.unit_sets.usual_of(variant_in_front(session)).id else following

    def words(self, session: Session) -> str:
        """The name of the set, which a board without units does not show."""
        return tr(
            "Units are shown as: {units}.",
            units=tr(session.unit_sets.find(screen_of(session).view.unit_symbols, variant_in_front(session)).units.name),
        )


def choices_of(option: ViewOption) -> ViewChoices:
    """Return the choices for *option*, which is no switch."""
    match option.choices:
        case OpenChoice.THEMES:
            return Themes()
        case OpenChoice.LANGUAGES:
            return Languages()
        case OpenChoice.UNIT_SYMBOLS:
            return UnitSymbols()
        case _:
            assert option.choices is not None
            return ListedChoices(option, option.choices)


def _after(shown: object, choices: Sequence[object]) -> object:
    at = choices.index(shown) if shown in choices else -1
    return choices[(at + 1) % len(choices)]


MENU = "View"


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference that is on or off, or one of several."""

    command: Command

    switch: str = ""
    """The parameter of the command that takes on or off; empty where there are ``offers``."""

    is_on: bool = False

    offers: tuple[Offer, ...] = ()
    """Choices; the present one is ``chosen``."""

    @property
    def title(self) -> str:
        """Title of the preference."""
        return tr(self.command.title)

    @property
    def sentence(self) -> str:
        """Sentence on its effect."""
        return tr(self.command.summary)

    def turned(self, on: bool) -> Mapping[str, object]:
        """The command's arguments that switch it."""
        return {self.switch: on}


def preferences(session: Session) -> tuple[Preference, ...]:
    """All of them, as the menu lists them, with what holds now.

    A command of the View menu is one that needs no game and declares a tick with a parameter for it, or offers.
    """
    in_menu = (COMMANDS[each.id] for each in COMMANDS.entries() if each.menu == MENU)
    found = (_preference(session, each) for each in in_menu if each.condition is on_screen)
    return tuple(each for each in found if each is not None)


def _preference(session: Session, command: Command) -> Preference | None:
    if command.offers is not None:
        return Preference(command, offers=tuple(command.offers(session)))
    switch = next((each.python_name for each in command.parameters if each.kind is Kind.FLAG), None)
    if switch is None or command.checked is None:
        return None
    return Preference(command, switch, command.checked(session))
