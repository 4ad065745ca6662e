"""The catalogues of the shipped languages are in step with the code, and every translation can be filled."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from languages import available_languages, choosing, language, tr, using
from scripts import catalogue
from tests.quick import each_nth, few

SHIPPED = ("de", "es", "fr", "it")


@pytest.fixture(scope="module")
def said() -> Catalog:
    """Return the sentences of the code."""
    return catalogue.extracted()


@pytest.mark.slow
@pytest.mark.parametrize("code", few(SHIPPED, "de"))
def test_a_shipped_language_is_complete(code: str, said: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "extracted", lambda: said)
    assert list(catalogue.faults_in(code, catalogue.SENTENCES)) == []
    assert list(catalogue.faults_in(code, catalogue.GUIDE)) == []


@pytest.mark.slow
@each_nth(4, "code", SHIPPED)
def test_a_line_of_the_change_log_may_wait_for_its_translation_but_none_is_broken(code: str) -> None:
    waiting = "not in the catalogue", "not translated", "unknown to the code"
    assert [each for each in catalogue.faults_in(code, catalogue.NEWS) if not each.startswith(waiting)] == []


@pytest.mark.slow
def test_every_sentence_of_the_code_is_taken_up_those_within_f_strings_among_them(said: Catalog) -> None:
    known = {text for message in said if message.id for text in catalogue.texts(message)}
    firsts = {"tr": 1, "mark": 1, "plural": 2, "tr_in": 2}
    calls = re.compile(rf"\b(?:{'|'.join(firsts)})\(")
    forgotten = [
        f"{file.name}:{call.lineno}: {word.value}"
        for room in catalogue.ROOMS
        for file in (catalogue.ROOT / room).rglob("*.py")
        if calls.search(text := file.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in firsts
        for word in call.args[call.func.id == "tr_in" : firsts[call.func.id]]
        if isinstance(word, ast.Constant) and isinstance(word.value, str) and word.value not in known
    ]
    assert forgotten == []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for languages of a test's own."""
    for module in (catalogue, language, choosing):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    language.load_language.cache_clear()
    yield tmp_path
    language.load_language.cache_clear()


@pytest.fixture
def few_sentences(monkeypatch: pytest.MonkeyPatch) -> Catalog:
    found = Catalog(charset="utf-8")
    found.add("Undo")
    found.add("{power} takes {place}")
    found.add(("{count} centre", "{count} centres"))
    monkeypatch.setattr(catalogue, "extracted", lambda: found)
    for pages in ("extracted_pages", "extracted_changes"):
        monkeypatch.setattr(catalogue, pages, lambda: Catalog(charset="utf-8"))
    return found


def test_a_sixth_language_comes_in_by_the_steps_of_the_guide(folder: Path, few_sentences: Catalog, tmp_path: Path) -> None:
    assert catalogue.main(["new", "nl"]) == 0
    lines = {
        "Undo": "Ongedaan maken",
        "{power} takes {place}": "{power} neemt {place:de}",
        "{count} centre": "{count} centrum | {count} centra",
    }
    (folder / "nl" / "grammar.toml").write_text('[kinds]\nde = ["Noordzee"]\n[forms.de]\nde = "de {name}"\nother = "{name}"\n')
    numbered = tmp_path / "answers.txt"
    numbered.write_text(
        "".join(
            f"{catalogue.number_of(each, catalogue.SENTENCES)}: {lines[catalogue.texts(each)[0]]}\n" for each in few_sentences if each.id
        )
    )
    assert catalogue.main(["fill", "nl", str(numbered)]) == 0
    assert catalogue.main(["compile", "nl"]) == 0
    assert catalogue.main(["check", "nl"]) == 0
    assert "nl" in available_languages()
    with using("nl"):
        assert tr("Undo") == "Ongedaan maken"
        assert tr("{power} takes {place}", power="Frankrijk", place="Noordzee") == "Frankrijk neemt de Noordzee"


@pytest.mark.parametrize(
    ("translation", "what"),
    [
        ("{macht} neemt {place}", "has the places"),
        ("{power} neemt {place", "expected '}'"),
        ("{power} neemt {place:naar}", "has the form 'naar'"),
        ("{power} neemt\n{place}", "has other line breaks"),
    ],
)
def test_a_broken_translation_is_named_and_left_out(
    folder: Path, few_sentences: Catalog, translation: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue.main(["new", "nl"])
    present = catalogue.read("nl", catalogue.SENTENCES)
    present.get("{power} takes {place}").string = translation  # type: ignore[union-attr]
    present.get("Undo").string = "Ongedaan maken"  # type: ignore[union-attr]
    catalogue.write("nl", catalogue.SENTENCES, present)
    catalogue.main(["compile", "nl"])
    assert catalogue.main(["check", "nl"]) == 1
    told = capsys.readouterr().out
    assert what in told
    assert "nl: not translated: '{count} centre'" in told
    with using("nl"):
        assert tr("{power} takes {place}", power="France", place="Spain") == "France takes Spain"
        assert tr("Undo") == "Ongedaan maken"


def test_a_sentence_that_was_reworded_loses_its_translation(folder: Path, few_sentences: Catalog) -> None:
    catalogue.main(["new", "nl"])
    present = catalogue.read("nl", catalogue.SENTENCES)
    present.get("Undo").string = "Ongedaan maken"  # type: ignore[union-attr]
    catalogue.write("nl", catalogue.SENTENCES, present)
    few_sentences.delete("Undo")
    few_sentences.add("Undo it")
    catalogue.main(["update"])
    after = catalogue.read("nl", catalogue.SENTENCES)
    assert after.get("Undo") is None
    assert after.get("Undo it").string == ""  # type: ignore[union-attr]


def test_the_same_words_in_the_window_and_on_a_page_have_translations_of_their_own(
    folder: Path, few_sentences: Catalog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = Catalog(charset="utf-8")
    page.add("Undo")
    monkeypatch.setattr(catalogue, "extracted_pages", lambda: page)
    catalogue.main(["new", "nl"])
    window = catalogue.read("nl", catalogue.SENTENCES)
    window.get("Undo").string = "Ongedaan maken"  # type: ignore[union-attr]
    catalogue.write("nl", catalogue.SENTENCES, window)
    answers = tmp_path / "answers.txt"
    answers.write_text(f"{catalogue.number_of(page.get('Undo'), catalogue.GUIDE)}: Terugnemen\n")  # type: ignore[arg-type]
    for _ in range(2):
        assert catalogue.main(["fill", "nl", str(answers)]) == 0
    assert catalogue.read("nl", catalogue.SENTENCES).get("Undo").string == "Ongedaan maken"  # type: ignore[union-attr]
    assert catalogue.read("nl", catalogue.GUIDE).get("Undo").string == "Terugnemen"  # type: ignore[union-attr]


@pytest.mark.parametrize("kept", [b"", b"no catalogue"])
def test_a_damaged_catalogue_is_english(folder: Path, few_sentences: Catalog, kept: bytes) -> None:
    catalogue.main(["new", "nl"])
    (folder / "nl" / "entente.mo.gz").write_bytes(kept)
    with using("nl"):
        assert tr("Undo") == "Undo"
    shutil.rmtree(folder / "nl")
    assert list(available_languages()) == ["en"]
