"""The variant that is kept as values is the one that its manifest says, or none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from variants import kept_variant as keeping
from variants.catalogue import shipped, shipped_variant
from variants.kept_variant import KEPT, kept_variant, written


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the shipped folder's standard game that a test may change."""
    (tmp_path / "standard").mkdir()
    for name in ("standard.kept.json", "standard/variant.toml"):
        (tmp_path / name).write_bytes((keeping.SHIPPED_FOLDER / name).read_bytes())
    monkeypatch.setattr(keeping, "SHIPPED_FOLDER", tmp_path)
    kept_variant.cache_clear()
    yield tmp_path
    kept_variant.cache_clear()


@pytest.mark.parametrize("variant_id", KEPT)
def test_what_is_kept_is_what_the_manifest_says(variant_id: str) -> None:
    read, kept = shipped(variant_id).variant, kept_variant(variant_id)
    assert kept is not None, "run python -m variants.kept_variant"
    assert [(each.name, getattr(kept, each.name)) for each in fields(kept) if each.compare] == [
        (each.name, getattr(read, each.name)) for each in fields(read) if each.compare
    ]
    assert list(kept.board.provinces) == list(read.board.provinces)
    assert list(kept.powers) == list(read.powers)
    assert [each.code for each in kept.languages] == [each.code for each in read.languages]
    assert written(variant_id, read) == (keeping.SHIPPED_FOLDER / f"{variant_id}.kept.json").read_text(encoding="utf-8")


def test_one_value_serves_whoever_asks_first() -> None:
    assert shipped("standard").variant is shipped_variant("standard")
    assert shipped_variant("fleet-rome") is shipped("fleet-rome").variant


def test_changed_manifest_is_read_anew(copied: Path) -> None:
    assert kept_variant("standard") is not None
    kept_variant.cache_clear()
    manifest = copied / "standard" / "variant.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("victory = 18", "victory = 17"), encoding="utf-8")
    assert kept_variant("standard") is None


@pytest.mark.parametrize("values", [["Board"], ["Nothing", 1], ["Variant", "standard"], 5, None, {}, []])
def test_file_of_another_version_is_not_used(copied: Path, values: object) -> None:
    file = copied / "standard.kept.json"
    made_of, _ = json.loads(file.read_text(encoding="utf-8"))
    for text in (json.dumps([made_of, values]), json.dumps([made_of]), "[", ""):
        file.write_text(text, encoding="utf-8")
        kept_variant.cache_clear()
        assert kept_variant("standard") is None


def test_library_begins_without_the_readers() -> None:
    code = "import entente, sys; entente.standard().start; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "entente.state" in loaded
    later = {
        "variants.reader",
        "variants.inherit",
        "tomllib",
        "adjudicator.movement",
        "adjudicator.legal",
        "importlib.resources",
        "entente.words",
        "socket",
    }
    assert not later & set(loaded)
