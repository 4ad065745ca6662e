"""A game is played on the rules that were saved while it was open."""

from __future__ import annotations

from enum import StrEnum

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.new_rules import carried_over, later_rules
from app.session.session import Session, game_open
from app.session.starting import begin, playable, starting_hooks
from languages import tr


class RuleChange(StrEnum):
    """How a game goes over to new rules."""

    START = "start"
    CARRY = "carry"


@command("new-rules", "Play on the new rules…", menu="Game", place=97, available=game_open)
def new_rules(session: Session, way: RuleChange = RuleChange.CARRY) -> None:
    """Begin a game on the rules of its variant as they were saved by now; the game in front goes on by the old ones.

    Args:
        way: start, from the variant's start; or carry, with the position that is open now. Units and centres that the new rules have no
            place for are left out and named; orders of the open phase stay behind, and a game with hooks is not carried over.
    """
    game = session.game
    later = later_rules(session, game)
    if later is None:
        raise Abort(tr("{variant} is as the game plays it.", variant=game.variant.name))
    lost: tuple[str, ...] = ()
    if way is RuleChange.START:
        entry = playable(session, game.variant.id)
        rules = tuple(game.rules_at(game.last()).items())
        made, log = begin(session, entry, game.name, hooks=starting_hooks(session, entry, None), rules=rules)
        session.hooks.note(made, log)
    elif session.viewer is not None:
        raise Abort(tr("The position is carried over by whoever sees all of it; view the game as everybody first."))
    elif game.hooks_at(game.last(session.branch)):
        raise Abort(
            tr("A game with hooks is not carried over, since they would not know what went before; play from the start: new-rules start")
        )
    else:
        made, lost = carried_over(game, session.branch, later)
    session.add(session.library.new(made))
    said = (
        tr("{game}: a game on the new rules, from the start.", game=made.name)
        if way is RuleChange.START
        else tr("{game}: a game on the new rules, with the position carried over.", game=made.name)
    )
    if lost:
        session.services.report(said + " " + tr("Left out:"), lost)
    else:
        session.say(said)
