"""Mouse on an analysis board while pieces are set up."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.phase import Phase
from app.game.analysis import set_phase
from app.game.document import Document
from app.game.record import Game
from app.game.refusal import EditError
from app.presentation.piece_setup import Setup, SetupAction, SetupEdit, clicked, dragged
from app.qt.board.setup_bar import SetupBar
from app.qt.map.pointer_target import ProvinceTouch
from app.qt.widgets.tone import Tone
from languages import tr


class SetupController:
    """Clicks, drags and the menu's button, each answered with whether it set something up and so is no order.

    Args:
        bar: what is set up by the next click; none where the game is no analysis board.
        document: what is set up.
        say: takes what was done or refused.
    """

    def __init__(self, bar: SetupBar | None, document: Document, say: Callable[[str, Tone], object]) -> None:
        self._bar = bar
        self._document = document
        self._say = say
        if bar is not None:
            bar.phase_chosen.connect(self.set_phase)
            self.show_phase()

    def click(self, touched: ProvinceTouch) -> bool:
        """A click changes the position, or would have."""
        province = touched.province if touched.unit is None else touched.unit.province
        bar = self._bar
        if bar is None or not bar.is_setting_up or province is None:
            return False
        self._perform(lambda game, branch: clicked(bar.setup, game, branch, province, touched.coast))
        return True

    def drag(self, start: ProvinceTouch, end: ProvinceTouch) -> bool:
        """A piece dropped on a province stands there."""
        bar = self._bar
        if bar is None or not bar.is_setting_up:
            return False
        origin = start.province if start.unit is None else start.unit.province
        self._perform(lambda game, branch: dragged(bar.setup, game, branch, str(origin), str(end.province), end.coast))
        return True

    def clear(self, touched: ProvinceTouch) -> bool:
        """The menu's button empties a province."""
        if self._bar is None or not self._bar.is_setting_up or touched.province is None:
            return False
        self._perform(lambda game, branch: clicked(Setup(SetupAction.CLEAR), game, branch, str(touched.province), None))
        return True

    def set_phase(self, phase: str) -> None:
        """The board stands at *phase* from now on."""
        self._perform(lambda game, branch: (tr("Set the phase to {phase}", phase=phase), set_phase(game, branch, Phase.of(phase))))
        self.show_phase()

    def show_phase(self) -> None:
        """Offer the phases around that of the board."""
        if self._bar is not None:
            game = self._document.game
            self._bar.show_phase(game.turn(game.last(self._document.cursor.branch)).phase)

    def _perform(self, edit: Callable[[Game, str], SetupEdit]) -> None:
        branch = self._document.cursor.branch
        try:
            label, game = edit(self._document.game, branch)
            self._document.perform(label, game, game.last(branch))
        except EditError as error:
            self._say(str(error), Tone.REFUSED)
        else:
            self._say(f"{label}.", Tone.DONE)
