"""Press of level 10: passed on, refused, and read as sentences."""

from __future__ import annotations

import pytest

from app.players.daide.board import DaideBoard
from app.players.daide.frames import diplomacy
from app.players.daide.language import read
from app.players.daide.options import GameOptions
from app.players.daide.press import Arrangement, PressProposal, PressReply, PressWords
from tests.quick import one_by_one
from tests.unit.app.players.daide.table import Table
from variants.catalogue import shipped, standard

AUS, ENG, FRA, GER, ITA, RUS, TUR = range(7)
NAMES = ("Talker", "Talker", "Talker", "DumbBot", "Talker", "Talker", "Talker")


def talking(**options: object) -> Table:
    table = Table(GameOptions(level=10, **options))  # type: ignore[arg-type]
    table.begin()
    return table


def test_press_is_passed_on_and_written_into_the_game() -> None:
    table = talking()
    assert table.say(FRA, "SND ( GER ITA ) ( PRP ( PCE ( FRA GER ITA ) ) )") == ["YES ( SND ( GER ITA ) ( PRP ( PCE ( FRA GER ITA ) ) ) )"]
    assert table.told(GER) == table.told(ITA) == ["FRM ( FRA ) ( GER ITA ) ( PRP ( PCE ( FRA GER ITA ) ) )"]
    assert table.told(ENG) == []
    (press,) = table.match.game.line()[-1].press
    assert (press.sender, press.receivers, press.text) == ("FRANCE", ("GERMANY", "ITALY"), "PRP ( PCE ( FRA GER ITA ) )")


@one_by_one(
    "press",
    [
        "PRP ( ALY ( FRA GER ) VSS ( ENG ) )",
        "PRP ( DRW )",
        "PRP ( SLO ( FRA ) )",
        "PRP ( NOT ( PCE ( FRA GER ) ) )",
        "PRP ( NAR ( DRW ) )",
        "YES ( PRP ( DRW ) )",
        "REJ ( PRP ( DRW ) )",
        "BWX ( PRP ( DRW ) )",
        "CCL ( PRP ( DRW ) )",
        "YES ( CCL ( PRP ( DRW ) ) )",
        "FCT ( PCE ( FRA GER ) )",
        "TRY ( PCE ALY )",
        "TRY ( )",
        "HUH ( ERR PRP ( DRW ) )",
    ],
)
def test_all_of_level_10_is_understood(press: str) -> None:
    table = talking()
    assert table.say(FRA, f"SND ( GER ) ( {press} )")[0].startswith("YES")
    assert table.told(GER) == [f"FRM ( FRA ) ( GER ) ( {press} )"]
    assert PressWords(DaideBoard(standard())).sentence(press)


@pytest.mark.parametrize(
    ("press", "wrong"),
    [
        ("PRP ( XDO ( ( FRA AMY PAR ) HLD ) )", "PRP ( ERR XDO ( ( FRA AMY PAR ) HLD ) )"),
        ("PRP ( AND ( DRW ) ( DRW ) )", "PRP ( ERR AND ( DRW ) ( DRW ) )"),
        ("QRY ( DRW )", "ERR QRY ( DRW )"),
        ("PRP ( PCE ( FRA ) )", "PRP ( PCE ( FRA ERR ) )"),
        ("PRP ( PCE ( FRA FRA ) )", "PRP ( PCE ( FRA ERR FRA ) )"),
        ("PRP ( DRW ( FRA GER ) )", "PRP ( DRW ERR ( FRA GER ) )"),
    ],
)
def test_press_of_a_higher_level_is_not_understood(press: str, wrong: str) -> None:
    table = talking()
    assert table.say(FRA, f"SND ( GER ) ( {press} )") == [f"HUH ( SND ( GER ) ( {wrong} ) )"]
    assert table.told(GER) == []


def test_press_to_somebody_who_is_away_reaches_nobody() -> None:
    table = talking()
    table.leave(ITA)
    table.forget()
    sent = "SND ( GER ITA ) ( PRP ( DRW ) )"
    assert table.say(FRA, sent) == [f"CCD ( ITA ) ( {sent} )"]
    assert table.told(GER) == []
    assert table.say(FRA, "SND ( FRA ) ( PRP ( DRW ) )")[0].startswith("REJ")
    assert table.say(FRA, "SND ( FAL 1901 ) ( GER ) ( PRP ( DRW ) )")[0].startswith("REJ")


def test_a_client_that_crashes_at_press_is_spared_it_and_its_answer_is_given_for_it() -> None:
    table = Table(GameOptions(level=10), names=("Talker",))
    table.sit_down("DumbBot", "8~3")
    table.match.clients = 2
    table.match.begin()
    assert any("HLO ( ENG ) ( 77 ) ( ( LVL 0 ) )" in text for text in table.told(1))
    assert any("( LVL 10 )" in text for text in table.told(0))
    told = table.say(0, "SND ( ENG ) ( PRP ( PCE ( AUS ENG ) ) )")
    assert told == [
        "YES ( SND ( ENG ) ( PRP ( PCE ( AUS ENG ) ) ) )",
        "FRM ( ENG ) ( AUS ) ( HUH ( ERR PRP ( PCE ( AUS ENG ) ) ) )",
        "FRM ( ENG ) ( AUS ) ( TRY ( ) )",
    ]
    assert table.told(1) == []


def test_press_ends_before_the_deadline_where_the_terms_say_so() -> None:
    table = talking(movement_seconds=60, press_seconds=20)
    table.wait(39)
    assert table.say(FRA, "SND ( GER ) ( PRP ( DRW ) )")[0].startswith("YES")
    table.wait(1)
    assert table.say(FRA, "SND ( GER ) ( PRP ( DRW ) )")[0].startswith("REJ")


def test_words_that_two_families_number_differently_reach_each_in_its_own_numbers() -> None:
    table = talking()
    early, late = 0x4A26, 0x4A25  # CCL
    vocabulary = table.host.board.vocabulary
    sent = read("SND ( FRA ) ( CCL ( PRP ( DRW ) ) )", vocabulary)
    table.links[GER].received(diplomacy([late if each == early else each for each in sent]))
    assert table.told(FRA) == ["FRM ( GER ) ( FRA ) ( CCL ( PRP ( DRW ) ) )"]
    table.papers[GER].data.clear()
    table.say(FRA, "SND ( GER ) ( FCT ( DRW ) )")
    assert 0x4A07 in table.papers[GER].messages()[0], "Germany has shown that it has the later numbers, in which FCT is 4A07"


@one_by_one(
    ("press", "sentence"),
    [
        ("PRP ( PCE ( ENG FRA ) )", "Proposal: peace among England and France"),
        (
            "PRP ( ALY ( FRA GER ) VSS ( ENG ITA ) )",
            "Proposal: an alliance of France and Germany against England and Italy",
        ),
        ("YES ( PRP ( DRW ) )", "Agreed: a draw among all who are left"),
        ("REJ ( PRP ( NOT ( PCE ( ENG FRA ) ) ) )", "Refused: not peace among England and France"),
        ("CCL ( PRP ( SLO ( FRA ) ) )", "Taken back: proposal: a solo of France"),
        ("TRY ( )", "Understands no press"),
        ("Shall we meet in Burgundy?", None),
        ("PRP ( PCE ( ENG", None),
        ("XDO ( DRW )", None),
    ],
)
def test_press_reads_as_a_sentence(press: str, sentence: str | None) -> None:
    assert PressWords(DaideBoard(standard())).sentence(press) == sentence


def test_sentences_that_are_picked_are_press() -> None:
    words = PressWords(DaideBoard(standard()))
    peace = words.proposal(Arrangement(PressProposal.PEACE, ("ENGLAND", "FRANCE")))
    assert peace == "PRP ( PCE ( ENG FRA ) )"
    assert words.proposal(Arrangement(PressProposal.DRAW, (), is_not=True)) == "PRP ( NOT ( DRW ) )"
    assert words.proposal(Arrangement(PressProposal.ALLIANCE, ("ITALY", "TURKEY"), ("RUSSIA",))) == "PRP ( ALY ( ITA TUR ) VSS ( RUS ) )"
    assert words.answer(peace, PressReply.NO) == "REJ ( PRP ( PCE ( ENG FRA ) ) )"
    assert words.answer("YES ( PRP ( DRW ) )", PressReply.YES) is None
    with pytest.raises(ValueError, match="two powers or more"):
        words.proposal(Arrangement(PressProposal.PEACE, ("ENGLAND",)))
    for arrangement in (Arrangement(PressProposal.ALLIANCE, ("ITALY", "TURKEY"), ("ITALY",)), Arrangement(PressProposal.SOLO, ())):
        assert arrangement.fault


def test_press_on_a_board_of_other_names_reads_in_its_names() -> None:
    board = shipped("crowded").variant
    words = PressWords(DaideBoard(board))
    said = words.sentence(words.proposal(Arrangement(PressProposal.PEACE, ("SPAIN", "NORWAY"))))
    assert said == "Proposal: peace among Spain and Norway"
