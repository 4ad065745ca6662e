from __future__ import annotations

import pytest

from languages import sort_key, wording
from languages.language import Grammar, Language


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("de", ["Ägäis", "Albanien", "Norwegen", "Österreich-Ungarn", "Portugal", "Straßburg", "Türkei"]),
        ("fr", ["Édimbourg", "Égée", "Espagne", "Finlande", "Île", "Italie"]),
        ("es", ["Nápoles", "nube", "ñandú", "Oporto"]),
    ],
)
def test_names_are_in_the_sequence_of_a_dictionary_of_the_language(code: str, names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording._process, "is_known", True)
    monkeypatch.setattr(wording._process, "language", Language(code, None, Grammar()))
    mixed = names[1::2] + names[::2]
    assert sorted(mixed, key=sort_key) == names


def test_in_english_capitals_do_not_count() -> None:
    assert sorted(["ankara", "Zagreb", "Berlin"], key=sort_key) == ["ankara", "Berlin", "Zagreb"]
