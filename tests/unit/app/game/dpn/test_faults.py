"""Every fault of a file is listed, with its line and column, and what was expected; the rest is loaded."""

from __future__ import annotations

import pytest

from app.game.dpn.text_source import LARGEST, MOST_BLOCKS
from app.game.opening import FileStanding, open_text
from tests.quick import one_by_one
from variants.fault import Severity

HEAD = "entente-game 1\n\n[game]\nvariant: standard 1\n\n"
"""Five lines; what is tested begins in line 6."""


def faults_of(text: str) -> list[str]:
    """The faults of a file with this text below its [game] block, as a person reads them."""
    return [str(fault) for fault in open_text((HEAD + text).encode(), "g.dpn").faults]


@one_by_one(
    ("text", "place", "said"),
    [
        ("[phase S1901M\n", "6:1", "cannot be read as a heading, expected a heading such as [phase S1901M], closed by ]"),
        ("[phase]\n", "6:1", "[phase] does not say of which phase it is, expected a heading such as [phase S1901M]"),
        ("[phase Spring]\n", "6:1", "[phase Spring] does not say of which phase it is"),
        (
            "[phase S1901M]\nA PAR - BUR\n",
            "7:1",
            "A PAR - BUR is an order of no power, expected a line with its power above it, such as FRANCE:",
        ),
        (
            "[phase S1901M]\nFRANCE:\n  A PAR > BUR > MUN ho\n",
            "8:3",
            "A PAR > BUR > MUN ho is not an order, expected an order such as A PAR - BUR",
        ),
        ("[phase S1901M]\nFRANCE: soon\n", "7:9", "soon stands on the line of FRANCE, expected orders on lines below it, or FRANCE: none"),
        ("[phase S1901M]\nFRANCE:\nFRANCE:\n", "8:1", "FRANCE has two lists of orders in this phase, expected one list for each power"),
        ("[phase S1901M]\nGAUL:\n", "7:1", "GAUL is no power of Standard"),
        ("[phase S1901M]\nFRANCE:\n  A PAR - BUR  ; bounces, hops\n", "8:27", "hops is not a result, expected a word such as bounce"),
        ('[phase S1901M]\nFRANCE:\n  A PAR - BUR  "to burg\n', "8:16", 'does not end, expected a " at the end of the line'),
        ("[phase S1901M]\n= FRANCE: A PAR, A, F BRE\n", "7:18", "A is not a unit, expected a unit such as F STP/SC"),
        ("[phase S1901M]\n= FRANCE: A PAR, A XYZ\n", "7:18", "A XYZ cannot stand on this board"),
        ("[phase S1901M]\n= RUSSIA: F STP\n", "7:11", "F STP cannot stand on this board, expected F STP/NC or F STP/SC"),
        ("[phase S1901M]\n= FRANCE: F PAR\n", "7:11", "F PAR cannot stand on this board"),
        ("[phase S1901M]\n= FRANCE: A PAR, F PAR\n", "7:18", "F PAR cannot stand on this board"),
        ("[phase S1901M]\n= FRANCE: A PAR\n= ITALY: A PAR\n", "8:10", "ITALY A PAR stands in the same province as FRANCE A PAR"),
        ("[phase S1901M]\n= gaul: A PAR\n", "7:1", "cannot be read as a list, expected a list such as = FRANCE: A PAR"),
        ("[phase S1901M]\n* FRANCE: PAR, par\n", "7:16", "par is not a province, expected a code such as PAR"),
        ("[phase S1901M]\n* FRANCE: PAR\n* ITALY: PAR\n", "8:10", "PAR is owned twice, expected one owner"),
        (
            "[phase S1901R]\n! FRANCE: A PAR BUR\n",
            "7:11",
            "A PAR BUR is not a dislodged unit, expected a unit and where it was attacked from, such as F SEV < ARM",
        ),
        (
            "[phase S1901R]\n! FRANCE: A PAR < XYZ\n",
            "7:11",
            "cannot have been driven out, expected a power, a unit and provinces of this board",
        ),
        (
            "[phase S1901M]\n& weather fine\n",
            "7:1",
            "& weather fine is neither a condition nor a counter, expected a line such as & condition",
        ),
        ("[phase S1901M]\n+ hooks press\n", "7:1", "is not a change that a phase can begin with, expected + hook NAME"),
        ("[phase S1901M]\n+ rules nmr\n", "7:9", "nmr is not a rule option, expected an option such as nmr=hold"),
        ("[phase S1901M]\n[phase S1901M]\n", "7:1", "[phase S1901M] stands twice, expected it once; the first is in line 6"),
        (
            "[phase S1901M]\n[phase F1901M branch=b2]\n",
            "7:15",
            "branch b2 does not say where it begins, expected from= and the phase before it",
        ),
        ("[phase S1901M]\n[phase F1901M branch=b2 from=F1900M]\n", "7:25", "F1900M was not played in main"),
        ("[phase S1901M]\n[phase F1901M branch=b2 from=b9:S1901M]\n", "7:25", "there is no branch b9 above"),
        ("[phase S1901M]\n[press S1902M]\nfrom: ITALY\n", "7:8", "the game has no phase S1902M, expected a phase that has a [phase] block"),
        ("[phase S1901M]\n[press S1901M]\nfrom: me\n", "7:1", "me is not a power that writes or reads press"),
        (
            "[phase S1901M]\n[press S1901M]\nfrom: ITALY\nhurry: no\n",
            "9:1",
            "hurry: no does not belong in a [press] block, expected a line that begins with at: or from: or to:",
        ),
        ("[phase S1901M]\n[votes S1901M]\nnobody\n", "8:1", "does not belong in a [votes] block, expected a line such as FRANCE: draw"),
        ("[phase S1901M]\n[forced S1901M]\nunit: ITALY A ROM\n", "7:1", "the forced result lacks its unit or its result"),
        ("[phase S1901M]\n[adjust S1901M]\n+ ITALY ROM\n", "8:1", "does not belong in an [adjust] block"),
        ("[phase S1901M]\n[ending]\nwinners: GAUL\nreason: draw\n", "8:10", "GAUL is no power of Standard"),
        ("[phase S1901M]\n[ending branch=b7]\nwinners: none\nreason: draw\n", "7:9", "there is no branch b7"),
        ("[file x.bin]\nmedia: a/b\nAAA\n", "6:1", "the file that is kept here is damaged"),
        ("[sealed S1901M FRANCE]\n????\n", "6:1", "the sealed orders are damaged"),
        ("[sealed S1901M FRANCE]\nstate: sold\n", "7:1", "does not belong in a [sealed] block, expected scheme: and how they are sealed"),
        ("[table]\ntalks: soon\n", "7:8", "soon is no time for a clock, expected a time such as 10 min or 90 s"),
        ("[table]\nshown: never\n", "7:8", "never is none of all sealed, vote, clock"),
        ("[table]\nbell: yes\nbell: no\n", "8:1", "bell: stands twice in this block"),
        ("[table]\nFRANCE: PIN 1234\n", "7:9", "the lock of FRANCE cannot be read, so that nobody can open what it closes"),
        (
            "[table]\nFRANCE: PIN scrypt n=536870912 r=8 p=1 salt=AAAA check=AAAA\n",
            "7:9",
            "the lock of FRANCE asks for more work than any lock of this program",
        ),
        ("[table]\nGAUL: PIN scrypt n=2 r=8 p=1 salt=AAAA check=AAAA\n", "7:1", "GAUL is no power of Standard"),
        ("[notes]\n| Ask\n", "6:1", "the notes do not say whose they are"),
        ("[notes GAUL]\n| Ask\n", "6:8", "GAUL is no power of Standard"),
        ("[notes FRANCE]\n[notes FRANCE]\n", "7:1", "[notes FRANCE] stands twice, expected it once; the first is in line 6"),
        ("[hook]\n", "6:1", "the hook has no name"),
        ("[audit]\nwho: when\n", "7:1", "does not belong in an [audit] block, expected a line such as @ 2026"),
        ("[players]\nGAUL: Astérix\n", "7:1", "GAUL is no power of Standard"),
        ("[players]\nada\n", "7:1", "does not belong in a [players] block"),
        ("[wether]\n", "6:2", "wether is not a kind of block; what stands here is kept as it is, expected one of game, players"),
        ("[game]\nvariant: standard\n", "6:1", "[game] stands twice, expected it once; the first is in line 3"),
        ("# \x07\n", "6:3", "a character that is no text stands here, expected plain text in UTF-8"),
        ("# " + "x" * 4_000 + "\n", "6:4001", "the line is too long (4,002 characters), expected at most 4,000; it is kept and not read"),
    ],
)
def test_each_fault_has_its_line_its_column_and_what_was_expected(text: str, place: str, said: str) -> None:
    found = [fault for fault in faults_of(text) if fault.startswith(f"g.dpn:{place}: ")]
    assert any(said in fault for fault in found), faults_of(text)


def test_a_good_file_has_no_faults() -> None:
    assert faults_of("[phase S1901M]\nFRANCE:\n  A PAR - BUR\n") == []


def test_ten_mistakes_are_ten_faults_and_the_rest_is_loaded() -> None:
    text = HEAD + "[phase S1901M]\nFRANCE:\n" + "".join(f"  A PAR hop {number}x\n" for number in range(10)) + "  A MAR - SPA\n"
    found = open_text(text.encode(), "g.dpn")
    assert [fault.span.line for fault in found.faults] == list(range(8, 18))
    game = found.game
    assert game is not None
    orders = game.line()[0].orders["FRANCE"]
    assert str(orders[-1].order) == "A MAR - SPA"
    assert [line.order for line in orders[:-1]] == [None] * 10


def test_a_misspelt_order_is_read_as_people_write_and_gets_no_fault() -> None:
    found = open_text((HEAD + "[phase S1901M]\nFRANCE:\n  army paris to burgundy\n").encode())
    assert found.faults == ()
    assert found.game is not None
    line = found.game.line()[0].orders["FRANCE"][0]
    assert (line.text, str(line.order)) == ("army paris to burgundy", "A PAR - BUR")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "g.dpn:1:1: the first line does not say that this is a game of Entente, expected entente-game 1 as the first line"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "g.dpn:1:1: the first line does not say that this is a game of Entente"),
        (b"entente-game 1\n", "g.dpn:1:1: the file has no [game] block"),
        (b"entente-game 1\n[game]\nname: x\n", "g.dpn:2:1: the game does not say which variant is played"),
        (b"entente-game 1\nhello\n[game]\nvariant: standard\n", "g.dpn:2:1: hello stands above the first heading"),
    ],
)
def test_what_is_no_game_says_so(data: bytes, said: str) -> None:
    assert any(said in str(fault) for fault in open_text(data, "g.dpn").faults)


def test_a_file_without_a_game_is_unreadable_and_not_half_open() -> None:
    assert open_text(b"entente-game 1\n[game]\nname: x\n").standing is FileStanding.UNREADABLE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HEAD.encode() + b"#\n" * (LARGEST // 2 + 1), "expected at most 8,388,608 bytes"),
        (HEAD.encode() + b"\n" * 200_001, "the file goes on after this line, expected at most 200,000 lines; the rest is not read"),
        pytest.param(
            HEAD.encode() + b"[press S1901M]\n" * (MOST_BLOCKS + 1), f"the file has {MOST_BLOCKS + 2} blocks", marks=pytest.mark.slow
        ),
    ],
)
def test_a_file_past_a_limit_is_opened_for_looking_only(data: bytes, said: str) -> None:
    found = open_text(data)
    assert any(said in str(fault) for fault in found.faults)
    assert found.standing is FileStanding.OBSTRUCTED
    assert found.ready().read_only == "the file is too large to be read whole."


def test_a_warning_leaves_nothing_out() -> None:
    found = open_text((HEAD + "[wether]\n").encode())
    assert [fault.severity for fault in found.faults] == [Severity.WARNING]
    assert found.errors == ()


def test_a_typo_in_a_powers_name_is_reported_once_for_its_line() -> None:
    faults = faults_of("[phase S1901M]\n= AUSTIRA: A BUD, A VIE, F TRI\n* AUSTIRA: BUD, TRI, VIE\n")
    assert [each.partition(",")[0] for each in faults] == [
        "g.dpn:7:3: AUSTIRA is no power of Standard",
        "g.dpn:8:3: AUSTIRA is no power of Standard",
    ]
