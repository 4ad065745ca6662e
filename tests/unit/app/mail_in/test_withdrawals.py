"""Sentences that take back what was sent before, and what stands beside it: each with all that is understood of it."""

from __future__ import annotations

import pytest

from app.mail_in import withdrawals
from app.mail_in.order_words import order_words
from app.mail_in.phrases import phrases
from variants.catalogue import standard

WORDS = order_words(standard())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cancel F Lon - Nth", "Cancel F Lon - Nth | LON | reaches_above"),
        ("Cancel all my orders", "Cancel all my orders | all | reaches_above | is_of_all"),
        ("Hi Pete, cancel all my orders", "Hi Pete, cancel all my orders | all | reaches_above | is_of_all"),
        ("Cancel F Sev, F StP and A War", "Cancel F Sev, F StP and A War | SEV,STP,WAR | reaches_above"),
        ("Cancel F Sev + A War", "Cancel F Sev + A War | SEV,WAR | reaches_above"),
        ("Cancel A Bur S A Par - Pic", "Cancel A Bur S A Par - Pic | BUR,PAR | reaches_above"),
        ("cancel that, F Swe - Bot", "cancel that, F Swe - Bot | SWE | reaches_above | is_of_all | has_other_order"),
        ("Cancel F Sev, A War - Gal instead", "Cancel F Sev, A War - Gal instead | SEV,WAR | reaches_above | has_other_order"),
        ("Cancel all but F Lon", "Cancel all but F Lon | all | but LON | reaches_above | is_of_all"),
        (
            "Cancel all orders except F Lon and A Lvp",
            "Cancel all orders except F Lon and A Lvp | all | but LON,LVP | reaches_above | is_of_all",
        ),
        ("Cancel the fleets", "Cancel the fleets | all | kinds F | reaches_above"),
        ("Cancel London", "Cancel London | LON | reaches_above"),
        ("Cancel", "Cancel | all | reaches_above"),
        ("cancel it please now for all I care", "cancel it please now for all I care | all | reaches_above | is_of_all"),
        ("Cancel my earlier orders", "Cancel my earlier orders | all | is_of_all"),
        ("Cancel the orders above", "Cancel the orders above | all | reaches_above | is_of_all"),
        ("Ignore Austria's orders", "nothing"),
        ("Forget what I said. Cancel F Lon.", "Forget what I said. | all | reaches_above"),
        ("Hello there. Cancel F Lon. A Lvp - Wal", "Cancel F Lon. | LON | reaches_above"),
        ("Cancel: F Lon, A Lvp", "Cancel: F Lon, A Lvp | LON,LVP | reaches_above"),
        ("Cancel all: F Lon - Nth", "Cancel all: | all | reaches_above | is_of_all"),
        ("These replace my earlier orders", "These replace my earlier orders | all | is_of_all"),
        ("These orders replace my earlier ones: F Lon - Nth", "These orders replace my earlier ones: | all | is_of_all"),
        ("Remember to cancel the meeting", "nothing"),
        ("Please don't forget my orders", "nothing"),
        ("Cancel the fleets if you like", "nothing"),
        ("If Italy moves, cancel the fleets", "nothing"),
        ("Cancel F Lon again, F Edi - Nth", "Cancel F Lon again, F Edi - Nth | EDI,LON | reaches_above"),
        (
            "Instead cancel the above orders of mine for London",
            "Instead cancel the above orders of mine for London | LON | reaches_above | is_of_all",
        ),
        ("hello", "nothing"),
        ("~", "nothing"),
        ("Annule F Bre", "Annule F Bre | BRE | reaches_above"),
        ("Streiche A Mun und F Kie", "Streiche A Mun und F Kie | KIE,MUN | reaches_above"),
        ("Cancel Lon - Nth", "Cancel Lon - Nth | LON,NTH | reaches_above"),
        ("cancel the moves of this year of all of us", "cancel the moves of this year of all of us | all | reaches_above | is_of_all"),
    ],
)
def test_a_sentence_takes_back(text: str, said: str) -> None:
    """``all`` or places, then those spared, kinds, powers, and the marks that are true."""
    found = withdrawals.withdrawing(text, WORDS)
    told = ["nothing"] if found is None else [found.text, "all" if found.places is None else ",".join(sorted(found.places))]
    if found is not None:
        told += [f"but {','.join(sorted(found.spared))}"] * bool(found.spared) + [f"kinds {''.join(sorted(found.kinds))}"] * bool(
            found.kinds
        )
        told += [f"of {','.join(sorted(found.powers))}"] * bool(found.powers)
        told += [name for name in ("reaches_above", "is_of_all", "has_other_order") if getattr(found, name)]
    assert " | ".join(told) == said


@pytest.mark.parametrize(
    ("text", "own", "places"),
    [
        ("My orders will change", "", ""),
        ("Warsaw shouldn't go to Galicia", {"WAR"}, "WAR"),
        ("Warsaw shouldn't go to Galicia", "", "GAL WAR"),
        ("Warsaw is nice", {"WAR"}, None),
        ("Warsaw goes to Galicia", {"WAR"}, "WAR"),
        ("Warsaw goes to Galicia?", {"WAR"}, None),
        ("Warsaw and Galicia", {"WAR"}, "WAR"),
        ("On second thought Warsaw", {"WAR"}, "WAR"),
        ("I am not sure about my orders", "", None),
        ("I am not sure", "", None),
        ("cancel the orders", "", ""),
        ("I cancel the meeting", "", None),
        ("don't use my earlier orders", "", ""),
        ("sorry about Warsaw to Galicia", {"WAR"}, "WAR"),
        ("If you like we can change Warsaw to Galicia", {"WAR"}, "WAR"),
        ("all but Warsaw", {"WAR"}, "WAR"),
        ("Galicia holds", {"WAR"}, None),
        ("Galicia may change", {"WAR"}, "GAL"),
        ("hello", "", None),
    ],
)
def test_a_sentence_unsettles_orders_of_earlier_mails(text: str, own: set[str] | str, places: str | None) -> None:
    found = withdrawals.unsettles(text, WORDS, own)
    assert (None if found is None else " ".join(sorted(found))) == places


@pytest.mark.parametrize(
    ("text", "changes", "keeps", "corrects"),
    [
        ("Sevastopol holds after all", True, False, False),
        ("Sevastopol holds", False, False, False),
        ("Cancel Sev", True, False, False),
        ("The rest stands", False, True, False),
        ("all else as before", False, True, False),
        ("Sorry, correction:", False, False, True),
        ("Correction", False, False, False),
        ("Correction of the orders that I sent you yesterday evening:", False, False, False),
        ("Orders:", False, False, False),
        ("Make that Rumania instead", True, False, False),
        ("nothing else changes", True, False, False),
    ],
)
def test_a_sentence_changes_keeps_or_corrects(text: str, changes: bool, keeps: bool, corrects: bool) -> None:
    assert (withdrawals.changes_its_units(text), withdrawals.keeps_the_rest(text), withdrawals.is_correction(text)) == (
        changes,
        keeps,
        corrects,
    )


@pytest.mark.parametrize(
    ("text", "vague"),
    [
        ("Make that Rumania instead", True),
        ("cancel it", True),
        ("Austria cancels it", False),
        ("hello", False),
        ("don't forget", False),
        ("Make it so", True),
    ],
)
def test_a_change_that_names_no_order_is_vague(text: str, vague: bool) -> None:
    assert withdrawals.is_vague_change(text, WORDS) is vague


@pytest.mark.parametrize(
    ("text", "left", "struck"),
    [
        ("~~A Par - Bur~~ A Par - Pic", "                A Par - Pic", "A Par - Bur"),
        ("[deleted] A Par - Bur", "", "A Par - Bur"),
        ("A Par - Bur [deleted]", "", "A Par - Bur"),
        ("A Par [deleted] - Bur", "A Par [deleted] - Bur", ""),
        ("[struck", "[struck", ""),
        ("A Par - Bur", "A Par - Bur", ""),
        ("~~ ~~ A", "~~ ~~ A", ""),
        ("[A] Par", "[A] Par", ""),
        ("A Par ~~- Bur", "A Par ~~- Bur", ""),
        ("~~A~~ B ~~C~~", "      B      ", "A C"),
        ("[ deleted ] A Par", "", "A Par"),
    ],
)
def test_what_is_struck_out_is_no_part_of_the_text(text: str, left: str, struck: str) -> None:
    assert withdrawals.without_struck(text) == (left, struck)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("A Par - Bur", "Par=PAR Bur=BUR"),
        ("par to bur", ""),
        ("army par", "par=PAR"),
        ("Den Haag", "Den=DEN"),
        ("fleet den", "den=DEN"),
        ("F den", "den=DEN"),
        ("Petersburgh", "Petersburgh=STP?"),
        ("St Petersburg", "St_Petersburg=STP"),
        ("north sea", "north_sea=NTH"),
        ("North Sea", "North_Sea=NTH"),
        ("Russia", ""),
        ("Prusia", "Prusia=PRU"),
        ("Wien", "Wien=VIE"),
        ("when", ""),
        ("Burg", "Burg=BUR?"),
        ("Marseile", "Marseile=MAR?"),
        ("marseile", ""),
        ("army marseile", "marseile=MAR?"),
        ("Nor", "Nor=NWY"),
        ("Nwy", "Nwy=NWY"),
        ("Lvp", "Lvp=LVP"),
        ("Liv", ""),
        ("Mun. Bur", "Mun=MUN Bur=BUR"),
        ("a spa", "spa=SPA"),
        ("Tyrr", "Tyrr=TYS?"),
        ("gulf of lyon", "gulf_of_lyon=LYO"),
        ("Lyonn", "Lyonn=LYO?"),
    ],
)
def test_places_are_named_with_a_mark_behind_guesses(text: str, named: str) -> None:
    found = withdrawals.mentions(text, WORDS)
    assert " ".join(f"{text[each.start : each.end].replace(' ', '_')}={each.province}" + "?" * each.is_guess for each in found) == named


@pytest.mark.parametrize(
    ("text", "spared"),
    [
        ("all but F Lon", "LON"),
        ("everything except London and Liverpool", "LON LVP"),
        ("London, all but Liverpool", ""),
        ("all", ""),
        ("except F Lon - Nth and A Lvp - Wal", "LON LVP"),
    ],
)
def test_words_of_exception_spare(text: str, spared: str) -> None:
    assert " ".join(sorted(withdrawals.spared_in(text, WORDS))) == spared


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("A Par - Bur", [0]),
        ("a Par", []),
        ("fleet in London", [0]),
        ("fleet of the line in London", []),
        ("army now Paris", []),
        ("F'Lon", [0]),
        ("the fleet in the north sea", [4]),
        ("A fleet London", [2]),
        ("army", []),
        ("armies in the nice Paris", []),
        ("army of the of the Paris", []),
        ("army in the of the Paris", []),
    ],
)
def test_units_are_named_by_their_kind_and_a_place_close_behind_it(text: str, starts: list[int]) -> None:
    assert withdrawals.units_named(text, WORDS) == starts


@pytest.mark.parametrize(
    ("text", "moves", "due"),
    [
        ("F Swe - Bot instead of F Swe - Den", ("F Swe - Bot ", "F Swe - Den"), ("F Swe - Bot ", "F Swe - Den")),
        ("Instead of F Swe - Den, F Swe - Bot", ("F Swe - Bot", "F Swe - Den"), ("F Swe - Bot", "F Swe - Den")),
        ("Instead of F Swe - Den F Swe - Bot", ("F Swe - Bot", "F Swe - Den"), ("F Swe - Bot", "F Swe - Den")),
        ("please instead of F Swe - Den, F Swe - Bot", None, None),
        ("F Swe - Bot instead of A Mos - Ukr", None, None),
        ("A Mos - Sev, not Ukraine", ("A Mos - Sev, ", "Ukraine"), ("A Mos - Sev, ", "Ukraine")),
        ("A Mos - Sev not Ukraine", None, None),
        ("A Mos - Sev, not Ukraine today", None, None),
        ("Replace F Swe - Den with F Swe - Bot", ("F Swe - Bot", "F Swe - Den"), ("F Swe - Bot", "F Swe - Den")),
        ("Change Mos to Sev and Sev to Rum", None, ("Sev and Sev to Rum", "Mos")),
        ("Please replace A Mos - Ukr by A Mos - Sev", ("A Mos - Sev", "A Mos - Ukr"), ("A Mos - Sev", "A Mos - Ukr")),
        ("He said replace A Mos - Ukr by A Mos - Sev", None, None),
        ("Sev to Rum instead of Bla", ("Sev to Rum ", "Bla"), ("Sev to Rum ", "Bla")),
        ("Sev instead of Bla", None, ("Sev ", "Bla")),
        ("F Swe - Bot instead of F Swe - Den?", None, None),
        ("instead of that", None, None),
        ("F Swe - Bot, A Mos - Ukr and A War - Gal instead of F Swe - Den", None, None),
    ],
)
def test_one_order_is_meant_in_place_of_another(text: str, moves: tuple[str, str] | None, due: tuple[str, str] | None) -> None:
    for meant, is_due in ((moves, False), (due, True)):
        found = withdrawals.amended(text, WORDS, is_due=is_due)
        assert (None if found is None else (text[found.start : found.end], found.replaced)) == meant


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("A. B! C", "A. B!| C"),
        ("St. Petersburg holds. Yes", "St. Petersburg holds.| Yes"),
        ("Hello.) There", "Hello.)| There"),
        ("... A", "... A"),
        ("A Par S. A Mar", "A Par S. A Mar"),
        ("A; B: C", "A;| B:| C"),
        ("  ", ""),
        ("a . b .", "a .| b ."),
    ],
)
def test_sentences_end_at_marks_that_end_one(text: str, cut: str) -> None:
    assert "|".join(text[start:end] for start, end in withdrawals.sentences(text)) == cut


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("F Bot instead of Den", [[(6, 16)]]),
        ("nothing", []),
        ("Ça, instead of Den", [[(4, 14)]]),
        ("a_b instead of Den", [[(4, 14)]]),
    ],
)
def test_phrases_are_located_in_the_text_itself(text: str, places: list[list[tuple[int, int]]]) -> None:
    assert [list(each) for each in withdrawals.located(text, phrases("amendment", "instead"))] == places


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the fleets and the army", "AF"),
        ("A and F", ""),
        ("nothing", ""),
    ],
)
def test_kinds_are_named_by_words_and_not_by_letters(text: str, kinds: str) -> None:
    assert "".join(sorted(withdrawals.kinds_named(text, WORDS))) == kinds
