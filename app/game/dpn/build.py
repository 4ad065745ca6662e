"""From the blocks of a file to a game, as the file records it. The writer's half is ``app.game.dpn.block_parts``."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from adjudicator.board import ARMY, FLEET, Board, Province, Terrain, UnitKind
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.variant import Calendar, CalendarStep, Power, Variant
from app.game.dpn.block_kinds import KINDS
from app.game.dpn.blocks import AuditBlock, GameBlock, Key, NotesBlock, PhaseBlock, PlayersBlock
from app.game.dpn.build_phase import Building
from app.game.dpn.build_turns import TurnBuilder
from app.game.dpn.game_reader import GameText
from app.game.dpn.text_source import VERSION, GameFileFault, in_sequence, quoted
from app.game.edits import judged_lines
from app.game.entries import GAME_MASTER, AuditLine, EmbeddedFile, Hook, Member, SeatedPlayer, TableTerms
from app.game.record import MAIN, Branch, Game, Turn, UnknownOptionError, check_option, variant_at
from app.game.variant_source import Shelf, Shelved, same_checksum
from languages import tr


def placeholder_variant(fields: GameBlock, phases: Iterable[PhaseBlock]) -> Variant | None:
    """A variant with the powers and provinces that the recorded positions name, and no edges; ``None`` where nothing is recorded."""
    recorded = [phase for phase in phases if phase.units or phase.centres]
    if not recorded:
        return None
    powers: dict[str, None] = {}
    places: dict[str, set[str]] = {}
    centres: set[str] = set()
    letters: set[str] = set()
    for phase in recorded:
        powers |= dict.fromkeys((*phase.units, *phase.centres))
        pieces = [piece for each in phase.units.values() for piece in each]
        for out in phase.dislodged or ():
            powers[out.unit.power] = None
            pieces.append(out.unit.piece)
            places.setdefault(out.attacker_origin, set())
        for piece in pieces:
            letters.add(piece.kind)
            coasts = places.setdefault(piece.location.province, set())
            if piece.location.coast is not None:
                coasts.add(piece.location.coast)
        for owned in phase.centres.values():
            centres.update(owned)
        for place in (*centres, *(phase.contested or ())):
            places.setdefault(place, set())
    kinds = [ARMY, FLEET]
    kinds += [UnitKind(letter, letter, frozenset(Terrain)) for letter in sorted(letters - {"A", "F"})]
    provinces = tuple(
        Province(code, code, Terrain.COASTAL, tuple(sorted(coasts)), centre=code in centres) for code, coasts in sorted(places.items())
    )
    start = recorded[0].at.phase
    return Variant(
        id=fields.variant,
        name=fields.variant,
        version=fields.version or "1",
        board=Board.of(provinces, tuple(kinds), ()),
        powers=MappingProxyType({power: Power(power, power.title(), power.title(), power[0]) for power in powers}),
        calendar=_calendar(phase.at.phase for phase in recorded),
        rules=Rules(),
        start=Position(start, (), MappingProxyType({})),
        victory=len(centres) // 2 + 1,
    )


def _calendar(phases: Iterable[Phase]) -> Calendar:
    """A round of the seasons that were recorded."""
    seasons = dict.fromkeys(phase.season for phase in phases)
    steps = tuple(CalendarStep(season, PhaseKind.MOVEMENT) for season in seasons)
    return Calendar(steps, MappingProxyType({season: season for season in seasons}))


_POSITION = re.compile(r"[=*] +[A-Z][A-Z0-9_]* *:")
_PHASE = re.compile(r"\[ *phase\b", re.IGNORECASE)


def is_lost_phase(text: GameText, index: int) -> bool:
    """Return True if the block *index*, which became no part of the game, is a phase whose heading cannot be read, or names another phase.

    Branches that could not be taken in are not counted: what they left is still played on where it was.
    """
    read = text.blocks[index]
    raw, heading = read.raw, read.raw.heading
    if heading is not None and heading.get("branch") is not None:
        return False
    if heading is not None and heading.kind in KINDS and heading.kind != "phase":
        return False
    top = text.source.readable[raw.top]
    if _PHASE.match(top):
        return True
    return any(_POSITION.match(line) for line in text.source.readable[raw.top + 1 : raw.end])


def judged_drafts(game: Game) -> Game:
    """*game* with the verdicts that its drafts have as the game stands; the same game where they stay as they are."""
    for branch in game.branches:
        cursor = game.last(branch.name)
        variant = variant_at(game, cursor)
        if branch.ending is not None or variant is game.variant:
            continue
        turn = game.turn(cursor)
        fresh = turn
        for power, lines in turn.orders.items():
            fresh = fresh.with_orders(power, judged_lines(variant, turn.position, power, lines))
        if any(fresh.orders[power] != lines for power, lines in turn.orders.items()):
            game = game.with_turn(cursor, fresh)
    return game


_MOST_RULES_CHECKED = 200
"""There are some forty rule options."""


class Obstacle(StrEnum):
    """Reason that a game can be looked at, and not be played on unchanged."""

    UNKNOWN_VARIANT = "unknown variant"
    OTHER_CHECKSUM = "other checksum"
    NEWER_VERSION = "newer version"
    TOO_LARGE = "too large"
    CUT_OFF = "cut off"
    """The end mark is missing that its first line tells of."""
    LOST_PHASE = "lost phase"
    """A phase could not be read: without it the phase before would be open, and would be played once more."""


@dataclass(frozen=True, slots=True)
class Built:
    """A game as its file records it."""

    game: Game | None
    """``None`` where nothing could be loaded."""
    faults: tuple[GameFileFault, ...]
    """Faults of the text and those found here, in the order of the file."""
    keys: Mapping[int, Key]
    """Part of the game for each block of the text, by the block's index."""
    without_position: frozenset[Key]
    """Phases whose block records no whole position, so that it followed from the phases before."""
    repeats: Mapping[int, Key]
    """Part of the game that an earlier block is already, for each block that is no part of the game for that reason."""
    obstacle: Obstacle | None = None
    present_checksum: str = ""
    """The checksum of the variant that is here."""
    left_out: frozenset[int] = frozenset()
    """Numbers of lines that were read and say nothing of the game, such as one of a power that there is not."""
    in_part: frozenset[int] = frozenset()
    """Numbers of lines of which only a part is in the game."""
    orders_of_strangers: frozenset[int] = frozenset()
    """Numbers of lines that list orders of powers that there are not."""


def build(text: GameText, shelf: Shelf) -> Built:
    """The game that *text* tells. Never raises for what a file says.

    Positions are those the file records; what it leaves out follows from the phases before. Results are those it records.
    """
    building = Building(text)
    head = building.only(GameBlock, Key("game"))
    phases = [block for _, block in building.all(PhaseBlock)]
    game: Game | None = None
    obstacle: Obstacle | None = None
    without_position: frozenset[Key] = frozenset()
    present = ""
    if head is None:
        if all(read.raw.heading is None or read.raw.heading.kind != "game" for read in text.blocks):
            building.error(1, tr("the file has no [game] block"), tr("a block such as [game] with variant: standard 1"))
    else:
        shelved = shelf.find(head[1].variant) if head[1].variant else None
        present = "" if shelved is None else shelved.checksum
        variant, obstacle = _variant(building, head[0], head[1], phases, shelved)
        if variant is not None:
            turns = TurnBuilder(building, variant, known=obstacle is not Obstacle.UNKNOWN_VARIANT)
            game = turns.with_branches(_game(building, head[0], head[1], variant))
            if obstacle is not Obstacle.UNKNOWN_VARIANT:
                game = judged_drafts(game)
            without_position = frozenset(turns.without_position)
        if obstacle is None and any(is_lost_phase(text, index) for index in range(len(text.blocks)) if index not in building.keys):
            obstacle = Obstacle.LOST_PHASE
    if text.source.is_cut:
        last = len(text.source.readable)
        what = tr("the file ends here without [end], which its first line announces: what follows is missing")
        building.error(last, what, tr("[end] as its last line"))
        obstacle = obstacle or Obstacle.CUT_OFF
    if text.version > VERSION:
        obstacle = Obstacle.NEWER_VERSION
        building.faults.warning(
            1, 1, tr("the file is of version {version}", version=text.version), tr("{version}; a newer program wrote it", version=VERSION)
        )
    elif not text.source.complete:
        obstacle = Obstacle.TOO_LARGE
    taken = set(building.keys.values())
    faults = sorted((*text.faults, *building.faults.found()), key=in_sequence)
    return Built(
        game,
        tuple(faults),
        MappingProxyType(building.keys),
        without_position,
        MappingProxyType({index: key for index, key in building.repeats.items() if key in taken}),
        obstacle,
        present,
        frozenset(building.left_out),
        frozenset(building.in_part),
        frozenset(building.orders_of_strangers),
    )


def _variant(
    building: Building, index: int, fields: GameBlock, phases: list[PhaseBlock], shelved: Shelved | None
) -> tuple[Variant | None, Obstacle | None]:
    if not fields.variant:
        return None, None
    if shelved is None:
        what, expected = tr("no variant called {shown} is here", shown=quoted(fields.variant)), tr("the folder of that variant among yours")
        building.error_at(index, ("variant", fields.variant), what, expected)
        return placeholder_variant(fields, phases), Obstacle.UNKNOWN_VARIANT
    if not same_checksum(fields.checksum, shelved.checksum):
        expected = tr("{checksum}..., which the one here has", checksum=shelved.checksum[:19])
        building.error_at(index, ("variant", fields.checksum), another_version(fields.variant), expected)
        return shelved.variant, Obstacle.OTHER_CHECKSUM
    return shelved.variant, None


def another_version(variant: str) -> str:
    """Return the fault of a game whose variant is here in another version."""
    return tr("the variant {variant} here is another one than the game was made with", variant=variant)


def _game(building: Building, index: int, fields: GameBlock, variant: Variant) -> Game:
    """The game without its turns."""
    players, members = _players(building, variant)
    digest = hashlib.sha256("\n".join(building.text.source.readable).encode()).hexdigest()
    return Game(
        id=fields.id or digest[:8],
        name=fields.name or variant.name,
        variant=variant,
        variant_checksum=fields.checksum,
        branches=(Branch(MAIN, None, (Turn(variant.start),)),),
        players=players,
        members=members,
        rules=_rules(building, index, fields.rules),
        settings=fields.settings,
        hooks=_hooks(building),
        files=_files(building),
        audit=_audit(building),
        note=fields.note,
        table=_table(building, variant),
        notes=_notes(building, variant),
    )


def _players(building: Building, variant: Variant) -> tuple[Mapping[str, SeatedPlayer], tuple[Member, ...]]:
    found = building.only(PlayersBlock, Key("players"))
    if found is None:
        return MappingProxyType({}), ()
    index, block = found
    for power in dict.fromkeys((*block.players, *(each.power for each in block.members))):
        if power not in variant.powers:
            building.leave_out(index, rf"\s*{power}\s*:")
            building.stranger_at(index, (power,), power, variant)
    members = tuple(each for each in block.members if each.power in variant.powers)
    return MappingProxyType({power: player for power, player in block.players.items() if power in variant.powers}), members


def _table(building: Building, variant: Variant) -> TableTerms | None:
    found = building.only(TableTerms, Key("table"))
    if found is None:
        return None
    index, terms = found
    for name in terms.locks:
        if name not in variant.powers and name != GAME_MASTER:
            building.leave_out(index, rf"\s*{name}\s*:")
            expected = tr("one of {powers}, or {game_master}", powers=", ".join(variant.powers), game_master=GAME_MASTER)
            building.stranger_at(index, (name,), name, variant, expected)
    locks = {name: lock for name, lock in terms.locks.items() if name in variant.powers or name == GAME_MASTER}
    return replace(terms, locks=MappingProxyType(locks))


def _notes(building: Building, variant: Variant) -> Mapping[str, str]:
    notes: dict[str, str] = {}
    for index, block in building.all(NotesBlock):
        if block.power not in variant.powers:
            building.stranger_at(index, (block.power,), block.power, variant)
        elif building.take(index, Key("notes", name=block.power)):
            notes[block.power] = block.text
    return MappingProxyType(notes)


def _rules(building: Building, index: int, rules: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    for key, word in rules[:_MOST_RULES_CHECKED]:
        try:
            check_option(key, word)
        except UnknownOptionError as error:
            what = tr("{shown}={shown_word} means nothing to the rules", shown=quoted(key), shown_word=quoted(word))
            building.warning_at(index, ("rules", f"{key}="), what, error.instead)
    return rules


def _hooks(building: Building) -> tuple[Hook, ...]:
    return tuple(hook for index, hook in building.all(Hook) if building.take(index, Key("hook", name=hook.name)))


def _files(building: Building) -> tuple[EmbeddedFile, ...]:
    return tuple(file for index, file in building.all(EmbeddedFile) if building.take(index, Key("file", name=file.name)))


def _audit(building: Building) -> tuple[AuditLine, ...]:
    found = building.only(AuditBlock, Key("audit"))
    return () if found is None else found[1].lines
