"""Going to another branch."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.declare import Offer
from app.commands.declaring.registry import command
from app.session.parameter_kinds import BranchName
from app.session.session import Session, game_open
from entente.words.names import counted


def _offers(session: Session) -> Sequence[Offer]:
    return [Offer(each.name, {"name": each.name}, each.name == session.branch) for each in session.game.branches]


@command("branch", "Switch branch", menu="Go", place=21, available=game_open, offers=_offers)
def branch(session: Session, name: BranchName | None = None) -> None:
    """Show another branch of the game, at its last phase. Without a name the branches are listed.

    Args:
        name: of the branch.
    """
    if name is None:
        for each in session.game.branches:
            mark = "*" if each.name == session.branch else " "
            start = "" if each.parent is None else f", from {session.game.turn(each.parent).phase} of {each.parent.branch}"
            end = ", over" if each.ending is not None else ""
            session.say(f"{mark} {each.name}: {counted(len(each.turns), 'phase')}{start}{end}")
        return
    session.document.show(session.game.last(name))
