"""Reading of a typed line is kept, for the variant and the language that it was read in."""

from __future__ import annotations

from dataclasses import replace

from app.mail_in.typed_line import read_typed
from languages.wording import using
from variants.catalogue import standard


def test_why_a_line_is_no_order_is_said_in_the_language_spoken_now() -> None:
    variant = standard()
    said = {}
    for code in ("en", "de", "en"):
        with using(code):
            said[code] = read_typed(variant, variant.start, "A PAR - BUR, F BRE H; hello", "FRANCE").fault
    assert said["en"]
    assert said["de"]
    assert said["en"] != said["de"]


def test_a_variant_that_reads_other_languages_is_asked_itself() -> None:
    """It is equal to one that reads English alone: the rules know nothing of languages."""
    variant = standard()
    english = replace(variant, languages=())
    assert english == variant
    assert variant.languages
    assert read_typed(variant, variant.start, "A Paris hält", "FRANCE") != read_typed(english, english.start, "A Paris hält", "FRANCE")
