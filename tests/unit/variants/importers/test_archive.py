"""Archives from strangers: bounded, and no name in them leads anywhere."""

from __future__ import annotations

import io
import stat
import zipfile

import pytest

from tests.quick import one_by_one
from variants.fault import VariantError
from variants.importers import import_archive, own_folders
from variants.importers.own_folders import unpack


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return buffer.getvalue()


def test_files_come_out_by_name() -> None:
    source = unpack("x.zip", zipped({"variants.xml": b"<a/>", "maps/board.svg": b"<svg/>"}))
    assert source.names() == ["maps/board.svg", "variants.xml"]
    assert source.read("maps/board.svg") == b"<svg/>"


@one_by_one("name", ["../evil.xml", "/etc/passwd", "a/../../evil", "C:/windows/evil", "a\\b.xml", "__MACOSX/x", ".hidden", "a//b"])
def test_names_that_lead_out_are_passed_over(name: str) -> None:
    assert unpack("x.zip", zipped({name: b"x", "good.xml": b"y"})).names() == ["good.xml"]


def test_links_are_passed_over() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        link = zipfile.ZipInfo("link.xml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(link, "/etc/passwd")
        opened.writestr("good.xml", b"y")
    assert unpack("x.zip", buffer.getvalue()).names() == ["good.xml"]


def test_a_bomb_is_refused_by_its_ratio() -> None:
    with pytest.raises(VariantError, match="times its size"):
        unpack("bomb.zip", zipped({"variants.xml": b"\0" * 8_000_000}))


def test_a_file_too_large_is_refused_before_it_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_folders, "LARGEST_MEMBER", 1000)
    with pytest.raises(VariantError, match="unpacks to too much"):
        unpack("x.zip", zipped({"a": bytes(range(256)) * 8}))


def test_too_much_in_all_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_folders, "LARGEST_UNPACKED", 3000)
    with pytest.raises(VariantError, match="unpacks to too much"):
        unpack("x.zip", zipped({name: bytes(range(250)) * 4 for name in "abcd"}))


def test_an_archive_too_large_is_refused_before_it_is_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_folders, "LARGEST_ARCHIVE", 100)
    with pytest.raises(VariantError, match=r"the archive has \d+ bytes: expected at most 100|at most 100"):
        unpack("x.zip", zipped({"a": bytes(range(256))}))


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_folders, "MOST_MEMBERS", 3)
    with pytest.raises(VariantError, match="4 files"):
        unpack("x.zip", zipped(dict.fromkeys("abcd", b"")))


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive", b"PK\x03\x04" + b"\xff" * 200])
def test_what_is_no_archive_is_reported(content: bytes) -> None:
    result = import_archive("x.zip", content)
    assert result.variants == ()
    assert "cannot be read" in str(result.report[0])


def test_a_damaged_archive_is_reported() -> None:
    content = bytearray(zipped({"variants.xml": b"<VARIANTS>" + bytes(range(256)) * 20}))
    content[60:90] = b"\xaa" * 30
    result = import_archive("x.zip", bytes(content))
    assert result.variants == ()
    assert result.errors
