"""The public page, made for a television: the board without orders, who has sealed, the clock, the invitation, then what became of it.

All of it comes from the game as it is seen with nobody at the laptop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.game.record import Cursor, Game
from app.hotseat.round import RoundStage
from app.session.seating import Seating
from app.session.session import Session
from app.session.viewpoint import CURTAIN
from app.web.board_layers import step_words
from app.web.page_parts import QrCode, part, power_numbers
from app.web.seat_page import BoardKit, Parts, board_parts, sealed_words, standings
from app.web.seat_panels import results, story_values
from entente.words import describe_phase
from entente.words.outcomes import describe_ending, ending_title
from languages import tr


@dataclass(frozen=True, slots=True)
class Invitation:
    """Invitation to sit down, shown while the door is open."""

    address: str
    """Address to type."""
    word: str
    qr: QrCode


def stage_parts(
    session: Session,
    seating: Seating,
    kit: BoardKit,
    invitation: Invitation | None,
    last_listed_turn: int | None,
    *,
    is_revealing: bool = False,
) -> Parts:
    """Return the parts of the stage, in the language in use.

    Args:
        last_listed_turn: the turn whose results are shown; ``None`` for the present.
        is_revealing: whether the table is told what became of the orders, step by step.
    """
    game = session.viewpoint.filtered(seating.game, CURTAIN)
    at = seating.telling.at
    found = kit.public_story(session, seating) if is_revealing and at is not None else None
    if found is not None and at is not None:
        story, game, cursor = found
        at = max(0, min(at, len(story.steps) - 1))
        hidden = session.viewpoint.hidden(seating.game, cursor, CURTAIN)
        parts = board_parts(kit, game, cursor, "", hidden, None, told=(story, at))
        people = {seat.power: seat.who for seat in seating.table.seats}
        parts["side"] = part("stage_step", step_words(game, cursor, story, at, people))
        parts["mode"] = "step"
        return parts
    now, last = seating.round, seating.cursor
    judged = seating.judged_last
    index = last_listed_turn
    if index is None and now.stage is RoundStage.RESULTS and judged is not None:
        index = judged.index
    cursor = last if index is None else Cursor(seating.branch, index)
    hidden = session.viewpoint.hidden(seating.game, cursor, CURTAIN)
    parts = board_parts(kit, game, cursor, "", hidden, None, orders=not is_revealing)
    if now.stage is RoundStage.OVER:
        parts["side"] = part("stage_story", story_values(game, seating.branch, CURTAIN))
    else:
        parts["side"] = part("stage", _side(seating, game, invitation, None if is_revealing else index))
    parts["mode"] = ""
    parts["clock"] = {"left": None if seating.clock.left is None else round(seating.clock.left), "running": seating.clock.running}
    return parts


def _side(seating: Seating, game: Game, invitation: Invitation | None, index: int | None) -> Mapping[str, object]:
    now = seating.round
    seats = standings(seating)
    free = sum(bool(each["free"]) for each in seats)
    ending = game.branch(seating.branch).ending
    told = results(game, seating.branch, index, CURTAIN) if index is not None else None
    lobby = None
    if invitation is not None and free:
        lobby = {
            "qr": invitation.qr,
            "address": invitation.address,
            "word": invitation.word,
            "title": tr("Scan to sit down"),
            "hint": tr("No app, no account."),
            "or": tr("or type in a browser"),
            "table": tr("table password"),
            "here": tr("{count} of {all} are here", count=len(seats) - free, all=len(seats)),
        }
    return {
        "game": game.name,
        "phase": describe_phase(game.variant, now.phase),
        "what": _stage_words(now.stage),
        "lobby": lobby,
        "seats": seats,
        "count": sealed_words(seating),
        "clock": seating.clock.words if seating.clock.left is not None else "",
        "hint": tr("Orders stay on the phones until all are shown together."),
        "results": told,
        "ending": "" if ending is None else ending_title(game.variant, ending),
        "ended": "" if ending is None else describe_ending(game.variant, ending),
        "numbers": power_numbers(game.variant),
    }


def _stage_words(stage: RoundStage) -> str:
    if stage is RoundStage.OVER:
        return tr("the game is over")
    return tr("the orders lie open") if stage is RoundStage.RESULTS else tr("write and seal")
