"""A command as a value: what people call it, what it takes, who may use it when, and the function that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.commands.declaring.binding import Binding, as_tuple, lacking
from app.session.errors import Abort, ArgumentError, GivenUp
from app.session.parameters import Form, Parameter, Surroundings
from app.session.roles import Who
from app.session.words import Words
from languages import tr

if TYPE_CHECKING:
    from app.session.session import Session

Available = Callable[["Session"], str]
"""Says why a command cannot be used now; empty when it can."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the things that a command can be run for, such as a set of unit symbols."""

    title: str
    arguments: Mapping[str, object]
    """By the names of the function's parameters."""

    chosen: bool = False
    """True if it is the present choice."""


Offers = Callable[["Session"], Sequence[Offer]]
"""Choices that a command can be run with now: its menu entry opens on them, the palette lists each."""

Asks = Callable[["Session"], Mapping[str, object] | None]
"""Function that asks a person for the arguments of a command called without any; ``None`` where it opened a panel for them."""

Checked = Callable[["Session"], bool]
"""Function that tells if the menu shows a tick beside the command."""

_NOTHING_SAID: Mapping[str, object] = MappingProxyType({})


def always(_session: Session) -> str:
    """Can be used at any time."""
    return ""


@dataclass(frozen=True, slots=True)
class Command:
    """A function that people can call by name."""

    id: str
    title: str
    """As menus and the palette show it."""

    function: Callable[..., None]
    parameters: tuple[Parameter, ...]
    summary: str
    details: str
    menu: str | None = None
    """The menu it stands in: ``Game``, or ``View/Labels``; ``None`` is in no menu."""

    place: int = 0
    """Place in its menu, from the top; each ten is a group of its own."""

    shortcut: str | None = None
    """``Ctrl+Z``; several are parted by a comma and a blank, since a comma can be a key: ``Ctrl+,``."""

    palette: bool = True
    available: Available = always
    checked: Checked | None = None
    offers: Offers | None = None
    asks: Asks | None = None
    who: Who = Who.GAME_MASTER
    """Role that a person needs for it at a table with secret seats."""

    @property
    def usage(self) -> str:
        """``order TEXT... [--power POWER]``"""
        return " ".join((self.id, *(each.usage for each in self.parameters)))

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Its shortcuts one by one."""
        return tuple(self.shortcut.split(", ")) if self.shortcut else ()

    @property
    def needs_words(self) -> bool:
        """True if it cannot be run without arguments."""
        return any(each.required for each in self.parameters)

    @property
    def form(self) -> Form:
        """Form of its parameters, for a person to fill in."""
        return Form(tr(self.title).rstrip(".…"), tr(self.summary), self.parameters)

    def run(self, session: Session, arguments: Mapping[str, object] | None = None) -> None:
        """Carry it out with *arguments*, by the names of the function's parameters.

        Args:
            arguments: ``None`` where nothing was said: then a person who is there is asked, and usual values hold where nobody is.

        Raises:
            CommandError: it cannot be done.
        """
        reason = self.available(session)
        if reason:
            raise Abort(reason)
        if arguments is None:
            arguments = self._asked(session)
            if arguments is None:
                return
        positional: list[object] = []
        named = dict(arguments)
        if any(each.several for each in self.parameters):
            for each in self.parameters:
                if each.several:
                    positional.extend(as_tuple(named.pop(each.python_name, ())))
                elif not each.option:
                    positional.append(named.pop(each.python_name, each.default))
        self.function(session, *positional, **named)

    def _asked(self, session: Session) -> Mapping[str, object] | None:
        """Return the answers of a person who can be asked; ``None`` where a panel was opened in its place."""
        if session.can_ask and self.asks is not None:
            return self.asks(session)
        if not self.needs_words:
            return _NOTHING_SAID
        if not session.can_ask:
            raise self.lacking(next(each for each in self.parameters if each.required))
        return self.filled_in(session)

    def filled_in(self, session: Session) -> Mapping[str, object]:
        """The arguments as a person fills them in.

        Raises:
            GivenUp: nobody did.
        """
        answers = session.services.ask_arguments(self.form)
        if answers is None:
            raise GivenUp(tr("{id}: nothing was done.", id=self.id))
        return answers

    def lacking(self, parameter: Parameter, column: int = 1) -> ArgumentError:
        """The error for a *parameter* without its word."""
        return lacking(self.id, self.usage, parameter, column)

    def bind(self, words: Words, first: int, surroundings: Surroundings) -> dict[str, object]:
        """The arguments that *words*, from index *first* on, stand for.

        Raises:
            ArgumentError: a word does not fit, is missing, or is one too many.
        """
        return Binding(self.id, self.usage, self.parameters, words, surroundings).bind(first)
