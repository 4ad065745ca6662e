"""Victory by the rules and the hooks at the point ``victory``. The first hook that ends the game ends it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import PowerRole, Variant
from app.game.record import Turn
from app.hooks.asking import HookQuestions
from app.hooks.context import board_part, position_part
from languages import tr
from variants.hooks.contracts import Point


def with_victory(asking: HookQuestions, variant: Variant, turn: Turn, position: Position, resolution: Resolution) -> Resolution:
    """*resolution* with the end that hooks want. Any of them can take back an end by the rules, none that of a hook before it.

    Args:
        turn: what was played, with its votes.
        position: where it began.
    """
    playing = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    for running in asking.attached.at(Point.VICTORY):
        ending = resolution.ending
        extra = {
            "counted": _counted(variant, position, resolution),
            "votes": [{"power": vote.power, "choice": vote.choice} for vote in turn.votes],
            "ending": None if ending is None else {"winners": list(ending.winners), "why": ending.reason},
            **position_part(variant, resolution.next),
            **board_part(variant),
        }
        answer = asking.ask(running, Point.VICTORY, variant, position, extra)
        winners = None if answer is None else answer.get("winners")
        if not isinstance(winners, list):
            continue
        named = tuple(dict.fromkeys(str(each) for each in winners))
        strangers = [each for each in named if each not in playing]
        if strangers:
            asking.refuse(running, Point.VICTORY, position, tr("{strangers} does not play and cannot win", strangers=strangers[0]))
            continue
        why = " ".join(str((answer or {}).get("why", "")).split())[:200] or f"hook {running.name}"
        new = Ending(named, why) if named else None
        if new != ending:
            text = tr("the game goes on") if new is None else tr("{named} won: {why}", named=f" {tr('and')} ".join(named), why=why)
            asking.note(running, Point.VICTORY, position, text)
        resolution = replace(resolution, ending=new)
        if named:
            break
    return resolution


def _counted(variant: Variant, position: Position, resolution: Resolution) -> bool:
    """Return True if a season in which centres change hands ended with this phase."""
    counting = {step.season for step in variant.calendar.steps if step.captures}
    following = resolution.next.phase
    passed = (position.phase, *resolution.skipped)
    return any(phase.season in counting and (phase.season, phase.year) != (following.season, following.year) for phase in passed)
