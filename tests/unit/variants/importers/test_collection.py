"""Many boards at once: folders of packages, archives in archives, several boards side by side."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from tests.unit.variants.importers.test_diplomacygm import CONFIG
from tests.unit.variants.importers.test_diplomacygm import SVG as WORLD
from tests.unit.variants.importers.test_jdip import packed
from variants.importers import ImportStoppedError, collection, import_archive, import_board
from variants.source import FolderSource, MemorySource

MAP = """Aland = aaa
Bland = bbb
Sea = sea
COAST AAA ABUTS BBB SEA
COAST BBB ABUTS AAA SEA
WATER SEA ABUTS AAA BBB
RED (RED) AAA
A AAA
BLUE (BLUISH) BBB
A BBB
"""


def archive(files: dict[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return buffer.getvalue()


def unpacked(prefix: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed())) as opened:
        return {f"{prefix}/{name}": opened.read(name) for name in opened.namelist()}


def everything() -> MemorySource:
    config = json.dumps(CONFIG).encode()
    return MemorySource(
        "boards",
        {
            **unpacked("one"),
            **unpacked("two"),
            "maps/first.map": MAP.encode(),
            "maps/second.map": f"USE base\n{MAP}".encode(),
            "maps/base.map": b"Cay = ccc\n",
            "packs/small.zip": packed(),
            "packs/nested.zip": archive({"deep/more.zip": archive({"third.map": MAP})}),
            "packs/broken.zip": b"PK no archive",
            "worlds/a/config.json": config,
            "worlds/a/world.svg": WORLD.encode(),
            "worlds/b/config.json": config,
            "worlds/b/world.svg": WORLD.encode(),
            "readme.txt": b"hello",
        },
    )


@pytest.mark.slow
def test_all_boards_of_a_folder_are_found_whatever_they_are_packed_in() -> None:
    result = import_board(everything())
    names = sorted(each.name for each in result.variants)
    assert names == ["First", "Second", "Small [1]", "Small [1]", "Small [1]", "Small world", "Small world", "Third"]
    assert all(each.files for each in result.variants)
    assert [str(fault) for fault in result.errors if fault.source.startswith("packs")] == [
        "packs/broken.zip: the archive cannot be read: File is not a zip file; expected a zip archive without a password"
    ]
    assert not [line for line in result.report if "base.map" in line.source], "a part of another map is no board"


@pytest.mark.slow
def test_it_tells_how_far_it_has_come_and_stops_when_it_is_asked_to() -> None:
    told: list[tuple[int, int, str]] = []

    def go_on(done: int, total: int, what: str) -> bool:
        told.append((done, total, what))
        return done < 3

    with pytest.raises(ImportStoppedError):
        import_board(everything(), go_on=go_on)
    assert [done for done, _, _ in told] == [0, 1, 2, 3]
    assert all(total > done for done, total, _ in told)


def test_archives_in_archives_end_somewhere() -> None:
    content = MAP.encode()
    for _ in range(6):
        content = archive({"inner.zip" if content.startswith(b"PK") else "x.map": content})
    result = import_archive("matryoshka.zip", content)
    assert result.variants == ()
    assert any("archives lie in one another too deeply" in str(line) for line in result.report)


def test_archives_may_not_unpack_to_too_much_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "LARGEST_TOGETHER", 5000)
    big = archive({"x.map": MAP + "# fill\n" * 300})
    result = import_board(MemorySource("many", {f"{number}.zip": big for number in range(3)}))
    assert any("the archives unpack to too much" in str(line) for line in result.report)


def test_no_more_boards_than_anybody_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "MOST_BOARDS", 2)
    result = import_board(MemorySource("many", {f"board{number}.map": MAP.encode() for number in range(4)}))
    assert len(result.variants) == 2
    assert any("one board too many" in str(line) for line in result.report)


def test_a_file_too_large_to_be_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "large.json").write_bytes(b'{"provinces": []}' * 100)
    monkeypatch.setattr("variants.source.LARGEST_FILE", 1000)
    (fault,) = import_board(FolderSource(tmp_path), "large.json").errors
    assert fault.source == "large.json"
    assert "is larger than" in fault.what


def test_php_whose_territories_are_made_by_a_loop_is_named() -> None:
    php = b"<?php for($i=0; $i<9; $i++) { $territoryRawData[] = array('T'.$i, 'Coast', 'Yes', 1, $i, $i, 1, 1); }"
    (fault,) = import_board(MemorySource("loop", {"loop/install.php": php, "loop/variant.php": b"<?php"})).errors
    assert fault.source == "loop/install.php"
    assert "what a program makes cannot be read" in fault.what
