"""The reveal of a phase on pages: the same steps as in the window, with what the board shows at each and where to look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.game.record import Cursor, Game
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStep, RevealStory, reveal_story, voted_story
from app.session.seating import Seating
from app.session.session import Session
from app.session.viewpoint import CURTAIN
from app.web.colours import power_numbers
from entente.words import describe_phase
from entente.words.names import power_name
from languages import tr
from variants.compiled import CompiledBoard

_MARGIN = 0.5
"""Share of its own size that a camera sees around a step."""
_LEAST = 0.24
"""Least part of the board's width that a camera sees, so that the place is recognised."""

Box = tuple[float, float, float, float]


def public_story(session: Session, seating: Seating) -> tuple[RevealStory, Game, Cursor] | None:
    """Return the steps of the phase whose results lie open, as everybody may see them; ``None`` where none was carried out.

    The window tells the same story; see ``app.qt.hotseat.table_controller``.
    """
    ending = seating.ended_by_votes
    cursor = seating.cursor if ending is not None else seating.judged_last
    if cursor is None:
        return None
    game = session.viewpoint.shown(seating.game, CURTAIN)
    if ending is not None:
        return voted_story(game, ending), game, cursor
    hidden = session.viewpoint.hidden(seating.game, cursor, CURTAIN)
    return reveal_story(game, game.turn(cursor), is_hidden=bool(hidden)), game, cursor


def places_of(step: RevealStep) -> tuple[str, ...]:
    """Return the provinces that *step* is about; none where it is about the whole board."""
    if step.kind is RevealKind.OPEN or not step.settles:
        return ()
    return tuple(dict.fromkeys((*sorted(province for _, province in step.settles), *_reached(step))))


def _reached(step: RevealStep) -> Iterable[str]:
    return getattr(step, "places", ())


def camera(board: CompiledBoard, places: Iterable[str]) -> Box | None:
    """Return the part of the board to look at for *places*; ``None`` for all of it."""
    boxes = [board.provinces[code].bounds for code in places if code in board.provinces]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    width = max((right - left) * (1 + _MARGIN), _LEAST * board.width)
    height = max((bottom - top) * (1 + _MARGIN), _LEAST * board.height)
    if width > 0.8 * board.width or height > 0.8 * board.height:
        return None
    x, y = (left + right) / 2, (top + bottom) / 2
    return (round(x - width / 2, 1), round(y - height / 2, 1), round(x + width / 2, 1), round(y + height / 2, 1))


def step_words(game: Game, cursor: Cursor, story: RevealStory, at: int, people: Mapping[str, str]) -> Mapping[str, object]:
    """Return the words of step *at*, with the strip of all kinds of steps."""
    step = story.steps[at]
    groups = []
    for group in story.groups:
        is_present = group.first <= at <= group.last
        state = "now" if is_present else "done" if group.last < at else "later"
        of = group.last - group.first + 1
        count = tr("{at} of {of}", at=at - group.first + 1, of=of) if is_present and of > 1 else str(group.count)
        groups.append({"words": tr(group.kind.value), "state": state, "count": count, "said": _states()[state]})
    power = step.power
    return {
        "phase": describe_phase(game.variant, game.turn(cursor).phase),
        "title": step.title,
        "reason": step.reason,
        "power": "" if power is None else power_name(game.variant, power),
        "letter": "" if power is None else power_name(game.variant, power)[:1],
        "number": None if power is None else power_numbers(game.variant).get(power),
        "who": "" if power is None else people.get(power, ""),
        "groups": groups,
        "at": at + 1,
        "of": len(story.steps),
    }


def _states() -> Mapping[str, str]:
    return {"now": tr("now"), "done": tr("told"), "later": tr("to come")}
