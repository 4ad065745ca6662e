"""Page that tells a whole game in one file without network, with the texts of each phase.

Its text stands in the page and is read without any script; a script of ours moves the one board from phase to phase. A policy in the page
allows that script and that style sheet alone, by their hashes, and no connection to anywhere.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from adjudicator import OrderOutcome, Phase, PhaseKind, Position, Resolution, Result, Unit, Variant
from app.game.entries import Press
from app.game.record import Cursor, Turn, variant_at
from app.presentation.order_rows import outcome_note
from app.presentation.story_markup import data, strangers, tag, text
from app.presentation.story_pictures import StoryLook, centre_picture, narrow_pair_pictures, pair_picture
from app.statistics.stabs import Pair
from app.statistics.story import (
    Story,
    describe_honours,
    describe_outcome_of,
    describe_title,
    describe_turning_point,
    points_text,
    system_name,
)
from app.statistics.turning_points import PointKind, TurningPoint
from entente.scoring import Scoring
from entente.words.names import describe_phase_kind, describe_season, join_words, season_letter, unit_name, year_name
from entente.words.outcomes import describe_capture, describe_order
from languages import active_code, labelled, mark, sentence, tr, tr_in
from resources import resource

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
            parts.append(tag("p", text(describe_turning_point(self._story, point)), class_="alarm" if point.kind in _ALARMS else "point"))
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
        said = text(sentence(words))
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
        return [tag("h3", tr("Letters")), *parts]


_PHONE = 340.0
"""Pixels across a chart that a phone shows whole."""
MOST_PAIRS = 6
"""Pairs of powers that are in view at once; the others follow below."""


class PageBoard(Protocol):
    """The board of the page, as :mod:`app.qt.statistics.web_page` makes it."""

    @property
    def markup(self) -> str:
        """The whole ``<svg>`` element, in its state at the end of the game."""
        ...

    @property
    def data(self) -> dict[str, object]:
        """Data of the script: states, styles, colours."""
        ...


@dataclass(frozen=True, slots=True)
class _Sheets:
    style: str
    script: str


def story_page(story: Story, look: StoryLook, board: PageBoard, *, letters: bool) -> bytes:
    """The page.

    Args:
        letters: whether press between single powers is in it.
    """
    sheets = _Sheets(_style(look), resource("story", "page.js").read_text(encoding="utf-8"))
    policy = (
        f"default-src 'none'; script-src '{_hash(sheets.script)}'; style-src '{_hash(sheets.style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    name = story.game.name
    title = describe_title(story)
    head = (
        '<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{text(policy).replace("&#x27;", chr(39))}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f"{tag('title', text(labelled(name, title)))}<style>{sheets.style}</style>"
    )
    body = (
        _top(story),
        tag("main", _board(story, look, board, letters=letters), _story(story, look), _scores(story, look)),
        _timeline(story),
        f'<script type="application/json" id="data">{data(board.data | {"marks": _marks(story)})}</script>',
        f"<script>{sheets.script}</script>",
    )
    page = f'<!DOCTYPE html>\n<html lang="{active_code()}"><head>{head}</head><body>{"".join(body)}</body></html>\n'
    return page.encode("utf-8")


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")


def _style(look: StoryLook) -> str:
    """The sheet, with the colours of the theme and of the powers in front of it."""
    variables = "".join(f"--{key.replace('_', '-')}:{value};" for key, value in look.window.items())
    chips = "".join(f".k{at}{{background:{look.lands[power]};border-color:{look.inks[power]}}}" for at, power in enumerate(look.names))
    scheme = "dark" if look.dark else "light"
    return f":root{{color-scheme:{scheme};{variables}}}{chips}" + resource("story", "page.css").read_text(encoding="utf-8")


def _top(story: Story) -> str:
    tabs = "".join(
        tag("button", label, type="button", data_tab=key, aria_pressed="true" if key == "board" else "false")
        for key, label in (("board", tr("Board")), ("story", tr("Story")), ("scores", tr("Scores")))
    )
    names = tag("h1", strangers(story.game.name)) + tag("p", text(describe_outcome_of(story)))
    return tag("header", tag("div", names, class_="names"), tag("nav", tabs, class_="tabs scripted", aria_label=tr("Parts")), class_="top")


def _board(story: Story, look: StoryLook, board: PageBoard, *, letters: bool) -> str:
    note = tag("p", strangers(story.game.note), class_="note") if story.game.note else ""
    seen = ""
    if story.viewer is not None:
        seen = tag("p", text(tr("The game as {power} may see it.", power=look.names.get(story.viewer, tr("everybody")))), class_="note")
    told = tag("p", role="status", id="told", class_="unseen")
    frame = tag("div", board.markup, class_="map", id="map", tabindex="0", role="group", aria_label=tr("The board"))
    tools = tag(
        "p",
        tag("span", tr("Click a province for its name."), id="place", aria_live="polite", class_="hint"),
        tag("button", tr("Larger"), type="button", id="larger", class_="scripted"),
        class_="tools",
    )
    texts = tag("div", told, note, seen, *phase_texts(story, look, letters=letters), class_="texts", id="texts")
    return tag("section", tag("div", frame, tools, class_="left"), texts, id="board", class_="tab")


def _story(story: Story, look: StoryLook) -> str:
    points = [
        tag("dt", tag("a", text(describe_season(story.game.variant, each.phase)), href=f"#{anchor(each.phase)}"))
        + tag("dd", text(describe_turning_point(story, each)))
        for each in story.turning_points
    ]
    facts = [tag("p", tag("small", heading), text(words)) for heading, words in describe_honours(story, look.names)]
    first, others = story.pairs[:MOST_PAIRS], story.pairs[MOST_PAIRS:]
    pairs = _pairs(story, first, look) if first else tag("p", tr("Nobody helped or attacked anybody."))
    more = ""
    if others:
        more = tag("details", tag("summary", tr("All {count} pairs", count=len(story.pairs))), _pairs(story, others, look))
    hint = tr("Green: they help each other. A red sign ends it. Marks above the line are the upper power's, below the lower's.")
    return tag(
        "section",
        tag(
            "div",
            tag("h2", tr("Centres by year")),
            tag("div", centre_picture(story, look), class_="scroll wide"),
            tag("div", centre_picture(story, look, _PHONE, _PHONE * 0.75), class_="narrow"),
            _centre_table(story, look),
            class_="card",
        ),
        tag("div", tag("h2", tr("Who helped, who stabbed")), pairs, tag("p", hint, class_="hint"), more, class_="card"),
        tag(
            "div", tag("h2", tr("Turning points")), tag("dl", *points) if points else tag("p", tr("None.")), *facts, _rules(), class_="card"
        ),
        id="story",
        class_="tab",
    )


def _pairs(story: Story, pairs: Sequence[Pair], look: StoryLook) -> str:
    """Chart of *pairs* as a wide window has it, and as a phone has it whole."""
    narrow = "".join(narrow_pair_pictures(story, pairs, look, _PHONE))
    return tag("div", pair_picture(story, pairs, look), class_="scroll wide") + tag("div", narrow, class_="narrow")


def _rules() -> str:
    words = tr(
        "A stab is an attack on a power that helped, or was helped, within the last two years, with no attack between them since. "
        "Help is a support or a convoy for another's unit that was really ordered so. An attack is a move onto another's centre, or at a "
        "unit of another that was not ordered away; not where that other helped the move. Promises are taken from sentences such as "
        "“I support you”, written to one power alone. Told besides: the largest swing of a year, the first home centre lost, powers that "
        "go out, leads that change, and years in which nothing was captured."
    )
    return tag("details", tag("summary", tr("How this story is made")), tag("p", text(words)))


def _centre_table(story: Story, look: StoryLook) -> str:
    history = story.centres
    head = tag("tr", tag("th", tr("Power"), scope="col"), *(tag("th", text(moment), scope="col") for moment in history.moments))
    rows = [
        tag("tr", tag("th", _chip(power, look), text(look.names[power]), scope="row"), *(tag("td", str(count)) for count in counts))
        for power, counts in history.counts
    ]
    unknown = ""
    if history.unknown:
        unknown = tag(
            "p", text(tr("Not known here: {names}.", names=join_words(look.names[power] for power in history.unknown))), class_="hint"
        )
    return tag(
        "details",
        tag("summary", tr("As a table")),
        tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll"),
        unknown,
    )


def _chip(power: str, look: StoryLook) -> str:
    return tag("span", class_=f"chip k{list(look.names).index(power)}")


def _scores(story: Story, look: StoryLook) -> str:
    if not story.standings:
        content = tag("p", tr("Not everybody's centres are known here, so there are no points."))
    else:
        head = tag("tr", *(tag("th", each, scope="col") for each in (tr("Power"), tr("Centres"), *map(system_name, Scoring))))
        rows = [
            tag(
                "tr",
                tag(
                    "th",
                    _chip(each.power, look),
                    text(look.names[each.power]),
                    " ",
                    tag("small", strangers(look.players[each.power])) if each.power in look.players else "",
                    scope="row",
                ),
                tag("td", str(each.centres), data_head=tr("Centres")),
                *(tag("td", points_text(each.points[system]), data_head=system_name(system)) for system in Scoring),
                class_="winner" if each.shares_in_it else None,
            )
            for each in story.standings
        ]
        explained = "".join(
            tag("dt", system_name(system)) + tag("dd", text(f"{system.description} {system.source}.")) for system in Scoring
        )
        content = tag("div", tag("table", tag("thead", head), tag("tbody", *rows), class_="cards"), class_="scroll") + tag("dl", explained)
        if story.ending is None:
            content += tag("p", tr("The game is not over; the points are those of a draw among all who own a centre."), class_="hint")
    return tag("section", tag("div", tag("h2", tr("Scores")), content, class_="card"), id="scores", class_="tab")


def _marks(story: Story) -> list[int]:
    """The turns with stabs or broken words."""
    return sorted({each.index for each in story.turning_points if each.kind in (PointKind.STAB, PointKind.BROKEN_WORD)})


def _timeline(story: Story) -> str:
    marks = set(_marks(story))
    variant = story.game.variant
    years: list[tuple[int, list[str]]] = []
    options: list[str] = []
    for index, phase in enumerate(story.phases):
        letter = season_letter(variant, phase)
        short = letter if phase.kind is PhaseKind.MOVEMENT else "r" if phase.kind is PhaseKind.RETREAT else letter.lower()
        full = tr(_KINDS[phase.kind], season=describe_season(variant, phase))
        label = tr("{phase}, a stab", phase=full) if index in marks else full
        button = tag(
            "button",
            text(short),
            type="button",
            data_n=str(index),
            class_="stab" if index in marks else None,
            aria_label=label,
            title=label,
        )
        if not years or years[-1][0] != phase.year:
            years.append((phase.year, []))
        years[-1][1].append(button)
        options.append(tag("option", text(full), value=str(index)))
    groups = "".join(tag("div", tag("span", year_name(year)), *buttons, class_="year") for year, buttons in years)
    controls = (
        tag("button", "‹", type="button", id="previous", aria_label=tr("Previous phase")),
        tag(
            "button",
            "▶",
            type="button",
            id="play",
            aria_label=tr_in("film", "Play"),
            data_play=tr_in("film", "Play"),
            data_pause=tr("Pause"),
        ),
        tag("select", *options, id="choose", aria_label=tr("Phase")),
        tag("button", "›", type="button", id="next", aria_label=tr("Next phase")),
    )
    hint = tag("p", tr("← → go through the phases, Home and End to the ends, Space plays. Red marks are stabs."), class_="hint")
    return tag(
        "footer", tag("div", *controls, class_="controls"), tag("div", groups, class_="years", id="years"), hint, class_="scripted timeline"
    )


_KINDS = {
    PhaseKind.MOVEMENT: mark("{season}, movement"),
    PhaseKind.RETREAT: mark("{season}, retreats"),
    PhaseKind.ADJUSTMENT: mark("{season}, builds"),
}
