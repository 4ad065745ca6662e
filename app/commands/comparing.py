"""Two branches compared at a phase."""

from __future__ import annotations

import json as plain_json

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.desk.comparing import as_data, as_text, compared
from app.game.record import MAIN
from app.session.errors import Abort
from app.session.parameter_kinds import BranchName
from app.session.session import Session, game_open
from languages import tr


@command("compare", "Compare branches", menu="Go", place=26, available=game_open)
def compare(
    session: Session, first: BranchName | None = None, second: BranchName | None = None, *, phase: Phase | None = None, json: bool = False
) -> None:
    """Show where two branches differ at a phase: orders with their results, units, centres. The first one is A, the second one B.

    Without a branch the game is compared with the branch that is shown, or the newest one; in the window a page opens on it.

    Args:
        first: a branch; the game unless given.
        second: the other one.
        phase: the phase; the first in which they differ unless given.
        json: say it as data, and nothing else.
    """
    game = session.shown
    a, b = two_branches([branch.name for branch in game.branches], session.branch, first, second)
    if session.is_watched and first is None and phase is None and not json:
        screen_of(session).show_panel("compare")
        return
    found = compared(game, a, b, phase)
    if session.is_watched and not json:
        screen_of(session).show_comparison(a, b, phase)
        return
    if json:
        session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False))
        return
    session.say(as_text(game, found))


def two_branches(names: list[str], shown: str, first: str | None, second: str | None) -> tuple[str, str]:
    """Which two are meant, where not both are named.

    Raises:
        Abort: there is only one.
    """
    if len(names) < 2:
        raise Abort(tr("This game has one branch only; correct-phase or fork makes another one."))
    if first is not None and second is not None:
        return first, second
    a = first or MAIN
    others = [each for each in names if each != a]
    return (a, shown) if shown in others else (a, others[-1]) if first is None else (MAIN, a) if a != MAIN else (a, others[-1])
