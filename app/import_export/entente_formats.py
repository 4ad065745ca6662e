"""The door between the library for programs and the formats of games, registered for ``entente.read_game`` and ``write_game`` in
``pyproject.toml`` (``entente.formats``).

Nothing else of the program is reached from the library, and this module reaches nothing above games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from adjudicator import LEGAL, Order, Resolution
from adjudicator.variant import Variant as Model
from app.game.file_store import game_bytes
from app.game.opening import FileStanding, open_text
from app.game.played import difference, game_of
from app.game.record import MAIN, Cursor, Game, OrderLine, Turn, variant_with, words_of
from app.game.variant_source import Shelved, ShippedShelf
from app.import_export.kinds import FileFamily, recognise
from app.import_export.reading import read_game
from app.import_export.received import ExchangeError
from app.import_export.writing import ENDINGS
from app.import_export.writing import written as written_for_others
from entente.playing import Record
from entente.saved import GameFileError, SavedGame
from entente.state import State, Step, Variant
from languages import tr


class _Shelf:
    """The variants that come with the program, and one that was handed in, which stands for every board."""

    def __init__(self, variant: Model | None) -> None:
        self._variant = variant

    def find(self, variant_id: str) -> Shelved | None:
        """The variant handed in, if there is one; else that of the id."""
        return ShippedShelf().find(variant_id) if self._variant is None else Shelved(self._variant, "")

    def ids(self) -> tuple[str, ...]:
        """The ids of those that can be played; none where one was handed in, since no board is looked for."""
        return ShippedShelf().ids() if self._variant is None else ()


def read(name: str, data: bytes, variant: Model | None, number: int) -> SavedGame:
    """The game in *data*.

    Raises:
        GameFileError: there is none that can be read.
    """
    found = recognise(name, data)
    if found.family is FileFamily.GAME:
        return _of_ours(name, data, _Shelf(variant))
    try:
        brought = read_game(name, data, _Shelf(variant), number=number, known=found)
    except ExchangeError as error:
        raise GameFileError(str(error)) from error
    return _saved(brought.game, brought.lines)


def _of_ours(name: str, data: bytes, shelf: _Shelf) -> SavedGame:
    opened = open_text(data, name, shelf)
    if opened.standing is FileStanding.UNREADABLE or opened.game is None:
        faults = "; ".join(str(fault) for fault in opened.faults[:5])
        raise GameFileError(tr("{name}: there is no game in this file: {faults}", name=name, faults=faults))
    remarks = [str(fault) for fault in opened.faults]
    if opened.standing is FileStanding.DIFFERS:
        remarks += [*map(str, opened.differences), tr("The positions of the file were taken.")]
        return _saved(opened.trust_positions().game, remarks)
    if opened.standing is FileStanding.UNCHECKED:
        remarks.append(tr("The game has hooks, which are not run: its phases stand as the file has them."))
    return _saved(opened.game, remarks)


def _saved(game: Game, remarks: list[str] | tuple[str, ...]) -> SavedGame:
    line = game.line(MAIN)
    states: list[State] = []
    for index, turn in enumerate(line):
        variant = Variant(variant_with(game.variant, game.rules_at(Cursor(MAIN, index))))
        states.append(State(variant, turn.position, game.ending if index == len(line) - 1 else None))
    steps: list[Step] = []
    told = list(remarks)
    for index, turn in enumerate(line[:-1]):
        before = states[index]
        resolution = turn.resolution or Resolution((), (), (), (), line[index + 1].position)
        after = states[index + 1]
        if resolution.next != after.position:
            told.append(
                tr(
                    "{phase} begins with another position than {before_phase} led to: the file has it corrected.",
                    phase=after.phase,
                    before_phase=before.phase,
                )
            )
        steps.append(Step(before, State(after.variant, resolution.next, after.ending), resolution, (), _orders(turn)))
    players = {power: player.name for power, player in game.players.items() if player.name}
    record = Record(states[0], tuple(steps), states[-1])
    return SavedGame(game.name, record, _orders(line[-1]), tuple(told), MappingProxyType(players))


def _orders(turn: Turn) -> Mapping[str, tuple[Order, ...]]:
    return MappingProxyType({power: tuple(orders) for power, orders in turn.read_orders().items()})


def _with_corrections(game: Game) -> Game:
    """*game* with an adjustment wherever a phase begins otherwise than the one before ended."""
    line = game.line()
    for index, (before, turn) in enumerate(pairwise(line), 1):
        assert before.resolution is not None, "only the last phase is open"
        if before.resolution.next != turn.position:
            change = difference(before.resolution.next, turn.position, "Corrected in the game that this was written from", "GM")
            game = game.with_turn(Cursor(MAIN, index), replace(turn, adjustments=(*turn.adjustments, change)))
    return game


def written(game: SavedGame, ending: str) -> bytes:
    """*game* as the bytes of a file that ends in *ending*.

    Raises:
        ValueError: nothing is written for that ending, or there is nothing to write yet.
    """
    record = game.record
    rules = words_of(record.start.variant.rules)
    made = _with_corrections(game_of(record, game.name, rules=rules))
    last = made.last()
    turn = made.turn(last)
    lines = {power: tuple(OrderLine(str(order), order, LEGAL) for order in orders) for power, orders in game.orders.items()}
    made = made.with_turn(last, replace(turn, orders=MappingProxyType(lines)))
    if ending == ".dpn":
        return game_bytes(made, Path(f"{made.name}.dpn"))
    if ending not in ENDINGS:
        raise ValueError(f"nothing is written for files that end in {ending or 'nothing'}; there are .dpn, {', '.join(ENDINGS)}")
    return written_for_others(made, last, ending)[0]
