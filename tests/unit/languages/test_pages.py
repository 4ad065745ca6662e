"""Pages of the help are translated a paragraph at a time, and those without a whole translation stay English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from app.commands.declaring.registry import COMMANDS
from app.presentation.help_pages import help_pages
from languages import language, markdown_pages, using
from resources import resource
from scripts import catalogue
from scripts.page_sentences import extracted_pages
from tests.quick import each_nth

PAGE = """# A round

Press *Process…* and
wait.

- The first `code`
  goes on.
- See [the rest](rest.md).

| sign | means |
| --- | --- |
| ✓ | taken |

```python
# a comment
```

    A Par - Bur
"""

Translate = Callable[[dict[str, str]], str]


def test_what_is_read_is_found_and_code_is_not() -> None:
    assert markdown_pages.sentences(PAGE) == [
        "A round",
        "Press *Process…* and wait.",
        "The first `code` goes on.",
        "See [the rest](rest.md).",
        "sign",
        "means",
        "taken",
    ]


@pytest.fixture
def translate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Translate]:
    """Makes a language with some paragraphs of the page translated; answers what the check says of it."""
    for module in (catalogue, language, markdown_pages):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    said, paragraphs = Catalog(charset="utf-8"), Catalog(charset="utf-8")
    said.add("&Process…")
    for each in markdown_pages.sentences(PAGE):
        paragraphs.add(each)
    monkeypatch.setattr(catalogue, "extracted", lambda: said)
    monkeypatch.setattr(catalogue, "extracted_pages", lambda: paragraphs)
    monkeypatch.setattr(catalogue, "extracted_changes", lambda: Catalog(charset="utf-8"))

    def make(translations: dict[str, str]) -> str:
        catalogue.main(["new", "nl"])
        for domain, texts in ((catalogue.SENTENCES, {"&Process…": "&Verwerken…"}), (catalogue.GUIDE, translations)):
            written = catalogue.read("nl", domain)
            for english, text in texts.items():
                written.get(english).string = text  # type: ignore[union-attr]
            catalogue.write("nl", domain, written)
        catalogue.labels.cache_clear()
        catalogue.main(["compile", "nl"])
        capsys.readouterr()
        catalogue.main(["check", "nl"])
        return capsys.readouterr().out

    for cached in (language.load_language, markdown_pages._messages, catalogue.labels):
        cached.cache_clear()
    yield make
    for cached in (language.load_language, markdown_pages._messages, catalogue.labels):
        cached.cache_clear()


def test_a_page_is_put_together_from_its_paragraphs(translate: Translate) -> None:
    translate(
        {
            "A round": "Een ronde",
            "Press *Process…* and wait.": "Druk op *Verwerken…* en wacht.",
            "The first `code` goes on.": "De eerste `code` gaat door.",
            "means": "betekent",
        }
    )
    with using("nl"):
        shown = markdown_pages.page(PAGE)
    assert shown == PAGE.replace("# A round", "# Een ronde").replace(
        "Press *Process…* and\nwait.", "Druk op *Verwerken…* en wacht."
    ).replace("- The first `code`\n  goes on.", "- De eerste `code` gaat door.").replace("| means |", "| betekent |")


@pytest.mark.parametrize(
    ("english", "text", "what"),
    [
        ("Press *Process…* and wait.", "Druk op *Uitvoeren…* en wacht.", "calls *Process…* other than the window does: 'Verwerken'"),
        ("Press *Process…* and wait.", "Druk op Verwerken… en wacht.", "has other stars"),
        ("The first `code` goes on.", "De eerste `kode` gaat door.", "has other code"),
        ("See [the rest](rest.md).", "Zie [de rest](rust.md).", "has other links"),
        ("means", "betekent | zegt", "has a line break or a bar"),
    ],
)
def test_a_broken_paragraph_is_named_and_stays_english(translate: Translate, english: str, text: str, what: str) -> None:
    told = translate({english: text, "A round": "Een ronde"})
    assert what in told
    with using("nl"):
        shown = markdown_pages.page(PAGE)
    assert "# Een ronde" in shown
    assert markdown_pages.sentences(shown)[1:] == markdown_pages.sentences(PAGE)[1:]


def test_a_paragraph_without_a_translation_is_named(translate: Translate) -> None:
    told = translate({})
    assert "nl: not translated: 'See [the rest](rest.md).'" in told
    with using("nl"):
        assert markdown_pages.sentences(markdown_pages.page(PAGE)) == markdown_pages.sentences(PAGE)


@pytest.mark.parametrize("kept", [b"", b"nothing of the kind", b"\x1f\x8b\x08\x00cut"])
def test_a_damaged_catalogue_of_pages_is_english(translate: Translate, tmp_path: Path, kept: bytes) -> None:
    translate({"A round": "Een ronde"})
    (tmp_path / "nl" / "guide.mo.gz").write_bytes(kept)
    with using("nl"):
        assert markdown_pages.page(PAGE) == PAGE


def test_every_page_keeps_its_words_when_it_is_put_together() -> None:
    for page in sorted(resource("guide").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        with using("xx"):
            assert markdown_pages.page(text).split() == text.split()


def test_the_language_that_nobody_speaks_keeps_code_and_links() -> None:
    with using("pseudo"):
        shown = markdown_pages.page(PAGE)
    assert "⟦" in shown
    assert "`code`" in shown
    assert "](rest.md)" in shown
    assert "# a comment" in shown


@each_nth(3, "code", catalogue.languages())
def test_the_help_is_in_the_language_that_is_spoken(code: str) -> None:
    with using(code):
        guide = {each.id: each.title for each in help_pages(COMMANDS)}
    english = {each.id: each.title for each in help_pages(COMMANDS)}
    assert [name for name in ("first-game", "game-master", "writing-orders") if guide[name] == english[name]] == []


def test_every_page_of_the_guide_is_in_the_catalogue() -> None:
    places = {place for each in extracted_pages() if each.id for place, _line in each.locations}
    assert places == {f"resources/guide/{each.name}" for each in resource("guide").glob("*.md")}
