"""How the board is drawn: a command for each part of the view, made of what the view declares."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from app.commands.declaring.command import Checked, Offer, Offers
from app.commands.declaring.registry import COMMANDS, Registry
from app.commands.declaring.screen import screen_of
from app.commands.declaring.view_choices import ViewChoices, choices_of
from app.session.roles import Who
from app.session.session import Session, on_screen
from app.session.view_option import ViewOption, options_of
from app.session.view_options import View

MENU = "View"


def declare_option(option: ViewOption, registry: Registry) -> None:
    """Declare the command that changes one part of the view."""
    if option.choices is None:
        _declare_switch(option, registry)
    else:
        _declare_choice(option, choices_of(option), registry)


def _declare_switch(option: ViewOption, registry: Registry) -> None:
    def turn(session: Session, shown: bool | None = None) -> None:
        view = screen_of(session).view
        _show(session, option, not getattr(view, option.field) if shown is None else shown)

    def is_on(session: Session) -> bool:
        screen = session.services.screen
        return screen is not None and bool(getattr(screen.view, option.field))

    _register(option, turn, registry, checked=is_on)


def _declare_choice(option: ViewOption, choices: ViewChoices, registry: Registry) -> None:
    def choose(session: Session, **chosen: object) -> None:
        given = chosen.get(option.parameter)
        _show(session, option, choices.next(session) if given is None else choices.read(session, given))
        words = choices.words(session)
        if words:
            session.say(words)

    def offers(session: Session) -> Sequence[Offer]:
        shown = choices.shown(session)
        return [Offer(title, {option.parameter: value}, value == shown) for title, value in choices.titles(session).items()]

    _take_one(choose, option.parameter, choices.kind)
    _register(option, choose, registry, offers=offers)


def _register(
    option: ViewOption, function: Callable[..., None], registry: Registry, *, checked: Checked | None = None, offers: Offers | None = None
) -> None:
    function.__doc__ = f"{option.sentence}\n\nArgs:\n    {option.parameter}: {option.about}\n"
    registry.command(
        option.command,
        option.title,
        menu=MENU,
        place=option.place,
        shortcut=option.shortcut,
        who=Who.ANYBODY,
        available=on_screen,
        checked=checked,
        offers=offers,
    )(function)


def _show(session: Session, option: ViewOption, value: object) -> None:
    screen = screen_of(session)
    changed: dict[str, Any] = {option.field: value}
    screen.show_view(replace(screen.view, **changed))


def _take_one(function: Callable[..., None], name: str, kind: Any) -> None:
    """Let *function* have one parameter called *name*, for those who read what it takes."""
    session, *_ = inspect.signature(function).parameters.values()
    parameter = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
    function.__signature__ = inspect.Signature([session, parameter])  # type: ignore[attr-defined]
    function.__annotations__ = {name: kind | None}


for each in options_of(View):
    declare_option(each, COMMANDS)
