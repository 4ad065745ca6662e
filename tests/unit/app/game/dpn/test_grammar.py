"""The grammar in docs/formats/dpn.ebnf is the one that reader and writer follow."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.game.dpn.block_kinds import KINDS
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import sealed
from app.game.dpn.writer import write
from app.game.file_store import game_bytes
from tests.quick import one_by_one
from tests.unit.app.game.dpn.ebnf import Grammar, Speaker, pattern
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import played_game

GRAMMAR = Grammar((Path(__file__).parents[5] / "docs/formats/dpn.ebnf").read_text())
LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßéł0123456789.-_<>/+*&~|;,'"
"""Letters of words. Power names are upper case, so that no word is one by accident."""


def _word(chance: random.Random) -> str:
    return chance.choice("abcdefghijkl") + "".join(chance.choice("abcdefghijklmnop0123456789.-") for _ in range(chance.randint(3, 9)))


def _words(chance: random.Random) -> str:
    return " ".join("x" + "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 8))) for _ in range(chance.randint(1, 4)))


def _text(chance: random.Random) -> str:
    return "".join(chance.choice(LETTERS + ' ="()[]{}#?!:') for _ in range(chance.randint(0, 30)))


def _code(chance: random.Random) -> str:
    return "".join(chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(6))


SAYINGS: dict[str, Callable[[random.Random], str]] = {
    "word": _word,
    "words": _words,
    "address": _word,
    "moment": lambda chance: f"2026-11-{chance.randint(10, 30)}T21:03Z",
    "quoted": lambda chance: f"What if {chance.randint(1, 999)}",
    "text": _text,
    "base64": lambda chance: base64.b64encode(chance.randbytes(57)).decode(),
    "key": lambda chance: base64.b64encode(chance.randbytes(32)).decode(),
    "share": lambda chance: base64.b64encode(chance.randbytes(60)).decode(),
    "eol": lambda _: "\n",
    "checksum": lambda _: "0" * 16,
    "power": _code,
    "hook-name": lambda chance: f"hook_{chance.randint(0, 10**6)}",
}

PATTERNS = {
    "word": r'[^\s"=:\[\]]+',
    "address": r"[^\s<>]+",
    "moment": r"[^\s(:]\S*",
    "words": r"\S(?:.*\S)?",
    "quoted": r'[^"\[\]:\n]+',
    "text": r".*",
    "checksum": r"[0-9a-f]{16}",
    "base64": r"[A-Za-z0-9+/=]{1,76}",
    "key": r"[A-Za-z0-9+/=]{44}",
    "share": r"[A-Za-z0-9+/=]{80}",
    "eol": r"\n",
}


def _is_line(name: str) -> bool:
    """Return True if the production is one line of a file."""
    return name != "eol" and "eol" in GRAMMAR.names_in(name)


def test_every_production_is_defined_and_belongs_to_a_game_file() -> None:
    reached: set[str] = set()
    waiting = ["game-file"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(GRAMMAR.names_in(name))
    assert reached == set(GRAMMAR.productions)


def test_the_reader_knows_the_blocks_of_the_grammar_and_no_others() -> None:
    assert {f"{kind}-block" for kind in KINDS} == {name for name in GRAMMAR.productions if name.endswith("-block")}


@one_by_one("seed", range(60))
def test_whatever_the_grammar_says_is_read_without_a_fault(seed: int) -> None:
    text = Speaker(GRAMMAR, SAYINGS, seed).say("game-file")
    spoken = text.encode()
    if f"sum={'0' * 16}" in text:
        spoken = sealed(text.replace(f" sum={'0' * 16}", "").encode())
        assert b"sum=" in spoken
    assert [str(fault) for fault in read(spoken).faults] == []


@pytest.mark.slow
def test_the_sentences_use_every_production() -> None:
    used: set[str] = set()
    for seed in range(600):
        speaker = Speaker(GRAMMAR, SAYINGS, seed)
        speaker.say("game-file")
        used |= speaker.used
    assert used == set(GRAMMAR.productions)


@one_by_one("block", sorted(name for name in GRAMMAR.productions if name.endswith("-block") and name != "game-block"))
def test_each_block_of_the_grammar_says_something_to_the_reader(block: str) -> None:
    for seed in range(8):
        speaker = Speaker(GRAMMAR, SAYINGS, seed)
        text = "entente-game 1\n\n[game]\nvariant: standard 1\n\n" + speaker.say(block)
        found = read(text.encode())
        assert found.faults == (), text
        assert found.blocks[-1].block is not None, text


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_every_line_that_the_writer_writes_is_a_line_of_the_grammar(seed: int) -> None:
    lines = {name: re.compile(pattern(GRAMMAR, name, PATTERNS)) for name in GRAMMAR.productions if _is_line(name)}
    for game in (played_game(25, seed), game_with_everything()):
        for line in write(game).splitlines():
            fitting = [name for name, form in lines.items() if form.fullmatch(f"{line}\n")]
            assert fitting, f"no production has the line {line!r}"


def test_the_writer_uses_every_kind_of_line_but_comments() -> None:
    lines = {name: re.compile(pattern(GRAMMAR, name, PATTERNS)) for name in GRAMMAR.productions if _is_line(name)}
    game = game_with_everything()
    written = game_bytes(game, Path("game.dpn")).decode().splitlines()
    unused = {name for name, form in lines.items() if not any(form.fullmatch(f"{line}\n") for line in written)}
    assert unused == {"comment-line"}
