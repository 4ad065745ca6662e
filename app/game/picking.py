"""Making a branch the game: what was corrected there is what is played from now on, and what was played stays as a branch."""

from __future__ import annotations

from dataclasses import replace

from app.game.branch_edits import branch_name, with_corrections
from app.game.edits import add_audit
from app.game.gm_edits import first_line, reason_given
from app.game.record import MAIN, Branch, Cursor, Game
from app.game.refusal import EditError, Why
from languages import tr

AS_PLAYED = "as played"
"""Name that the line that was the game gets, unless another is given."""


def pick_branch(game: Game, name: str, reason: str, old: str | None = None, *, by: str = "GM", at: str = "") -> Game:
    """The game whose first branch is the line of branch *name*; what the first branch had instead is kept as branch *old*.

    No turn is changed or lost: both lines are what they were, under other names.

    Args:
        old: what the line played until now is called; "as played" unless given, with a number where that is taken.

    Raises:
        EditError: it is the game already, no reason is given, or the name cannot be written, or is taken.
    """
    why = reason_given(reason)
    chosen = game.branch(name)
    if chosen.parent is None:
        raise EditError(Why.BRANCH_IN_USE, tr("Branch {name} is the game already.", name=name))
    phase = chosen.turns[0].phase
    taken = {branch.name for branch in game.branches} - {name}
    kept = branch_name(_free(AS_PLAYED, taken) if old is None else old, taken)
    lineage = [chosen]
    while (parent := lineage[-1].parent) is not None and parent.branch != MAIN:
        lineage.append(game.branch(parent.branch))
    renamed = {}
    for number, branch in enumerate(reversed(lineage)):
        # What an inner branch of the line loses keeps its name; what the game loses gets the new one.
        renamed[branch.name] = kept if number == 0 else lineage[len(lineage) - number].name
        game = _exchange(game, branch.name, renamed[branch.name])
    game = with_corrections(game, renamed)
    words = f"branch picked as the game from {phase}, {name.replace(': ', ':')}; what was played is branch {kept.replace(': ', ':')}"
    return add_audit(game, f"{words}: {first_line(why)}", by, at)


def _exchange(game: Game, name: str, kept: str) -> Game:
    """The game with branch *name*, which starts from the first one, as the first, and the rest of that one called *kept*."""
    first, chosen = game.branch(MAIN), game.branch(name)
    assert chosen.parent is not None
    at = chosen.parent.index
    new_first = Branch(MAIN, None, (*first.turns[:at], *chosen.turns), chosen.ending)
    rest = Branch(kept, Cursor(MAIN, at), first.turns[at:], first.ending)

    def moved(branch: Branch) -> Branch:
        parent = branch.parent
        if parent is not None and parent.branch == MAIN and parent.index > at:
            return replace(branch, parent=replace(parent, branch=kept))
        if parent is not None and parent.branch == name:
            return replace(branch, parent=Cursor(MAIN, parent.index))
        return branch

    others = tuple(moved(branch) for branch in game.branches if branch.name not in {MAIN, name})
    return replace(game, branches=(new_first, rest, *others))


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else next(found for number in range(2, len(taken) + 3) if (found := f"{name} {number}") not in taken)
