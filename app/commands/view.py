"""How the board is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from app.commands.declaring.declare import Offer
from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, offering, screen_of
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.parameter_kinds import RestOfLine
from app.session.services import Screen
from app.session.session import Session, on_screen
from app.session.unit_sets import named_set, offered_sets, variant_in_front, words_for
from app.session.view_options import Colours, Labels, Pace
from app.shelf.unit_sets import BY_VARIANT


def switch(
    id: str,  # noqa: A002 - the word that the decorator's users write
    title: str,
    part: Literal["orders", "tint", "preview", "patterns", "letters"],
    *,
    place: int,
    sentence: str,
    shortcut: str | None = None,
) -> None:
    """Declare the command that turns a *part* of the view on and off; menu, palette, Preferences and the settings file follow from it.

    Args:
        sentence: what it does, for people.
    """

    def turn(session: Session, shown: bool | None = None) -> None:
        screen = screen_of(session)
        changed: dict[str, Any] = {part: not getattr(screen.view, part) if shown is None else shown}
        screen.show_view(replace(screen.view, **changed))

    turn.__doc__ = f"{sentence}\n\nArgs:\n    shown: on or off; the other way round unless given.\n"
    command(id, title, menu="View", place=place, shortcut=shortcut, available=on_screen, checked=is_on(part))(turn)


_LABELS = {"Full names": Labels.FULL, "Codes": Labels.SHORT, "None": Labels.OFF}
_NEXT_LABELS = {Labels.FULL: Labels.SHORT, Labels.SHORT: Labels.OFF, Labels.OFF: Labels.FULL}


@command(
    "labels",
    "Names of provinces",
    menu="View",
    place=10,
    shortcut="L",
    available=on_screen,
    offers=offering("labels", "names", lambda _screen: _LABELS),
)
def labels(session: Session, names: Labels | None = None) -> None:
    """Show the names of provinces in full, as codes, or not at all.

    Args:
        names: which; the next of the three unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, labels=names or _NEXT_LABELS[screen.view.labels]))


switch(
    "arrows",
    "Orders on the board",
    "orders",
    place=11,
    shortcut="O",
    sentence="Draw the orders on the board, or leave them out.",
)


switch(
    "tint",
    "Colour of influence",
    "tint",
    place=12,
    shortcut="I",
    sentence="Give lands the colour of the power that rules them, or leave them plain.",
)


switch(
    "preview",
    "Preview of the outcome",
    "preview",
    place=13,
    shortcut="V",
    sentence="Show while orders are written what they would give, or only the orders.",
)


def _themes(screen: Screen) -> dict[str, object]:
    return {name.capitalize(): name for name in screen.themes}


@command("theme", "Theme", menu="View", place=14, shortcut="T", available=on_screen, offers=offering("theme", "name", _themes))
def theme(session: Session, name: str | None = None) -> None:
    """Show the board in another theme: parchment, plain, night, or print in black and white.

    Args:
        name: of the theme; the next of them unless given.
    """
    screen = screen_of(session)
    themes = list(screen.themes)
    if name is None:
        at = themes.index(screen.view.theme) if screen.view.theme in themes else -1
        name = themes[(at + 1) % len(themes)]
    elif name not in themes:
        raise Abort(f"There is no theme {name}; there are {', '.join(themes)}{did_you_mean(nearest(name, themes))}")
    screen.show_view(replace(screen.view, theme=name))


_COLOURS = {"Of the variant": Colours.VARIANT, "For colour-blind eyes": Colours.SAFE}
_OTHER_COLOURS = {Colours.VARIANT: Colours.SAFE, Colours.SAFE: Colours.VARIANT}


@command(
    "colours", "Colours of powers", menu="View", place=15, available=on_screen, offers=offering("colours", "kind", lambda _screen: _COLOURS)
)
def colours(session: Session, kind: Colours | None = None) -> None:
    """Show the powers in the variant's colours, or in colours that stay apart for colour-blind eyes.

    Args:
        kind: which; the other one unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, colours=kind or _OTHER_COLOURS[screen.view.colours]))


def _offers(session: Session) -> Sequence[Offer]:
    """Every set, the one that is shown ticked."""
    shown = _shown(session)
    return [Offer(words_for(each), {"name": each.id}, each.id == shown) for each in offered_sets(session)]


def _shown(session: Session) -> str:
    """The id of the set that the game in front is shown with."""
    return session.unit_sets.find(screen_of(session).view.pieces, variant_in_front(session)).units.id


@command("pieces", "Look of units", menu="View", place=16, available=on_screen, offers=_offers)
def pieces(session: Session, name: RestOfLine | None = None) -> None:
    """Show units as guns and ships, as letters, as wooden blocks, or with other unit symbols: imported ones, or those of the variant.

    Args:
        name: of the symbols, such as classic, letters or blocks; variant for what the variant is usually shown with; the next of them
            unless given.
    """
    screen = screen_of(session)
    if name is None:
        ids = [each.id for each in offered_sets(session)]
        shown = _shown(session)
        chosen = ids[(ids.index(shown) + 1) % len(ids)] if shown in ids else ids[0]
    else:
        chosen = named_set(session, name)
    found = session.unit_sets.find(chosen, variant_in_front(session))
    if name is None and found.units.id == session.unit_sets.usual_of(variant_in_front(session)).id:
        # Once round is back where it began, with other games shown as is usual for them.
        chosen = BY_VARIANT
    screen.show_view(replace(screen.view, pieces=chosen))
    session.say(f"Units are shown as: {found.units.name}.")


switch(
    "patterns",
    "Patterns of powers",
    "patterns",
    place=17,
    sentence="Give every land the pattern of the power that rules it besides its colour, or only those whose colours some eyes confuse.",
)


switch(
    "letters",
    "Letters of powers",
    "letters",
    place=18,
    sentence="Give units the letter of their power besides its colour, or the colour alone.",
)


_PACES = {"Slow": Pace.SLOW, "Normal": Pace.NORMAL, "Fast": Pace.FAST, "Off": Pace.OFF}


@command(
    "animation",
    "Animation",
    menu="View",
    place=19,
    available=on_screen,
    offers=offering("animation", "speed", lambda _screen: _PACES),
)
def animation(session: Session, speed: Pace | None = None) -> None:
    """Let arrows grow and units glide when a phase is adjudicated and gone on from, slowly or fast, or show at once what became of it.

    Args:
        speed: how fast; off, or normal where it is off, unless given.
    """
    screen = screen_of(session)
    other = Pace.NORMAL if screen.view.animation is Pace.OFF else Pace.OFF
    screen.show_view(replace(screen.view, animation=speed or other))
