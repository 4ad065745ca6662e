"""An evening of play that tells each edit before and after it is accepted, and goes on until it is killed.

Run as a module it is a server: for each line ``SEED FOLDER`` on its input it forks an evening, says ``pid N``, and says ``dead``
when that has come to its end. The lines of an evening are ``start HASH``, ``try HASH`` and ``ok HASH``; the hash is that of the whole game.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from pathlib import Path

from adjudicator.legal import legal_orders, orderable
from app.game.branch_edits import fork
from app.game.document import Document
from app.game.dpn.writer import write
from app.game.edits import clear_power, process, rename_game, set_order
from app.game.library import Library
from app.game.record import MAIN, Cursor, Game
from app.game.storage.places import Places
from tests.unit.app.game.play import fresh_game, random_orders


def digest(game: Game) -> str:
    """Return the digest that distinguishes one version of the game from all others."""
    return hashlib.sha256(write(game).encode()).hexdigest()[:24]


def desk_in(folder: Path) -> Library:
    """A desk whose folders are all in *folder*."""
    return Library(Places(folder / "settings", folder / "data", folder / "cache"))


def resumed(folder: Path) -> Document:
    """Return the document when the program starts: the game a crash left behind, else the saved one, else a new one."""
    desk = desk_in(folder)
    left_behind = desk.recoverable()
    if left_behind:
        return desk.recover(left_behind[0])
    path = folder / "game.dpn"
    return desk.open(path) if path.exists() else desk.new(fresh_game())


def play(folder: Path, seed: int, tell: int) -> None:
    """Play until killed; *tell* is the handle that is written to."""

    def say(word: str, game: Game) -> None:
        os.write(tell, f"{word} {digest(game)}\n".encode())

    chance = random.Random(seed)
    document = resumed(folder)
    assert not document.read_only
    say("start", document.game)
    while True:
        game = document.game
        match chance.randrange(12):
            case 0:
                say("try", game)
                document.save(None if document.path else folder / "game.dpn")
                say("ok", game)
                continue
            case 1 if document.undo_label:
                say("try", _version(document, -1))
                document.undo()
                say("ok", document.game)
                continue
            case 2 if document.redo_label:
                say("try", _version(document, +1))
                document.redo()
                say("ok", document.game)
                continue
            case 3 | 4 if game.ending is None:
                label, game = "Process", process(random_orders(game, chance))
            case 5 if len(game.branches) < 4:
                label, game = "Fork", fork(game, Cursor(MAIN, chance.randrange(len(game.line()))))
            case 6:
                label, game = "Rename", rename_game(game, f"Evening {chance.randrange(10**6)}")
            case 7:
                label, game = "Clear", clear_power(game, MAIN, chance.choice(list(game.variant.powers)))
            case _:
                label, game = "Order", _one_order(game, chance)
        say("try", game)
        document.perform(label, game)
        say("ok", game)


def _version(document: Document, step: int) -> Game:
    """The version that undo or redo is about to bring up."""
    history = document._history
    return history._versions[history.position + step].game


def _one_order(game: Game, chance: random.Random) -> Game:
    position = game.turn(game.last()).position
    power = chance.choice(list(game.variant.powers))
    for place in orderable(game.variant, position, power)[:1]:
        legal = list(legal_orders(game.variant, position, place))
        if legal:
            return set_order(game, MAIN, power, chance.choice(legal))
    return rename_game(game, f"Evening {chance.randrange(10**6)}")


def main() -> None:
    """Serve."""
    for line in sys.stdin:
        seed, _, folder = line.strip().partition(" ")
        child = os.fork()
        if child == 0:
            try:
                play(Path(folder), int(seed), 1)
            finally:
                os._exit(1)
        os.write(1, f"pid {child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, b"dead\n" if os.WIFSIGNALED(status) else b"dead failed\n")


if __name__ == "__main__":
    main()
