"""Lines of map files: remarks, files that use others, directives, encodings."""

from __future__ import annotations

import pytest

from tests.unit.variants.importers.judge_maps import BOARD, homes, imported, told, variant
from variants.importers import import_board
from variants.source import MemorySource


def test_a_remark_may_be_indented() -> None:
    assert told("   # RED is no line\n\t#A AAA\n") == told("")


def test_a_power_of_one_file_is_not_current_in_another() -> None:
    found = variant("RED\nUSE part\nHOMES CCC\n", part="A DDD\nBLUE DDD\n")
    assert homes(found) == {"RED": {"CCC"}, "BLUE": {"BBB", "DDD"}}
    lines = [str(line) for line in imported("RED\nUSE part\n", part="A DDD\n").report]
    assert "part.map:1: the unit A DDD belongs to no power: left out" in lines


@pytest.mark.slow
def test_directives_for_all_games_hold_and_those_of_one_variant_do_not() -> None:
    lines = "DIRECTIVES\nRULE BUILD_ANY\nTAX 1\nEND DIRECTIVES\nPAYOLA DIRECTIVES\nRULE REMOTE_BUILDS\nEND DIRECTIVE\nRED DDD\n"
    found = variant(lines)
    assert found.builds == "any owned"
    assert homes(found)["RED"] == {"AAA", "DDD"}
    assert "main.map:23: the directive 'TAX 1' has no counterpart here: left out" in told(lines)
    assert "main.map:25: directives of another variant: PAYOLA DIRECTIVES: left out" in told(lines)


def test_directives_end_with_their_file() -> None:
    assert homes(variant("USE part\nRED DDD\n", part="PAYOLA DIRECTIVES\nRED CCC\n"))["RED"] == {"AAA", "DDD"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "latin-1", "cp1252"])
def test_files_of_any_encoding_are_read(encoding: str) -> None:
    text = BOARD.replace("Aland", "Åland").replace("\n", "\r\n")
    content = (b"\xfe\xff" if encoding == "utf-16-be" else b"") + text.encode(encoding)
    (found,) = import_board(MemorySource("x", {"main.map": content}), "main.map").variants
    assert "Åland" in found.files["variant.toml"].decode()


def test_line_ends_of_old_machines_count() -> None:
    (found,) = import_board(MemorySource("x", {"main.map": BOARD.replace("\n", "\r").encode()}), "main.map").variants
    assert found.files
