"""Sentences of the guide as it is shipped and of the change log, a paragraph each; and the faults of a translation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

from languages import markdown_pages

ROOT = Path(__file__).resolve().parents[1]
_LABEL = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")


def extracted_pages() -> Catalog:
    """Every paragraph of the pages in ``resources/guide``."""
    return _extracted(sorted((ROOT / "resources" / "guide").glob("*.md")))


def extracted_changes() -> Catalog:
    """Every line of ``CHANGELOG.md``."""
    return _extracted([ROOT / "CHANGELOG.md"])


def _extracted(files: Sequence[Path]) -> Catalog:
    template = Catalog(project="Entente", charset="utf-8")
    for file in files:
        for sentence in markdown_pages.sentences(file.read_text(encoding="utf-8")):
            template.add(sentence, locations=[(file.relative_to(ROOT).as_posix(), 0)])
    return template


def broken_page_sentence(english: str, text: str, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults of *text*, the translation of the paragraph *english*.

    Args:
        english: the paragraph.
        text: its translation; empty where there is none, which is not wrong.
        labels: what the window says in English, without ``&`` and ``…``, and what it says in the language.
    """
    if not text:
        return
    for what, pattern in (("code", r"`[^`]*`"), ("links", r"\]\([^)]*\)")):
        if Counter(re.findall(pattern, english)) != Counter(re.findall(pattern, text)):
            yield f"{text!r} has other {what}"
    if english.count("*") != text.count("*"):
        yield f"{text!r} has other stars"
    if "\n" in text or ("|" in text and "|" not in english):
        yield f"{text!r} has a line break or a bar"
    said = {bare(each) for each in _LABEL.findall(text)}
    for label in _LABEL.findall(english):
        wanted = labels.get(bare(label))
        if wanted is not None and wanted not in said:
            yield f"{text!r} calls *{label}* other than the window does: {wanted!r}"


def bare(label: str) -> str:
    """A label without its mnemonic and its dots."""
    return label.replace("&", "").rstrip("…").strip()
