"""The writer: a game to text. What was not edited is written back as it stood, byte for byte.

Its pair is ``app.game.dpn.game_reader``; the grammar is ``docs/formats/dpn.ebnf``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.game.dpn.block_kinds import KINDS
from app.game.dpn.block_parts import Part, ending_part, head_parts, origin_of, tail_parts, turn_parts, written_branch
from app.game.dpn.blocks import Key
from app.game.dpn.build import Built
from app.game.dpn.game_reader import GameText
from app.game.dpn.text_source import END, MAGIC, VERSION, Heading, is_trivia, merged, sealed, without_checksum
from app.game.entries import EmbeddedFile, Hook
from app.game.record import Branch, Game, Turn

_POSITION_MARKS = ("=", "*", "!", "&")
"""Marks at the beginning of the lines of a phase that describe its position."""

VERSION_LINE = f"{MAGIC} {VERSION}"
CLOSED_LINE = f"{VERSION_LINE}, closed by [{END}]"
"""The first line of a file that has an end mark."""

_END = Key(END)

_BREAKING = re.compile("[\x00-\x08\x0a-\x1f\x7f]")
"""Characters that no line of a game file may hold: line ends, and characters that are no text."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A block as the writer words it."""

    key: Key
    heading: str
    body: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the file that is written as one."""

    key: Key | None
    """``None`` for a part outside the game, which stays unchanged."""

    lines: tuple[str, ...]
    """All of it: comments above the heading, the heading, the lines below."""

    top: int
    """Index of the heading among the lines."""

    says: tuple[str, tuple[str, ...]] | None
    """The writer's heading and body for what the lines say; ``None`` where that is not known."""

    kept: frozenset[int]
    """Lines below the heading that were not understood, counted from 0 just below it."""

    lacks_position: bool = False
    """True if it is a phase whose position was left out, to be written the next time."""

    in_part: frozenset[int] = frozenset()
    """Lines below the heading of which only a part was taken in, counted likewise."""

    orders_of_strangers: frozenset[int] = frozenset()
    """Lines below the heading that list orders of powers that there are not, counted likewise."""

    repeats: Key | None = None
    """The part of the game that a segment above it is already, so that this one stays outside it."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A whole file, ready to be written."""

    preamble: tuple[str, ...]
    segments: tuple[Segment, ...]
    states_checksum: bool = False
    """True if its end mark carries the checksum of its content."""
    is_in_git: bool = False
    """True if it is laid out for git."""

    @property
    def text(self) -> str:
        """The file, with LF line ends, without its checksum."""
        lines = [*self.preamble]
        for segment in self.segments:
            lines.extend(segment.lines)
        return "\n".join((*lines, ""))

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        data = encoded(self.text)
        return sealed(data) if self.states_checksum else data


_END_SEGMENT = Segment(_END, ("", str(Heading(END))), 1, None, frozenset())

_CachedTurn = tuple[Turn, tuple[str, str | None, str | None], bool, tuple[Rendered, ...]]
"""A turn, what else its words depend on (branch, its name in headings, origin; whether powers have places), and its words."""


class Writer:
    """Writes the versions of one game over the text it was read from.

    Args:
        text: the file as it was read; ``None`` for a new game.
        built: which blocks of *text* are which parts of the game, and what of it is not in the game.
        baseline: the game that *text* tells: parts that differ from it were edited.
        gives_places: whether the open phases name powers that sent nothing yet; not in a copy from which orders are left out.
    """

    def __init__(
        self,
        text: GameText | None = None,
        built: Built | None = None,
        baseline: Game | None = None,
        *,
        gives_places: bool = True,
    ) -> None:
        self._gives_places = gives_places
        self._is_in_git = False
        self._turns: dict[int, _CachedTurn] = {}
        self._carried: dict[int, tuple[Hook | EmbeddedFile, Rendered]] = {}
        self._composed = Composed((CLOSED_LINE,), ())
        self._closes = self._is_closed = text is None or text.source.is_closed
        self._may_close = text is None or text.version <= VERSION
        self._has_version = text is None or text.source.version is not None
        self._is_older = text is not None and text.version < VERSION
        self._states_checksum = text is None or text.checksum is not None
        self._checksum_fits = text is None or text.checksum is None or text.checksum.fits
        if text is not None:
            said = {} if baseline is None else self.words_of(baseline)
            if self._is_older:
                said.pop(Key("game"), None)
            self._composed = _cut(text, built, said)

    @property
    def checksum_fits(self) -> bool:
        """True if the file is as it was written, as far as it has a checksum."""
        return self._checksum_fits

    @property
    def composed(self) -> Composed:
        """The text that edits are measured against: as it was read, or written last."""
        return self._composed

    def words_of(self, game: Game) -> dict[Key, tuple[str, tuple[str, ...]]]:
        """Heading and body of every part of *game*, as a new file has them."""
        return {each.key: (each.heading, each.body) for each in self._rendered(game)}

    def close_files(self) -> None:
        """From here on, close the file by an end mark with its checksum, also where it had none: so that one that is cut off is known."""
        self._closes = self._closes or self._may_close
        self._states_checksum = self._states_checksum or self._may_close

    def lay_out_for_git(self) -> None:
        """From here on, write what git can join: no checksum, of which git has its own, and a place for the player of each power."""
        self._states_checksum = False
        self._is_in_git = True

    def compose(self, game: Game) -> Composed:
        """The file of *game*, over the text it came from."""
        rendered = self._rendered(game)
        names = {branch.name for branch in game.branches}
        old = _renamed(self._composed.segments, names, {each.key.branch for each in rendered if each.key.branch})
        wanted = {each.key: each for each in rendered}
        old = _in_sequence(old, [each.key for each in rendered])
        standing = {segment.key for segment in old if segment.key is not None}
        held = {*wanted, *(segment.key for segment in old if segment.says is None)}  # a first block that is empty stays too
        following: dict[Key | None, list[Segment]] = {}
        before: Key | None = None
        for each in rendered:
            if each.key in standing:
                before = each.key
            else:
                following.setdefault(before, []).append(_new(each))
        segments = following.get(None, [])
        end = _END_SEGMENT
        last = max((at for at, segment in enumerate(old) if segment.key == _END), default=-1)
        for at, segment in enumerate(old):
            if at == last and self._may_close:
                end = segment
            elif segment.repeats is not None and segment.repeats not in held:
                segments.append(_as_comment(segment))
            elif segment.key in {None, _END}:
                segments.append(segment)
            elif segment.key in wanted:
                segments.append(_updated(segment, wanted[segment.key]))
                segments.extend(following.get(segment.key, ()))
            elif segment.says is None:
                segments.append(segment)  # no part of the game came from it: unknown text stays
        if self._may_close and (self._closes or end is not _END_SEGMENT):
            segments.append(end)
        return Composed(self._preamble(), tuple(segments), self._states_checksum, self._is_in_git)

    def wrote(self, composed: Composed) -> None:
        """*composed* stands in the file now."""
        self._composed = composed
        self._has_version, self._is_older, self._is_closed = True, False, self._closes
        self._states_checksum, self._checksum_fits = composed.states_checksum, True

    def _preamble(self) -> tuple[str, ...]:
        """Return the lines before the first block, with the version that is written."""
        lines = self._composed.preamble
        first = CLOSED_LINE if self._closes else VERSION_LINE
        if self._has_version:
            return (first, *lines[1:]) if self._is_older or self._closes != self._is_closed else lines
        return (first, *lines)

    def _rendered(self, game: Game) -> list[Rendered]:
        """All blocks of *game* in the order of a new file. Those of turns that did not change are not worded again."""
        old_turns, self._turns = self._turns, {}
        old_carried, self._carried = self._carried, {}
        result = [self._part(part, old_carried) for part in head_parts(game, lists_players=self._lists_players(game))]
        for branch in game.branches:
            written, origin = written_branch(branch), origin_of(game, branch)
            for turn in branch.turns:
                place = (branch.name, written, origin)
                origin = None
                cached = old_turns.get(id(turn))
                has_places = self._gives_places and _is_open(game, branch, turn)
                if cached is None or cached[0] is not turn or cached[1] != place or cached[2] != has_places:
                    parts = turn_parts(game.variant, turn, *place, has_places=has_places)
                    cached = (turn, place, has_places, tuple(map(_render, parts)))
                self._turns[id(turn)] = cached
                result.extend(cached[3])
            ending = ending_part(branch)
            if ending is not None:
                result.append(_render(ending))
        result.extend(self._part(part, old_carried) for part in tail_parts(game))
        return result

    def _lists_players(self, game: Game) -> bool:
        return self._is_in_git and game.table is None and ("analysis", "yes") not in game.settings

    def _part(self, part: Part, old: dict[int, tuple[Hook | EmbeddedFile, Rendered]]) -> Rendered:
        """The block in words; long ones are worded once."""
        carried = part.value
        if not isinstance(carried, Hook | EmbeddedFile):
            return _render(part)
        cached = old.get(id(carried))
        if cached is None or cached[0] is not carried:
            cached = (carried, _render(part))
        self._carried[id(carried)] = cached
        return cached[1]


def _is_open(game: Game, branch: Branch, turn: Turn) -> bool:
    """Return True if the file of *game* waits for orders of that turn: at a table they are sealed, on an analysis board none are sent."""
    waits = turn is branch.turns[-1] and turn.resolution is None and branch.ending is None
    return waits and game.table is None and ("analysis", "yes") not in game.settings


def encoded(text: str) -> bytes:
    """The bytes of a game's text; bytes that were no UTF-8 when they were read come out as they were."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def write(game: Game) -> str:
    """The text of a game that was never in a file, without a checksum.

    >>> from app.game.edits import new_game
    >>> from variants import standard
    >>> text = write(new_game(standard(), "Straits of Iron", game_id="7f3a0b21"))
    >>> print(*text.splitlines()[:5], sep="; ")
    entente-game 1, closed by [end]; ; [game]; id: 7f3a0b21; name: Straits of Iron
    """
    return Writer().compose(game).text


def file_text(game: Game, *, is_view: bool = False) -> str:
    """Return the text that saving a game writes that was never in a file: the same with its checksum.

    Args:
        is_view: whether *game* is what one power sees: then who is not seen to have sent orders may have sent some.

    >>> from app.game.dpn.text_source import checksum_of
    >>> from app.game.edits import new_game
    >>> from variants import standard
    >>> checksum_of(file_text(new_game(standard(), "Straits of Iron")).encode()).fits
    True
    """
    return Writer(gives_places=not is_view).compose(game).data.decode("utf-8", "surrogateescape")


def _cut(text: GameText, built: Built | None, said: Mapping[Key, tuple[str, tuple[str, ...]]]) -> Composed:
    lines = text.source.lines
    if lines[-1] == "":
        lines = lines[:-1]
    keys: Mapping[int, Key] = {} if built is None else built.keys
    incomplete: frozenset[Key] = frozenset() if built is None else built.without_position
    apart = (text.skipped, *((set(), set(), set()) if built is None else (built.left_out, built.in_part, built.orders_of_strangers)))
    numbered = [sorted(each) for each in apart]
    segments: list[Segment] = []
    for index, read in enumerate(text.blocks):
        raw = read.raw
        key = _END if raw.heading is not None and raw.heading.kind == END else keys.get(index)
        body = raw.top + 1
        says = None if key is None else said.get(key)
        skipped, left_out, in_part, strangers = (
            frozenset(line - 1 - body for line in numbers[bisect_right(numbers, body) : bisect_right(numbers, raw.end)])
            for numbers in numbered
        )
        own = lines[raw.lead : raw.end]
        repeats = None if built is None else built.repeats.get(index)
        if key is _END and text.version <= VERSION:
            at = raw.top - raw.lead
            own = (*own[:at], without_checksum(own[at]), *own[at + 1 :])
        segments.append(Segment(key, own, raw.top - raw.lead, says, skipped | left_out, key in incomplete, in_part, strangers, repeats))
    return Composed(lines[: text.source.preamble], tuple(segments))


def _renamed(segments: tuple[Segment, ...], names: set[str], present: set[str]) -> tuple[Segment, ...]:
    """*segments* under the new name, where one branch of the game was renamed since they were read."""
    told = {segment.key.branch for segment in segments if segment.key is not None and segment.key.branch}
    gone, come = told - names, (names & present) - told
    if len(gone) != 1 or len(come) != 1:
        return segments
    (old,), (new,) = gone, come
    return tuple(
        replace(segment, key=replace(segment.key, branch=new)) if segment.key is not None and segment.key.branch == old else segment
        for segment in segments
    )


def _in_sequence(segments: tuple[Segment, ...], keys: list[Key]) -> tuple[Segment, ...]:
    """The segments with the phases of each branch in the order of *keys*: a damaged file may have them in another, and cannot be played.

    Branches that stand between one another stay so. A block that repeats a phase stays behind it, since the first of both counts.
    """
    rank = {key: at for at, key in enumerate(keys) if key.kind == "phase"}
    places: dict[str, list[int]] = {}
    for at, segment in enumerate(segments):
        key = segment.key or segment.repeats
        if key in rank:
            places.setdefault(key.branch, []).append(at)
    result = list(segments)
    for each in places.values():
        standing = [rank[key] for at in each if (key := segments[at].key) is not None]
        if standing != sorted(standing):
            for at, segment in zip(each, sorted((segments[at] for at in each), key=lambda one: _rank(one, rank)), strict=True):
                result[at] = segment
    return tuple(result)


def _rank(segment: Segment, rank: Mapping[Key, int]) -> int:
    key = segment.key or segment.repeats
    return -1 if key is None else rank[key]


def _as_comment(segment: Segment) -> Segment:
    """*segment* as comments: the part that it repeats has gone from the game, and does not come back as what stood twice."""
    body = (f"# {line}" if line.strip() and not is_trivia(line) else line for line in segment.lines[segment.top :])
    return Segment(None, (*segment.lines[: segment.top], *body), segment.top, None, frozenset())


def _updated(segment: Segment, rendered: Rendered) -> Segment:
    """*segment* saying what *rendered* says; the same segment where it does already."""
    says = (rendered.heading, rendered.body)
    body = list(segment.lines[segment.top + 1 :])
    same = segment.says is not None and (segment.says[1] is rendered.body or segment.says[1] == rendered.body)
    if same and segment.says is not None and segment.says[0] == rendered.heading and not segment.lacks_position:
        return segment
    body, unread, strangers = _prepared(body, segment, rendered.body)
    if not same:
        body, unread = merged(body, unread, rendered.body)
    elif segment.lacks_position:
        others = frozenset(index for index, line in enumerate(body) if line[:1] not in _POSITION_MARKS)
        now, kept = merged(body, unread | others, [line for line in rendered.body if line[:1] in _POSITION_MARKS])
        skipped = {body[index] for index in unread}
        body, unread = now, frozenset(index for index in kept if now[index] in skipped)
    heading = segment.lines[segment.top]
    if segment.says is None or segment.says[0] != rendered.heading:
        remark = heading[heading.rindex("]") + 1 :] if "]" in heading else ""
        heading = rendered.heading + remark
    at = len(body)
    return Segment(
        segment.key,
        (*segment.lines[: segment.top], heading, *body, *strangers),
        segment.top,
        says,
        unread,
        orders_of_strangers=frozenset(range(at, at + len(strangers))),
    )


def _prepared(body: list[str], segment: Segment, new: tuple[str, ...]) -> tuple[list[str], frozenset[int], list[str]]:
    """*body* as it is merged with *new*.

    Returns:
        The lines: one that is only in part in the game has itself as a comment above it, where it is about to give way. Which of them
        were not understood. And lists of orders of powers that there are not, which stand at the end from then on: above the orders
        of others they would make these their own.
    """
    result: list[str] = []
    unread: set[int] = set()
    strangers: list[str] = []
    said: set[str] = set()
    for index, line in enumerate(body):
        if index in segment.orders_of_strangers:
            strangers.append(line)
            continue
        if index in segment.in_part:
            if line.strip() not in new or line in said:
                result.append(f"# {line.lstrip()}")
            said.add(line)
        if index in segment.kept:
            unread.add(len(result))
        result.append(line)
    return result, frozenset(unread), strangers


def _new(rendered: Rendered) -> Segment:
    return Segment(rendered.key, ("", rendered.heading, *rendered.body), 1, (rendered.heading, rendered.body), frozenset())


def _render(part: Part) -> Rendered:
    """*part* in words. Whatever its values hold, each of its lines is one line: what would end it becomes a blank."""
    heading, body = str(part.heading), tuple(KINDS[part.key.kind].lines(part.value))
    if _BREAKING.search("".join((heading, *body))) is None:
        return Rendered(part.key, heading, body)
    return Rendered(part.key, _BREAKING.sub(" ", heading), tuple(_BREAKING.sub(" ", line) for line in body))
