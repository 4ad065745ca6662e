"""Texts of a page on each phase: every order in words with its outcome and reason, captures, press, notes. Read without any script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from app.game.entries import Press
from app.game.options import variant_at
from app.game.record import Cursor, Turn
from app.presentation.order_rows import outcome_note
from app.presentation.statistics.look import StoryLook
from app.presentation.statistics.markup import strangers, tag, text
from app.statistics.story import Story
from app.statistics.turning_points import PointKind, TurningPoint
from app.statistics.words import describe_outcome_of, describe_point
from entente.words.endings import describe_capture
from entente.words.names import join_words, unit_name
from entente.words.orders import describe_order
from entente.words.phases import describe_phase_kind, describe_season
from languages import tr

_ALARMS = (PointKind.STAB, PointKind.BROKEN_WORD)


def phase_texts(story: Story, look: StoryLook, *, letters: bool) -> list[str]:
    """An article for each turn of the story.

    Args:
        letters: whether press between single powers is in it too.
    """
    points: dict[int, list[TurningPoint]] = {}
    for point in story.turning_points:
        points.setdefault(point.index, []).append(point)
    line = story.game.line(story.cursor.branch)
    return [
        _Phase(story, look, index, turn, points.get(index, ()), letters=letters, count=len(line)).made() for index, turn in enumerate(line)
    ]


def anchor(phase: Phase) -> str:
    """Return the anchor of the text of *phase* in the page."""
    return f"phase-{phase}"


def power_heading(power: str, look: StoryLook) -> str:
    """A power with its chip and who plays it."""
    player = tag("small", strangers(look.players[power])) if power in look.players else ""
    return tag("h3", tag("span", class_=f"chip k{list(look.names).index(power)}"), text(look.names[power]), " ", player)


class _Phase:
    def __init__(
        self, story: Story, look: StoryLook, index: int, turn: Turn, points: Sequence[TurningPoint], *, letters: bool, count: int
    ) -> None:
        self._story, self._look, self._index, self._turn = story, look, index, turn
        self._points, self._letters, self._count = points, letters, count
        self._variant: Variant = variant_at(story.game, Cursor(story.cursor.branch, index))

    def made(self) -> str:
        turn, resolution = self._turn, self._turn.resolution
        kind = describe_phase_kind(turn.phase.kind)
        if resolution is None:
            kind = tr("the end") if self._story.ending is not None else tr("{kind}, not played yet", kind=kind)
        heading = tag("h2", text(describe_season(self._variant, turn.phase)), " ", tag("small", text(kind)))
        count = tag("span", tr("{index} of {count}", index=self._index + 1, count=self._count), class_="count")
        parts = [tag("header", heading, count)]
        for point in self._points:
            if point.kind is PointKind.END:
                continue
            parts.append(tag("p", text(describe_point(self._story.game, point)), class_="alarm" if point.kind in _ALARMS else "point"))
        if turn.note:
            parts.append(tag("p", strangers(turn.note), class_="note"))
        if resolution is not None:
            parts += self._powers(turn.position, resolution)
            parts += [tag("p", text(f"{describe_capture(self._variant, each)}."), class_="capture") for each in resolution.captures]
        else:
            parts.append(tag("p", text(describe_outcome_of(self._story))))
            parts += self._standing(turn.position)
        parts += self._press(turn.press)
        return tag("article", *parts, id=anchor(turn.phase), data_phase=str(turn.phase), class_="phase")

    def _powers(self, position: Position, resolution: Resolution) -> list[str]:
        by_power: dict[str, list[str]] = {}
        for each in (*resolution.outcomes, *resolution.refused):
            by_power.setdefault(each.power, []).append(self._order(position, each))
        parts: list[str] = []
        for power in self._look.names:
            if power in by_power:
                parts += [power_heading(power, self._look), tag("ul", *by_power[power], class_="orders")]
        if not parts:
            nothing = (
                tr("There was nothing to order.") if position.phase.kind is not PhaseKind.MOVEMENT else tr("No orders are known here.")
            )
            parts.append(tag("p", nothing))
        return parts

    def _order(self, position: Position, outcome: OrderOutcome) -> str:
        words = describe_order(self._variant, position, outcome.order)
        note = outcome_note(self._variant, position, outcome)
        is_good = outcome.succeeded and outcome.results.isdisjoint({Result.DISLODGED, Result.DESTROYED})
        said = text(words[:1].upper() + words[1:])
        why = f": {tag('span', text(note), class_='why')}" if note else ""
        return tag("li", said, why, class_="ok" if is_good else "bad")

    def _standing(self, position: Position) -> list[str]:
        """Return the units by power, in a phase without orders."""
        units: Mapping[str, list[Unit]] = {power: [] for power in self._look.names}
        for unit in position.units:
            if unit.power in units:
                units[unit.power].append(unit)
        parts = []
        for power, theirs in units.items():
            if theirs:
                named = join_words(unit_name(self._variant, unit.piece) for unit in theirs)
                parts.append(power_heading(power, self._look) + tag("p", text(named)))
        return parts

    def _press(self, press: Sequence[Press]) -> list[str]:
        told = [each for each in press if self._letters or not each.receivers]
        if not told:
            return []
        parts = []
        for each in told:
            names = self._look.names
            to = join_words(names.get(power, power) for power in each.receivers) or tr("everybody")
            head = text(tr("{sender} to {receivers}", sender=names.get(each.sender, each.sender), receivers=to))
            parts.append(tag("div", tag("b", head), tag("p", strangers(each.text)), class_="letter"))
        return [tag("h3", tr("Press")), *parts]
