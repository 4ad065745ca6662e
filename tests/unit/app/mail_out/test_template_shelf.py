"""The shelf of templates: which files are templates, how they are called, and which stands before which."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.mail_out.bounded_templates import TemplateFault
from app.mail_out.template_shelf import LARGEST, TemplateShelf
from languages import using
from languages.pseudo import OPENING, PSEUDO
from resources import resource


def put(folder: Path, *names: str) -> TemplateShelf:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"words")
    return TemplateShelf(folder)


def test_the_usual_one_comes_first_and_the_others_by_name(tmp_path: Path) -> None:
    shelf = put(tmp_path, "aaa.txt", "zz-top.html", "Upper.txt", "x_y.txt", "7.txt", "notes.md", "club")
    (tmp_path / "folder.txt").mkdir()
    assert list(shelf.templates()) == ["plain", "aaa", "chat", "html", "judge", "zine", "zz-top"]
    assert [each.title for each in shelf.templates().values()] == [
        "Plain",
        "Aaa (own)",
        "Chat",
        "HTML",
        "Judge",
        "Magazine",
        "Zz top (own)",
    ]


def test_a_template_knows_what_it_makes_and_in_which_language(tmp_path: Path) -> None:
    there = put(tmp_path, "own.html").templates()
    assert {name: each.is_html for name, each in there.items()} == {
        "plain": False, "chat": False, "html": True, "judge": False, "zine": False, "own": True,
    }  # fmt: skip
    assert {name: each.language for name, each in there.items()} == {
        "plain": "",
        "chat": "",
        "html": "",
        "judge": "en",
        "zine": "",
        "own": "",
    }
    with using(PSEUDO):
        assert there["judge"].title.startswith(OPENING)


@pytest.mark.parametrize(("length", "is_name"), [(1, True), (41, True), (42, False)])
def test_a_name_has_at_most_41_characters(length: int, is_name: bool, tmp_path: Path) -> None:
    name = "a" * length
    shelf = put(tmp_path, f"{name}.txt")
    assert (name in shelf.templates()) is is_name
    assert (shelf.find(f"{name}.txt") is not None) is is_name


def test_two_hundred_templates_of_ones_own_are_listed(tmp_path: Path) -> None:
    shelf = put(tmp_path, *(f"t{chr(97 + number // 26)}{chr(97 + number % 26)}.txt" for number in range(201)))
    listed = [each.name for each in shelf.templates().values() if each.own]
    assert (len(listed), listed[0], listed[-1]) == (200, "taa", "thr")


def test_a_file_of_ones_own_stands_before_the_shipped_one(tmp_path: Path) -> None:
    shelf = put(tmp_path, "zine.txt")
    assert shelf.find("zine.txt") == ("words", tmp_path / "zine.txt")
    shipped = resource("results") / "plain.txt"
    assert shelf.find("plain.txt") == (shipped.read_text(encoding="utf-8"), shipped)
    assert shelf.find("gone.txt") is None
    assert [each.own for each in shelf.templates().values()] == [False, False, False, False, True]


def test_a_folder_that_is_not_there_holds_none(tmp_path: Path) -> None:
    assert not any(each.own for each in TemplateShelf(tmp_path / "gone").templates().values())


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"a\r\nb\r\n", "a\nb\n"), (b"\xef\xbb\xbfa", "a"), ("Größe".encode(), "Größe"), (b"", ""), (b"x" * LARGEST, "x" * LARGEST)],
)
def test_a_template_is_read_whatever_editor_wrote_it(data: bytes, text: str, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_bytes(data)
    assert TemplateShelf(tmp_path).find("own.txt") == (text, tmp_path / "own.txt")


@pytest.mark.parametrize(("data", "line"), [(b"\xff", 1), (b"a\n\xff\nb", 2), (b"\n\n\n\xff", 4)])
def test_what_is_no_text_is_named_with_its_line(data: bytes, line: int, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_bytes(data)
    with pytest.raises(TemplateFault) as caught:
        TemplateShelf(tmp_path).find("own.txt")
    assert (caught.value.line, caught.value.what) == (line, "it is not written in UTF-8")


def test_a_template_of_ones_own_is_edited_where_it_lies_and_a_shipped_one_as_a_copy(tmp_path: Path) -> None:
    shelf = TemplateShelf(tmp_path / "own")
    made = shelf.copy_to_edit(shelf.templates()["plain"])
    assert made.read_bytes() == (resource("results") / "plain.txt").read_bytes()
    made.write_text("mine")
    before = made.stat()
    assert shelf.copy_to_edit(shelf.templates()["plain"]) == made
    assert (made.stat().st_ino, made.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns), "it is not written again"
    assert made.read_text() == "mine"


def test_a_template_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = put(tmp_path, "own.txt")

    def barred(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", barred)
    with pytest.raises(TemplateFault, match="reading the template failed: permission denied") as caught:
        shelf.find("own.txt")
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "own.txt"), None)
