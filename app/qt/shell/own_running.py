"""Runs a command of a person's own that was agreed to: its settings are asked for in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.commands.declaring.own_commands import WANTS_TO_END, OwnCommand, load
from app.commands.declaring.run import run_command
from app.qt.shell.command_form import CommandForm
from app.qt.widgets.run_dialog import run_dialog
from app.session.errors import CommandError

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController


def run_agreed(controller: MainController, own: OwnCommand, parent: QWidget) -> tuple[str, bool]:
    """Run *own*, whose text was agreed to.

    Returns:
        What to say of it, empty where the form was left; and whether it was done.
    """
    session = controller.session
    try:
        command = load(own)
        reason = command.available(session)
        if reason:
            return reason, False
        arguments: dict[str, object] = {}
        if command.parameters:
            form = CommandForm(command, session, parent)
            if not run_dialog(form):
                return "", False
            arguments = form.arguments
        run_command(session, command, arguments)
    except CommandError as error:
        return str(error), False
    except SystemExit:
        return f"{own.name}: {WANTS_TO_END}.", False
    except Exception as error:  # noqa: BLE001 - a person's own program may fail in any way
        return f"{own.name} failed: {type(error).__name__}: {error}", False
    finally:
        controller.menus.refresh()
    return f"{command.title}: done.", True
