"""Answers of a DAIDE server: grammar, orders, deadlines, votes, coming back."""

from __future__ import annotations

import pytest

from app.players.daide.board import DaideBoard
from app.players.daide.definition import definition_of
from app.players.daide.options import GameOptions
from tests.quick import one_by_one
from tests.unit.app.players.daide.table import Table
from variants.catalogue import shipped, shipped_ids

AUS, ENG, FRA, GER, ITA, RUS, TUR = range(7)
HOLDS = {
    AUS: "SUB ( ( AUS AMY BUD ) HLD ) ( ( AUS AMY VIE ) HLD ) ( ( AUS FLT TRI ) HLD )",
    ENG: "SUB ( ( ENG AMY LVP ) HLD ) ( ( ENG FLT EDI ) HLD ) ( ( ENG FLT LON ) HLD )",
    FRA: "SUB ( ( FRA AMY MAR ) HLD ) ( ( FRA AMY PAR ) HLD ) ( ( FRA FLT BRE ) HLD )",
    GER: "SUB ( ( GER AMY BER ) HLD ) ( ( GER AMY MUN ) HLD ) ( ( GER FLT KIE ) HLD )",
    ITA: "SUB ( ( ITA AMY ROM ) HLD ) ( ( ITA AMY VEN ) HLD ) ( ( ITA FLT NAP ) HLD )",
    RUS: "SUB ( ( RUS AMY MOS ) HLD ) ( ( RUS AMY WAR ) HLD ) ( ( RUS FLT SEV ) HLD ) ( ( RUS FLT ( STP SCS ) ) HLD )",
    TUR: "SUB ( ( TUR AMY CON ) HLD ) ( ( TUR AMY SMY ) HLD ) ( ( TUR FLT ANK ) HLD )",
}


def playing(**options: object) -> Table:
    table = Table(GameOptions(**options))  # type: ignore[arg-type]
    table.begin()
    return table


def everybody_holds(table: Table, *but: int) -> None:
    for number, holds in HOLDS.items():
        if number not in but:
            table.say(number, holds)
    table.go_on()


@one_by_one(
    ("said", "answer"),
    [
        ("( RUS AMY WAR ) HLD", "HUH ( ERR ( RUS AMY WAR ) HLD )"),
        ("SUB ( ( FRA AMY PAR ) FLT )", "HUH ( SUB ( ( FRA AMY PAR ) ERR FLT ) )"),
        ("SUB", "HUH ( SUB ERR )"),
        ("SUB ( ( FRA AMY PAR ) MTO ( STP ) )", "HUH ( SUB ( ( FRA AMY PAR ) MTO ( STP ERR ) ) )"),
        ("GOF GOF", "HUH ( GOF ERR GOF )"),
        ("NME ( 'x' )", "HUH ( NME ( 'x' ) ERR )"),
        ("NOT ( HLO )", "HUH ( NOT ( ERR HLO ) )"),
        ("TME ( -5 )", "HUH ( TME ( ERR -5 ) )"),
        ("DRW ( FRA ENG )", "HUH ( DRW ERR ( FRA ENG ) )"),
        ("SND ( GER ) ( PRP ( PCE ( FRA GER ) ) )", "HUH ( ERR SND ( GER ) ( PRP ( PCE ( FRA GER ) ) ) )"),
        ("HLO ( (", "PRN ( HLO ( ( )"),
        ("HLO )", "PRN ( HLO ) )"),
    ],
)
def test_what_is_no_message_comes_back_with_the_place_of_the_fault(said: str, answer: str) -> None:
    assert playing().say(FRA, said) == [answer]


@pytest.mark.parametrize("said", ["HUH ( ERR SUB )", "PRN ( ( SUB )", "HUH ( (", "YES ( SVE ( 'x' ) )", "REJ ( LOD ( 'x' ) )"])
def test_answers_of_clients_are_taken_and_never_answered(said: str) -> None:
    assert playing().say(FRA, said) == []


@one_by_one(
    ("order", "note"),
    [
        ("( ( FRA AMY PAR ) MTO BUR )", "MBV"),
        ("( ( FRA AMY PAR ) MTO BER )", "FAR"),
        ("( ( FRA AMY PAR ) MTO ECH )", "FAR"),
        ("( ( FRA FLT PAR ) MTO BUR )", "NSF"),
        ("( ( FRA AMY BRE ) HLD )", "NSA"),
        ("( ( GER AMY BER ) HLD )", "NYU"),
        ("( ( FRA AMY PAR ) RTO BUR )", "NRS"),
        ("( ( FRA AMY PAR ) BLD )", "NRS"),
        ("( FRA WVE )", "NRS"),
        ("( ( FRA FLT BRE ) MTO ( SPA NCS ) )", "FAR"),
        ("( ( FRA AMY PAR ) SUP ( FRA AMY MAR ) MTO BUR )", "MBV"),
        ("( ( FRA AMY PAR ) SUP ( FRA AMY SPA ) )", "NSA"),
        ("( ( FRA AMY PAR ) SUP ( GER AMY MUN ) MTO SWE )", "FAR"),
        ("( ( FRA FLT BRE ) CVY ( FRA AMY PAR ) CTO LON )", "NAS"),
        ("( ( FRA AMY PAR ) CTO LON VIA ( ECH ) )", "NSF"),
    ],
)
def test_every_order_gets_its_note(order: str, note: str) -> None:
    assert playing().say(FRA, f"SUB {order}")[0] == f"THX {order} ( {note} )"


def test_an_order_that_cannot_be_is_not_written_down_and_stays_missing() -> None:
    table = playing()
    told = table.say(FRA, "SUB ( ( FRA AMY PAR ) MTO BER ) ( ( FRA AMY MAR ) HLD ) ( ( FRA FLT BRE ) HLD )")
    assert told[-1] == "MIS ( FRA AMY PAR )"
    assert table.say(FRA, "MIS") == ["MIS ( FRA AMY PAR )"]
    assert table.say(FRA, "GOF") == ["YES ( GOF )", "MIS ( FRA AMY PAR )"]


def test_the_same_orders_twice_are_taken_twice_and_the_last_one_counts() -> None:
    table = playing()
    assert table.say(FRA, HOLDS[FRA]) == table.say(FRA, HOLDS[FRA])
    table.say(FRA, "SUB ( ( FRA AMY PAR ) MTO BUR )")
    everybody_holds(table, FRA)
    assert "ORD ( SPR 1901 ) ( ( FRA AMY PAR ) MTO BUR ) ( SUC )" in table.told(GER)


def test_orders_for_another_turn_have_no_season() -> None:
    table = playing()
    assert table.say(FRA, "SUB ( FAL 1901 ) ( ( FRA AMY PAR ) MTO BUR )")[0] == "THX ( ( FRA AMY PAR ) MTO BUR ) ( NRS )"
    assert table.say(FRA, "SUB ( SPR 1901 ) ( ( FRA AMY PAR ) MTO BUR )")[0] == "THX ( ( FRA AMY PAR ) MTO BUR ) ( MBV )"


def test_orders_are_taken_back() -> None:
    table = playing()
    table.say(FRA, HOLDS[FRA])
    assert table.say(FRA, "NOT ( SUB ( ( FRA AMY PAR ) MTO BUR ) )") == ["REJ ( NOT ( SUB ( ( FRA AMY PAR ) MTO BUR ) ) )"]
    assert table.say(FRA, "NOT ( SUB ( ( FRA AMY PAR ) HLD ) )") == ["YES ( NOT ( SUB ( ( FRA AMY PAR ) HLD ) ) )"]
    assert table.say(FRA, "MIS") == ["MIS ( FRA AMY PAR )"]
    assert table.say(FRA, "NOT ( SUB )") == ["YES ( NOT ( SUB ) )"]
    assert table.say(FRA, "MIS") == ["MIS ( FRA AMY MAR ) ( FRA AMY PAR ) ( FRA FLT BRE )"]


def test_a_turn_ends_when_all_sets_are_complete_though_nobody_says_that_it_goes_on() -> None:
    table = playing()
    everybody_holds(table, TUR)
    assert not any(text.startswith("ORD") for text in table.told(FRA))
    table.say(TUR, HOLDS[TUR])
    table.go_on()
    told = table.told(FRA)
    assert sum(text.startswith("ORD ( SPR 1901 )") for text in told) == 22, "an ORD for every unit of every power"
    assert told[-1].startswith("NOW ( FAL 1901 )")
    assert not any(text.startswith("SCO") for text in told), "no centre changed hands"


def test_who_wants_to_wait_is_waited_for_until_the_deadline() -> None:
    table = playing(movement_seconds=60)
    assert table.say(TUR, "NOT ( GOF )") == ["YES ( NOT ( GOF ) )"]
    everybody_holds(table)
    assert table.match.game.turn(table.match.game.last()).phase.season == "S"
    table.wait(59.9)
    assert table.match.game.turn(table.match.game.last()).phase.season == "S"
    table.wait(0.1)
    assert table.match.game.turn(table.match.game.last()).phase.season == "F"


def test_a_client_that_computes_for_ever_holds_and_the_turn_ends_at_its_deadline() -> None:
    table = playing(movement_seconds=5, retreat_seconds=5, build_seconds=5)
    everybody_holds(table, TUR)
    assert not any(text.startswith("ORD") for text in table.told(TUR))
    table.wait(5)
    told = table.told(TUR)
    assert "ORD ( SPR 1901 ) ( ( TUR FLT ANK ) HLD ) ( SUC )" in told
    assert told[-1] == "TME ( 5 )"


def test_notices_come_before_the_deadline() -> None:
    table = playing(movement_seconds=60)
    assert table.say(FRA, "TME") == ["TME ( 60 )"]
    assert table.say(FRA, "TME ( 10 )", "TME ( 30 )", "TME ( 61 )") == ["YES ( TME ( 10 ) )", "YES ( TME ( 30 ) )", "REJ ( TME ( 61 ) )"]
    assert table.say(FRA, "NOT ( TME ( 30 ) )") == ["YES ( NOT ( TME ( 30 ) ) )"]
    table.forget()
    table.wait(31)
    assert table.told(FRA) == []
    assert table.host.next_event() == 1050.0
    table.wait(20)
    assert table.told(FRA) == ["TME ( 10 )"]
    table.wait(1)
    assert table.told(FRA) == []
    assert playing().say(FRA, "TME") == ["REJ ( TME )"], "there is no limit"


def test_a_draw_needs_everybody_and_holds_for_its_turn_alone() -> None:
    table = playing()
    for number in range(6):
        assert table.say(number, "DRW") == ["YES ( DRW )"]
    everybody_holds(table)
    assert table.say(TUR, "DRW") == ["YES ( DRW )"]
    table.go_on()
    assert table.match.game.ending is None
    for number in range(6):
        table.say(number, "DRW")
    table.forget()
    table.go_on()
    told = table.told(FRA)
    assert told[0] == "DRW"
    assert told[1].startswith("SMR ( FAL 1901 ) ( AUS ( 'Bot 0' ) ( '1' ) 3 )")
    table.wait(3)
    assert table.told(FRA) == ["OFF"]
    table.wait(1)
    closed = [table.papers[FRA].is_closed]
    table.wait(1)
    assert [*closed, table.papers[FRA].is_closed] == [False, True]


def test_a_draw_may_leave_out_a_power_where_the_terms_say_so() -> None:
    table = playing(partial_draws=True)
    assert "PDA" in table.say(FRA, "HLO")[0]
    for number in range(7):
        table.say(number, "DRW ( FRA GER )")
    table.forget()
    table.go_on()
    assert table.told(FRA)[0] == "DRW ( FRA GER )"
    assert table.match.game.ending is not None
    assert table.match.game.ending.winners == ("FRANCE", "GERMANY")


def test_who_is_gone_comes_back_with_the_passcode_alone() -> None:
    table = playing(movement_seconds=60)
    table.leave(FRA)
    assert table.told(GER) == ["CCD ( FRA )"]
    new = table.connect()
    assert table.say(new, "NME ( 'FRA:Bot 2' ) ( '1' )") == ["REJ ( NME ( 'FRA:Bot 2' ) ( '1' ) )"]
    assert table.say(new, "IAM ( FRA ) ( 78 )") == ["REJ ( IAM ( FRA ) ( 78 ) )"]
    assert table.say(new, "IAM ( GER ) ( 77 )") == ["REJ ( IAM ( GER ) ( 77 ) )"], "Germany is connected"
    assert table.say(new, "IAM ( FRA ) ( 77 )") == ["YES ( IAM ( FRA ) ( 77 ) )"]
    assert table.told(GER) == ["NOT ( CCD ( FRA ) )"]
    assert table.say(new, "MAP") == ["MAP ( 'standard' )"]
    burst = table.say(new, "HLO", "ORD", "SCO", "NOW")
    assert [text.split(" (")[0] for text in burst] == ["HLO", "REJ", "SCO", "NOW"]
    assert table.say(new, HOLDS[FRA])[-1] == "THX ( ( FRA FLT BRE ) HLD ) ( MBV )"


def test_passcodes_cannot_be_tried_one_after_the_other() -> None:
    table = playing(movement_seconds=60)
    table.leave(FRA)
    for _ in range(5):
        new = table.connect()
        for code in range(1, 11):
            table.say(new, f"IAM ( FRA ) ( {code} )")
        assert table.papers[new].is_closed
    assert table.say(table.connect(), "IAM ( FRA ) ( 77 )") == ["REJ ( IAM ( FRA ) ( 77 ) )"]


def test_a_client_that_leaves_before_the_game_gives_its_seat_back() -> None:
    table = Table()
    table.leave(FRA)
    table.sit_down("Another")
    assert [guest.name for guest in table.host.ready] == ["Bot 0", "Bot 1", "Bot 3", "Bot 4", "Bot 5", "Bot 6", "Another"]
    late = table.connect()
    assert table.say(late, "NME ( 'Late' ) ( '1' )") == ["REJ ( NME ( 'Late' ) ( '1' ) )"]


def test_a_client_that_never_accepts_the_map_loses_its_seat() -> None:
    table = Table(names=("Bot",))
    waiting = table.connect()
    table.say(waiting, "NME ( 'Waiting' ) ( '1' )")
    table.wait(60)
    assert table.papers[waiting].is_closed
    assert [guest.name for guest in table.host.ready] == ["Bot"]
    refusing = table.connect()
    table.say(refusing, "NME ( 'No' ) ( '1' )", "REJ ( MAP ( 'standard' ) )")
    assert table.papers[refusing].is_closed


def test_an_observer_that_comes_late_is_told_all_that_it_needs_and_sees_every_order() -> None:
    table = playing()
    everybody_holds(table)
    observer = table.connect()
    assert table.say(observer, "OBS") == ["YES ( OBS )", "MAP ( 'standard' )"]
    told = table.say(observer, "YES ( MAP ( 'standard' ) )")
    assert told[0] == "HLO ( UNO ) ( 0 ) ( ( LVL 0 ) )"
    assert [text.split(" (")[0] for text in told] == ["HLO", "SCO", "NOW"]
    assert table.say(observer, HOLDS[FRA]) == [f"REJ ( {HOLDS[FRA]} )"]
    table.forget()
    everybody_holds(table)
    assert sum(text.startswith("ORD ( FAL 1901 )") for text in table.told(observer)) == 22


def test_the_past_is_sent_again() -> None:
    table = playing()
    assert table.say(FRA, "HST") == ["REJ ( HST )"]
    everybody_holds(table)
    again = table.say(FRA, "HST ( SPR 1901 )")
    assert len(again) == 23
    assert again == table.say(FRA, "HST")
    assert table.say(FRA, "ORD") == again[:22]
    assert table.say(FRA, "SMR") == ["REJ ( SMR )"]


def test_builds_that_are_not_made_are_waived_each_with_a_word_of_its_own() -> None:
    table = playing()
    table.say(TUR, "SUB ( ( TUR AMY CON ) MTO BUL ) ( ( TUR AMY SMY ) HLD ) ( ( TUR FLT ANK ) HLD )")
    everybody_holds(table, TUR)
    for number, holds in HOLDS.items():
        table.say(number, holds.replace("TUR AMY CON", "TUR AMY BUL"))
    table.forget()
    table.go_on()
    told = table.told(TUR)
    assert any(text.startswith("SCO") for text in told)
    assert told[-1].startswith("NOW ( WIN 1901 )")
    assert table.say(TUR, "MIS") == ["MIS ( -1 )"]
    assert table.say(FRA, "MIS") == ["MIS ( 0 )"]
    assert table.say(TUR, "SUB ( ( TUR FLT SMY ) BLD )") == ["THX ( ( TUR FLT SMY ) BLD ) ( ESC )", "MIS ( -1 )"]
    assert table.say(TUR, "SUB ( ( TUR AMY BUL ) BLD )")[0] == "THX ( ( TUR AMY BUL ) BLD ) ( HSC )"
    assert table.say(TUR, "SUB ( TUR WVE )") == ["THX ( TUR WVE ) ( MBV )"]
    assert table.say(TUR, "SUB ( ( TUR AMY CON ) BLD )") == ["THX ( ( TUR AMY CON ) BLD ) ( NMB )"]
    table.forget()
    table.go_on()
    assert table.told(FRA)[0] == "ORD ( WIN 1901 ) ( TUR WVE ) ( SUC )"


def test_the_game_waits_for_a_client_to_come_back_where_there_is_no_deadline() -> None:
    table = playing()
    for number in range(7):
        table.leave(number)
    table.go_on()
    assert not table.match.is_over
    assert not table.host.game.is_turn_over


def test_a_board_with_names_of_its_own_is_sent_in_the_first_answer() -> None:
    for name in ("chaos", "crowded", "pure"):
        table = Table(variant=shipped(name).variant, names=("Bot",))
        representation = bytes(table.papers[0].data)[:4]
        assert representation[0] == 1
        assert int.from_bytes(representation[2:]) == 6 * (len(table.host.board.variant.board.provinces) + len(table.host.board.powers))


def test_forty_strangers_take_no_seat_and_a_hundred_make_room_for_one_another() -> None:
    table = Table(names=("Bot",))
    for _ in range(100):
        table.connect()
    assert sum(not paper.is_closed for paper in table.papers) <= 66
    assert not table.papers[0].is_closed
    assert table.sit_down("Second")
    assert len(table.host.ready) == 2


def test_every_board_that_ships_can_be_said() -> None:
    for name in shipped_ids():
        assert definition_of(DaideBoard(shipped(name).variant))
