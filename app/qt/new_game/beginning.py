"""Beginning a game: what is played is asked for, and boards of other programs are brought in on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.qt.widgets.run_dialog import run_dialog
from app.session.services import FileKind

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController


def ask_and_begin(controller: MainController, first: str = "") -> None:
    """Ask what is played, and start it; the variant *first* is offered first."""
    from app.qt.new_game.import_dialog import Importing
    from app.qt.new_game.new_game_dialog import NewGameDialog

    dialog = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    if first:
        dialog.choose(first)

    def bring_in() -> None:
        made = Importing(controller, dialog).choose(dialog.import_button)
        if made:
            dialog.refresh()
            dialog.choose(made[0])

    dialog.import_requested.connect(bring_in)
    if run_dialog(dialog):
        name = dialog.name.text().strip()
        controller.run("new", variant=dialog.variant_id, rules=dialog.rule_words, name=name, attach=dialog.hook_words)


def import_and_begin(controller: MainController) -> None:
    """Bring in a board of another program, and offer to play it."""
    from app.qt.new_game.import_dialog import Importing

    made = Importing(controller, controller.window).bring_in(controller.services.open_path(FileKind.BOARD))
    if made:
        ask_and_begin(controller, made[0])
