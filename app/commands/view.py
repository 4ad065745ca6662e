"""Drawing of the board, a command for each part of the view as the view declares it; zoom, search, and the power it is seen as."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from app.commands.declaring.command import Checked, Offer, Offers
from app.commands.declaring.registry import COMMANDS, Registry, command
from app.commands.declaring.view_choices import ZOOM_STEP, ViewChoices, choices_of, in_panel, screen_of
from app.game.dpn.text_source import LARGEST
from app.game.dpn.writer import file_text
from app.game.storage.atomic import StorageError, read_bounded
from app.session.errors import Abort, did_you_mean, nearest
from app.session.front_picture import with_drawing
from app.session.parameters import PowerName, ProvinceCode
from app.session.roles import Who, view_changed
from app.session.session import Session, board_on_screen, game_open, on_screen
from app.session.view_options import View, ViewOption, options_of
from entente.words.names import power_name
from languages import tr

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
        is_on = not getattr(view, option.field) if shown is None else shown
        _show(session, option, is_on)
        if shown is None:
            session.say(_change_notice(option, tr("on") if is_on else tr("off")))

    def is_on(session: Session) -> bool:
        screen = session.services.screen
        return screen is not None and bool(getattr(screen.view, option.field))

    _register(option, turn, registry, checked=is_on)


def _declare_choice(option: ViewOption, choices: ViewChoices, registry: Registry) -> None:
    def choose(session: Session, **chosen: object) -> None:
        given = chosen.get(option.parameter)
        _show(session, option, choices.next(session) if given is None else choices.read(session, given))
        words = choices.words(session)
        if given is None:
            now = choices.present_choice(session)
            session.say(_change_notice(option, next((title for title, value in choices.titles(session).items() if value == now), words)))
        elif words:
            session.say(words)

    def offers(session: Session) -> Sequence[Offer]:
        shown = choices.present_choice(session)
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
    before = screen.view
    screen.show_view(replace(before, **changed))
    if screen.view != before:
        session.views_before.append(before)


def _change_notice(option: ViewOption, now: str) -> str:
    """Return the notice after a key changed the view: its present value, and how to take it back, since it is kept."""
    return tr("{what}: {now}. View > Take the change of the view back undoes it.", what=tr(option.title), now=now)


def _take_one(function: Callable[..., None], name: str, kind: Any) -> None:
    """Give *function* one parameter called *name*, for those who read its signature."""
    session, *_ = inspect.signature(function).parameters.values()
    parameter = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
    function.__signature__ = inspect.Signature([session, parameter])  # type: ignore[attr-defined]
    function.__annotations__ = {name: kind | None}


@command(
    "view-back", "Take the change of the view back", who=Who.ANYBODY, menu="View", place=24, shortcut="Ctrl+Alt+Z", available=view_changed
)
def view_back(session: Session) -> None:
    """Show boards as before the last change of names, arrows, colours, theme and the like; again for the change before it."""
    screen_of(session).show_view(session.views_before.pop())
    session.say(tr("The view is as it was before."))


@command("fit", "Fit the board", who=Who.ANYBODY, menu="View", place=20, shortcut="Ctrl+0", available=board_on_screen)
def fit(session: Session) -> None:
    """Show the whole board."""
    screen_of(session).fit()


@command("zoom-in", "Zoom in", who=Who.ANYBODY, menu="View", place=21, shortcut="Ctrl++, Ctrl+=", available=board_on_screen)
def zoom_in(session: Session) -> None:
    """Show the board larger."""
    screen_of(session).zoom(ZOOM_STEP)


@command("zoom-out", "Zoom out", who=Who.ANYBODY, menu="View", place=22, shortcut="Ctrl+-", available=board_on_screen)
def zoom_out(session: Session) -> None:
    """Show the board smaller."""
    screen_of(session).zoom(1 / ZOOM_STEP)


@command(
    "find",
    "Find province…",
    who=Who.ANYBODY,
    menu="View",
    place=23,
    shortcut="/, Ctrl+F",
    available=board_on_screen,
    asks=in_panel("province"),
)
def find(session: Session, province: ProvinceCode) -> None:
    """Show a province and point to it.

    Args:
        province: its code or name, or a beginning that only one has.
    """
    session.selection = province
    screen_of(session).point_to(province)


def _offers(session: Session) -> Sequence[Offer]:
    everything = Offer(tr("Everything, as the game master"), {"power": None}, session.viewer is None)
    powers = [Offer(power_name(session.variant, power), {"power": power}, session.viewer == power) for power in session.variant.powers]
    return [everything, *powers]


@command("view-as", "View as a power", menu="View", place=30, available=game_open, offers=_offers)
def view_as(session: Session, power: PowerName | None = None) -> None:
    """Show map, results, history and exports as one power may see them: with fog of war, and with no open orders but its own.

    The saved file always holds the whole game: this keeps people from seeing too much by accident, no more.

    Args:
        power: who looks; without one, everything is shown again.
    """
    if power is not None and power not in session.game.variant.powers:
        raise Abort(tr("{power} does not play in this game.", power=power))
    session.look_as(power)
    session.say(
        tr("Everything is shown.") if power is None else tr("The board as {power} sees it.", power=power_name(session.variant, power))
    )


@command("drawing", "Another drawing of the board", who=Who.ANYBODY, menu="View", place=31, available=game_open)
def drawing(session: Session, name: str | None = None) -> None:
    """Show the game on another drawing of its variant's board, where it has several. The choice is kept in the game.

    Args:
        name: of the drawing; the next of them unless given.
    """
    game = session.game
    folder = session.shelf.folder_of(game.variant.id)
    drawings = {each.id: each for each in (() if folder is None else folder.maps)}
    if len(drawings) < 2 and name is None:
        raise Abort(tr("{variant} has one drawing.", variant=game.variant.name))
    ids = list(drawings)
    if name is None:
        present = game.drawing
        at = ids.index(present) if present in drawings else 0
        name = ids[(at + 1) % len(ids)]
    elif name not in drawings:
        found = next((each.id for each in drawings.values() if each.name.casefold() == name.casefold()), None)
        if found is None:
            raise Abort(
                tr(
                    "There is no drawing {name!r}; there are {ids}{did_you_mean}",
                    name=name,
                    ids=", ".join(ids),
                    did_you_mean=did_you_mean(nearest(name, ids)),
                )
            )
        name = found
    chosen = "" if name == ids[0] else name
    session.perform(tr("Show on {drawings}", drawings=drawings[name].name), lambda game: with_drawing(game, chosen), show_open_turn=False)
    session.say(tr("Shown on: {drawings}.", drawings=drawings[name].name))


for each in options_of(View):
    declare_option(each, COMMANDS)


@command("palette", "Command palette", who=Who.ANYBODY, menu="Tools", place=10, shortcut="Ctrl+K", palette=False, available=on_screen)
def palette(session: Session) -> None:
    """Search all commands by name and run one."""
    screen_of(session).show_panel("palette")


@command("console", "Console", who=Who.ANYBODY, menu="Tools", place=11, shortcut="F12, Ctrl+J", available=on_screen)
def console(session: Session) -> None:
    """Open the console, where command lines and orders are typed; the same key closes it again."""
    screen_of(session).show_panel("console")


@command("preferences", "Preferences…", who=Who.ANYBODY, menu="Edit", place=40, shortcut="Ctrl+,", available=on_screen)
def preferences(session: Session) -> None:
    """Choose theme, colours, unit symbols, names, animation and all else about how boards are shown. Every choice is seen at once."""
    screen_of(session).show_panel("preferences")


@command("start-page", "Start page", who=Who.ANYBODY, menu="File", place=13, available=on_screen)
def start_page(session: Session) -> None:
    """Show the start page with new and recent games. Open games stay open."""
    session.bring_forward(None)


@command("show-file", "Show file", menu="File", place=22, shortcut="Ctrl+U", available=game_open)
def show_file(session: Session) -> None:
    """Show the text of the game's file: beside the board in the window, on standard output without one.

    A game that was not saved yet is shown as saving would write it.
    """
    path = session.document.path
    if session.services.screen is not None:
        screen_of(session).show_panel("file")
    elif path is None or session.viewer is not None:
        session.say(file_text(session.shown, is_view=session.viewer is not None))
    else:
        try:
            session.say(read_bounded(path, LARGEST).decode("utf-8", "replace"))
        except StorageError as error:
            raise Abort(str(error)) from error


@command("keys", "Keys…", who=Who.ANYBODY, menu="Help", place=12, available=on_screen)
def keys(session: Session) -> None:
    """List all keys: those of the board and those of the commands."""
    screen_of(session).show_panel("keys")


@command("datc-page", "DATC cases", who=Who.ANYBODY, menu="Help", place=30, available=on_screen)
def datc_page(session: Session) -> None:
    """Show every case of the Diplomacy Adjudicator Test Cases with what is expected and what comes out; each can be put on the board."""
    screen_of(session).show_panel("datc")
