from __future__ import annotations

from collections.abc import Callable
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from languages import (
    active_code,
    clauses,
    first_of,
    heading,
    in_digits,
    labelled,
    mark,
    plural,
    quoted,
    sentence,
    tr,
    tr_in,
    using,
    wording,
)
from languages.choosing import wished_by_the_environment
from languages.language import Grammar, Language, load_language

Speak = Callable[[Language | None], None]

GRAMMAR = Grammar(
    kinds={"Nordsee": "f", "Autriche": "f", "Armee": "f"},
    forms={
        "in": {"f": "in der {name}", "other": "in {name}"},
        "de": {"f": "de la {name}", "f-vowel": "d'{name}", "other": "de {name}", "other-vowel": "d'{name}"},
        "the": {"f": "die {name}", "other": "{name}"},
    },
    decimal=",",
    thousands=".",
)


def language(**messages: str) -> Language:
    """A language with a few sentences; keys stand for themselves with blanks for underscores."""
    return of_catalogue({key.replace("_", " "): value for key, value in messages.items()})


def of_catalogue(messages: dict[str | tuple[str, str], str | tuple[str, str]], context: str | None = None) -> Language:
    catalogue = Catalog(locale="de", fuzzy=False)
    for text, found in messages.items():
        catalogue.add(text, found, context=context)
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Language("de", GNUTranslations(file), GRAMMAR)


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Speak:
    def chosen(found: Language | None) -> None:
        monkeypatch.setattr(wording._process, "is_known", True)
        monkeypatch.setattr(wording._process, "language", found)

    return chosen


def test_an_empty_text_stays_empty_in_every_language(speak: Speak) -> None:
    speak(language(Save="Sichern"))
    assert tr("") == ""
    assert tr_in("menu", "") == ""
    with using("pseudo"):
        assert tr("") == ""


def test_in_english_the_code_says_what_is_read(speak: Speak) -> None:
    speak(None)
    assert tr("Save {game}?", game="Evening") == "Save Evening?"
    assert tr("a {brace} that is meant") == "a {brace} that is meant"
    assert plural("{count} game", "{count} games", 1) == "1 game"
    assert plural("{count} game of {who}", "{count} games of {who}", 3, who="Ada") == "3 games of Ada"
    assert mark("Save") == "Save"


def test_another_language_turns_a_sentence_round(speak: Speak) -> None:
    speak(
        of_catalogue(
            {"{one} follows {two}": "Auf {two} folgt {one}", ("{count} game", "{count} games"): ("{count} Spiel", "{count} Spiele")}
        )
    )
    assert tr("{one} follows {two}", one="A", two="B") == "Auf B folgt A"
    assert plural("{count} game", "{count} games", 2) == "2 Spiele"
    assert active_code() == "de"


def test_what_the_catalogue_lacks_or_breaks_is_said_in_english(speak: Speak) -> None:
    speak(of_catalogue({"Save {game}?": "{spiel} sichern?", "Open {game}": "{game öffnen"}))
    assert tr("Save {game}?", game="Evening") == "Save Evening?"
    assert tr("Open {game}", game="Evening") == "Open Evening"
    assert tr("Close {game}", game="Evening") == "Close Evening"


def test_one_english_word_that_means_two_things(speak: Speak) -> None:
    speak(of_catalogue({"Fall": "Herbst"}, context="season"))
    assert tr_in("season", "Fall") == "Herbst"
    assert tr("Fall") == "Fall"


def test_names_are_bent_as_the_language_needs(speak: Speak) -> None:
    speak(of_catalogue({"in {place}": "{place:in}", "of {power}": "{power:de}", "{unit} bounced": "{unit:The} prallte ab"}))
    assert tr("in {place}", place="Nordsee") == "in der Nordsee"
    assert tr("in {place}", place="Paris") == "in Paris"
    assert tr("of {power}", power="Autriche") == "d'Autriche"
    assert tr("of {power}", power="France") == "de France"
    assert tr("{unit} bounced", unit="Armee Paris") == "Die Armee Paris prallte ab"


def test_an_adjective_in_a_german_name_takes_the_ending_of_its_place() -> None:
    german = load_language("de")
    assert german is not None
    names = {
        "Schwarzes Meer": ("das Schwarze Meer", "ins Schwarze Meer", "im Schwarzen Meer"),
        "Irische See": ("die Irische See", "in die Irische See", "in der Irischen See"),
        "Bottnischer Meerbusen": ("der Bottnische Meerbusen", "in den Bottnischen Meerbusen", "im Bottnischen Meerbusen"),
        "Nordsee": ("die Nordsee", "in die Nordsee", "in der Nordsee"),
    }
    assert {name: tuple(german.grammar.bent(form, name) for form in ("der", "nach", "in")) for name in names} == names


def test_numbers_have_the_languages_separators(speak: Speak) -> None:
    speak(of_catalogue({"{share:.1f} of {all:,}": "{share:.1f} von {all:,}"}))
    assert tr("{share:.1f} of {all:,}", share=1.5, all=12000) == "1,5 von 12.000"
    assert (in_digits(4.06, ".1f"), in_digits(-0.5, "+.1f")) == ("4,1", "-0,5")


def test_for_one_reader_the_language_is_another(speak: Speak) -> None:
    speak(language(Orders="Befehle"))
    with using("en"):
        assert tr("Orders") == "Orders"
    assert tr("Orders") == "Befehle"


def test_the_pseudo_language_marks_and_lengthens_every_sentence_and_keeps_its_places() -> None:
    with using("pseudo"):
        said = tr("Save {game} in <b>{folder}</b>?", game="Evening", folder="x")
    assert (said[0], said[-1]) == ("⟦", "⟧")
    assert "Evening" in said
    assert "<b>x</b>" in said
    assert len(said) > 1.3 * len("Save Evening in <b>x</b>?")


@pytest.mark.parametrize(
    ("environment", "wished"),
    [
        ({"LANGUAGE": "de_AT:fr", "LANG": "en_GB.UTF-8"}, ["de_AT", "fr"]),
        ({"LC_ALL": "xx_YY.bad", "LANG": "de_DE"}, ["xx_YY.bad"]),
        ({"LANG": ""}, []),
    ],
)
def test_the_system_says_which_language_it_wishes(environment: dict[str, str], wished: list[str]) -> None:
    assert wished_by_the_environment(environment) == wished


def test_a_language_that_is_not_there_is_english() -> None:
    assert first_of(["xx_YY.bad", "tlh"]) == "en"
    with using("xx"):
        assert tr("Save") == "Save"


def test_pieces_of_a_line_are_joined_as_the_language_does() -> None:
    joined = [labelled("Paris", "libre"), heading("France"), clauses(["un", "deux", "trois"]), quoted("oui"), clauses([])]
    assert joined == ["Paris: libre", "France:", "un; deux; trois", "“oui”", ""]
    with using("fr"):
        joined = [labelled("Paris", "libre"), heading("France"), clauses(["un", "deux", "trois"]), quoted("oui"), clauses([])]
    assert joined == ["Paris\xa0: libre", "France\xa0:", "un\xa0; deux\xa0; trois", "«\xa0oui\xa0»", ""]


def test_a_sentence_begins_with_a_capital_and_the_rest_stays() -> None:
    assert [sentence(each) for each in ("the fleet in DEN", "été: F bre", "")] == ["The fleet in DEN", "Été: F bre", ""]


@pytest.mark.parametrize(
    "words",
    [
        "club.mbox: 60 mails",
        "club of november.mbox: 60 mails",
        "boards/isle is no folder.",
        "dan@example.org is in no game.",
        "my_hook.py is left out.",
    ],
)
def test_a_name_at_the_start_of_a_sentence_stays_as_it_is(words: str) -> None:
    assert sentence(words) == words


@pytest.mark.parametrize("words", ["a mail. It names no game: nothing counts", "nobody writes to dan@example.org", "3 mails: none is new"])
def test_a_name_further_on_leaves_the_capital(words: str) -> None:
    assert sentence(words) == words[:1].upper() + words[1:]
