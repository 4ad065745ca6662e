"""Files of other versions, of variants that are not here, and with hooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.game.dpn.build import Obstacle
from app.game.dpn.writer import write
from app.game.edits import process
from app.game.entries import Hook
from app.game.library import Library
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, EditError
from app.game.rulings import plain_referee
from app.game.table_edits import attach_hook, put_hook
from tests.unit.app.game.play import fresh_game, ordered, played_game

NEWER = write(played_game(3)).replace("entente-game 1", "entente-game 2") + "\n[wormhole]\nfrom: PAR\n"
OLDER = "entente-game 0\n# old\n[game]\nname: Old\nmap: standard\n\n[phase S1901M]\nFRANCE:\n  A PAR - BUR\n"


def test_a_newer_file_is_shown_and_cannot_be_edited() -> None:
    found = open_text(NEWER.encode(), "n.dpn")
    assert found.obstacle is Obstacle.NEWER_VERSION
    assert "n.dpn:1:1: the file is of version 2, expected 1; a newer program wrote it" in [str(fault) for fault in found.faults]
    assert found.ready().read_only == "a newer program wrote it."
    assert found.game is not None
    assert len(found.game.line()) == 3


def test_a_newer_file_keeps_every_byte_where_it_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "n.dpn"
    path.write_text(NEWER)
    document = Library().open(path)
    with pytest.raises(EditError, match="a newer program wrote it"):
        document.perform("Order", ordered(document.game, "FRANCE", "A PAR H"))
    document.save(tmp_path / "copy.dpn")
    assert (tmp_path / "copy.dpn").read_text() == NEWER


def test_an_older_file_is_read_and_kept_beside_before_it_is_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "old.dpn"
    path.write_text(OLDER)
    document = Library().open(path)
    assert document.game.name == "Old"
    document.perform("Order", ordered(document.game, "FRANCE", "F BRE - MAO"))
    document.save()
    assert (tmp_path / "old.v0.dpn").read_text() == OLDER
    text = path.read_text()
    assert text.startswith("entente-game 1, closed by [end]\n# old\n[game]\n")
    assert "name: Old\nvariant: standard 1\n" in text
    assert "map:" not in text
    document.perform("Order", ordered(document.game, "FRANCE", "F BRE H"))
    document.save()
    document.close()
    assert not (tmp_path / "old.v0-1.dpn").exists()


def test_an_unknown_variant_shows_the_recorded_positions() -> None:
    found = open_text(write(played_game(4)).replace("variant: standard 1", "variant: atlantis 3").encode(), "a.dpn")
    assert found.obstacle is Obstacle.UNKNOWN_VARIANT
    assert [str(fault) for fault in found.faults] == [
        "a.dpn:6:10: no variant called atlantis is here, expected the folder of that variant among yours"
    ]
    ready = found.ready()
    assert ready.read_only == "its variant is not here."
    assert [turn.position.units for turn in ready.game.line()] == [turn.position.units for turn in played_game(4).line()]
    assert ready.writer.compose(ready.game).text == write(played_game(4)).replace("variant: standard 1", "variant: atlantis 3")


def test_an_unknown_variant_without_positions_is_a_fault_and_no_game() -> None:
    found = open_text(b"entente-game 1\n[game]\nvariant: atlantis\n[phase S1901M]\n")
    assert found.standing is FileStanding.UNREADABLE
    assert "no variant called atlantis" in str(found.faults[0])


def test_another_checksum_shows_the_recorded_positions_and_the_present_variant_can_be_taken() -> None:
    text = write(played_game(4))
    other = re.sub("sha256:....", "sha256:0000", text)
    found = open_text(other.encode())
    assert found.obstacle is Obstacle.OTHER_CHECKSUM
    assert found.ready().read_only == "the variant here is not the one that it was made with."
    taken = found.with_present_variant()
    assert taken.standing is FileStanding.CHECKED
    ready = taken.ready()
    assert not ready.saved
    assert ready.writer.compose(ready.game).text == text


def test_a_game_with_hooks_is_unchecked_until_somebody_rules_with_them() -> None:
    game = put_hook(fresh_game(), Hook("fog", ("results",), "def on_results(ctx):\n    return ctx"))
    game = process(attach_hook(game, MAIN, "fog"))
    found = open_text(write(game).encode())
    assert found.standing is FileStanding.UNCHECKED
    assert "hooks" in found.ready().read_only
    consented = found.with_referee(plain_referee)
    assert consented.standing is FileStanding.CHECKED
    assert consented.ready().read_only == ""
