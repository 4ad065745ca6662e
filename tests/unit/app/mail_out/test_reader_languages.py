"""Mails are in the language of their receiver: results, reminders and answers; a judge's results stay in English."""

from __future__ import annotations

import pytest

from app.game.record import MAIN, Cursor
from app.mail_out.bounded_templates import TemplateFault
from app.mail_out.making import Wish, plan
from app.mail_out.readers import named_template
from languages import choosing, using
from languages.pseudo import OPENING, PSEUDO
from tests.unit.app.mail_out.round_of_two import desk
from tests.unit.app.mail_out.test_templates import rendered


@pytest.fixture(autouse=True)
def _pseudo_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the pseudo language to those that a person can like."""
    monkeypatch.setattr("app.address_book.address_book.available_languages", lambda: {**choosing.available_languages(), PSEUDO: "Pseudo"})


def test_results_for_a_player_are_in_the_language_that_the_address_book_has_for_them() -> None:
    session = desk()
    session.run('address "Ada" ada@example.org --language Pseudo')
    assert OPENING in session.run("results --power austria")
    assert OPENING not in session.run("results --power italy")
    assert OPENING not in session.run("results")


def test_a_page_says_in_which_language_it_is() -> None:
    session = desk()
    session.run('address "Ada" ada@example.org --language pseudo')
    assert f'<html lang="{PSEUDO}">' in session.run("results --power austria --template html")
    assert '<html lang="en">' in session.run("results --power italy --template html")


def test_a_reminder_is_in_the_language_of_who_gets_it() -> None:
    session = desk()
    session.run("remind italy")
    assert session.services.clipboard.startswith("Dear Ben,")
    session.run('address "Ben" ben@example.org --language pseudo', "remind italy")
    assert session.services.clipboard.startswith(OPENING)


def test_what_reads_a_judges_results_reads_english_whoever_gets_them() -> None:
    english = desk().run("results --power austria --template judge")  # before the book knows a language, which all desks here share
    made = desk()
    made.run('address "Ada" ada@example.org --language pseudo')
    assert made.run("results --power austria --template judge") == english
    for name, language in (("judge", "en"), ("plain", PSEUDO)):
        (told,) = plan(made.session, Cursor(MAIN, 1), ("AUSTRIA",), Wish(named_template(name))).facts
        assert (told.language, OPENING in told.phase) == (language, language == PSEUDO)


def test_everybody_reads_what_the_game_master_speaks() -> None:
    with using(PSEUDO):
        assert OPENING in desk().run("results")


@pytest.mark.parametrize("text", ["{x:>999999999}", "{x.__class__}", "{x[0]}", "{x!r}", "{0}"])
def test_a_sentence_in_a_template_has_plain_places_alone(text: str) -> None:
    with pytest.raises(TemplateFault, match="a place in a sentence is a name in braces"):
        rendered("{{ tr('" + text + "', x='a') }}")


def test_a_template_of_ones_own_says_sentences_too() -> None:
    assert (
        rendered("{{ tr('Next: {phase}.', phase='F1901M') }} {{ plural('{count} unit', '{count} units', 2) }}") == "Next: F1901M. 2 units"
    )
    with using(PSEUDO):
        assert rendered("{{ tr('Next: {phase}.', phase='F1901M') }}").startswith(OPENING)
