"""Entries in the tables of secrecy for all that is new: fields of a game, commands.

The tables themselves are beside the tests that go through them; these here are run with every change, whatever it touches.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator

from app.commands.declaring.registry import COMMANDS
from app.game.record import Game
from tests.unit.app.session.command_output import LINES, MAKES_PUBLIC
from tests.unit.app.session.test_nothing_leaks import SAYS_NOTHING_OF_THE_GAME
from tests.unit.app.session.twins import FOG, OPEN, SECRETS

_WORDS_OF_THE_RULES = ("adjudicator.position", "adjudicator.resolution")
"""Modules outside ``app.game`` whose values tell of a game; what an order or a province is made of tells nothing by itself."""


def kinds_of(value: object, known: set[type]) -> Iterator[type]:
    """The dataclasses that a value of that type can hold, as its annotations say."""
    if isinstance(value, type) and dataclasses.is_dataclass(value):
        if value in known or not (value.__module__.startswith("app.game.") or value.__module__ in _WORDS_OF_THE_RULES):
            return
        known.add(value)
        yield value
        for hint in typing.get_type_hints(value).values():
            yield from kinds_of(hint, known)
    for inner in typing.get_args(value):
        yield from kinds_of(inner, known)


def fields_of_a_game() -> set[str]:
    """Every field of every value that a game is made of: ``Turn.press``."""
    kinds = [kind for kind in kinds_of(Game, set()) if kind.__name__ != "Cursor"]
    return {f"{kind.__name__}.{each.name}" for kind in kinds for each in dataclasses.fields(kind)}


def test_every_field_of_a_game_is_secret_or_open() -> None:
    secret = {name for _, names in SECRETS.values() for name in names} | {name for names in FOG.values() for name in names}
    told = {name for names in OPEN for name in names.split()}
    assert fields_of_a_game() - secret - told == set(), "say in twins.py how it differs, or why it is no secret"
    assert (secret | told) - fields_of_a_game() == set(), "gone from the game, and still in the table"
    assert secret & told == set()


def test_every_command_is_run_over_twin_games() -> None:
    tried = {line.split()[0] for line in (*LINES, *MAKES_PUBLIC)}
    assert {command.id for command in COMMANDS} - tried == set(), "write a line for it in told.py"
    assert tried - {command.id for command in COMMANDS} == set()
    assert SAYS_NOTHING_OF_THE_GAME - {command.id for command in COMMANDS} == set(), "gone, and still in test_nothing_leaks.py"
