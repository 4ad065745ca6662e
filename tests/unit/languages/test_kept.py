from __future__ import annotations

from languages import using
from languages.kept import KeptSentences

SENTENCES = KeptSentences("{power} sent nothing for {phase}: {why}", "{power} sent nothing for {phase}", "clock stopped")


def test_what_a_file_keeps_in_english_is_said_in_another_language_with_what_stood_in_it() -> None:
    with using("pseudo"):
        said = SENTENCES.say("FRANCE sent nothing for S1901M")
        assert said.startswith("⟦FRANCE ")
        assert "S1901M" in said
        assert "sent" not in said
        assert SENTENCES.say("clock stopped").startswith("⟦")


def test_of_two_sentences_that_fit_the_first_counts() -> None:
    with using("pseudo"):
        said = SENTENCES.say("FRANCE sent nothing for S1901M: mail: lost")
        assert "S1901M: mail: lost" in said


def test_what_is_none_of_them_and_english_stay_as_they_are() -> None:
    assert SENTENCES.say("clock stopped") == "clock stopped"
    with using("pseudo"):
        assert SENTENCES.say("Ada asked for it") == "Ada asked for it"
