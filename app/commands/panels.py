"""Panels and pages of the window, opened by name."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.game.dpn.source import LARGEST
from app.game.dpn.writer import file_text
from app.game.storage.atomic import read_bounded
from app.game.storage.errors import StorageError
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session, game_open, on_screen


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
