"""A game that is read is written back equal, and, where nothing was edited, with the same bytes."""

from __future__ import annotations

from app.game.branch_edits import fork, rename_branch
from app.game.dpn.writer import write
from app.game.edits import process, rename_game
from app.game.opening import FileStanding, Ready, open_text
from app.game.record import MAIN, Cursor, Game
from tests.quick import each_nth
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import fresh_game, ordered, played_game

BY_HAND = """\
entente-game 1
# A game played by mail, kept by hand.

[game]   # what it is
# the name is older than the game
name:   Straits of Iron
variant: standard 1

[weather S1901M]
rain, then sun

# Karl phoned this one in
[phase S1901M]  # first of all
# Vienna was in doubt
AUSTRIA:
    a vie - gal

    # so was Budapest
    A BUD - SER
\tF TRI H
ITALY: none received


# to be continued
[phase F1901M]

# the end
"""


def opened(text: str | bytes) -> Ready:
    """Return the game that is read from *text*."""
    data = text.encode() if isinstance(text, str) else text
    return open_text(data).ready()


def written(ready: Ready, game: Game | None = None) -> str:
    """The text of the game, over the text it came from."""
    return ready.writer.compose(game or ready.game).text


@each_nth(3, "seed", range(5))
def test_a_played_game_comes_back_equal(seed: int) -> None:
    game = played_game(30, seed)
    found = open_text(write(game).encode())
    assert found.standing is FileStanding.CHECKED
    assert found.faults == ()
    assert found.game == game


def test_a_game_with_everything_comes_back_with_everything() -> None:
    game = game_with_everything()
    found = open_text(write(game).encode())
    assert found.standing is FileStanding.UNCHECKED
    assert [str(fault) for fault in found.faults] == []
    read = found.game
    assert read is not None
    for ours, theirs in zip(game.branches, read.branches, strict=True):
        assert (ours.name, ours.parent, ours.ending) == (theirs.name, theirs.parent, theirs.ending)
        for one, other in zip(ours.turns, theirs.turns, strict=True):
            assert one.position == other.position
            assert {power: [line.text for line in lines] for power, lines in one.orders.items()} == {
                power: [line.text for line in lines] for power, lines in other.orders.items()
            }
            assert (one.later, one.mails, one.waits) == (other.later, other.mails, other.waits)
            assert (one.press, one.votes, one.sealed, one.deadline) == (other.press, other.votes, other.sealed, other.deadline)
            assert (one.adjustments, one.forced, one.changes, one.note) == (other.adjustments, other.forced, other.changes, other.note)
    for part in ("id", "name", "variant_checksum", "players", "rules", "settings", "hooks", "files", "audit", "note"):
        assert getattr(read, part) == getattr(game, part), part
    assert write(read) == write(game)


def test_an_untouched_file_is_written_back_byte_for_byte() -> None:
    text = write(played_game(12)).replace("AUSTRIA:\n", "AUSTRIA:\n# hm\n\n  # hm\n")
    ready = opened(text)
    assert ready.saved
    assert ready.writer.compose(ready.game).data == text.encode()


def test_a_file_by_hand_is_written_back_but_for_positions_that_were_left_out() -> None:
    ready = opened(BY_HAND)
    lines = written(ready).splitlines()
    assert [line for line in lines if line in BY_HAND.splitlines()] == BY_HAND.splitlines()
    assert {line[:2] for line in lines if line not in BY_HAND.splitlines()} <= {"= ", "* "}


def test_an_edited_block_keeps_its_comments_line_by_line_and_the_others_every_byte() -> None:
    text = written(opened(BY_HAND))
    ready = opened(text)
    game = ordered(ready.game, "AUSTRIA", "F TRI - ALB")
    after = written(ready, game)
    head, tail = text.split("[phase F1901M]"), after.split("[phase F1901M]")
    assert head[0] == tail[0]
    assert "# the end" in tail[1]
    assert "AUSTRIA:\n  F TRI - ALB\n" in tail[1]


def test_an_edited_line_keeps_the_comment_above_it_in_place() -> None:
    text = BY_HAND[: BY_HAND.index("ITALY")]
    ready = opened(text)
    after = written(ready, ordered(ready.game, "AUSTRIA", "A BUD - RUM"))
    assert "    # so was Budapest\n  A BUD - RUM\n\tF TRI H\n" in after


def test_taking_an_edit_back_gives_the_bytes_back() -> None:
    text = written(opened(BY_HAND))
    ready = opened(text)
    edited = ordered(ready.game, "AUSTRIA", "F TRI - ALB")
    assert written(ready, edited) != text
    assert written(ready, ready.game) == text


def test_blocks_of_unknown_kinds_stay_where_they_are() -> None:
    ready = opened(BY_HAND)
    after = written(ready, rename_game(ready.game, "Straits of Gold"))
    assert "name: Straits of Gold\nvariant: standard 1\n\n[weather S1901M]\nrain, then sun\n\n# Karl" in after
    assert "# the name is older than the game\n" in after


def test_lines_that_were_not_understood_stay_in_an_edited_block() -> None:
    text = BY_HAND.replace("ITALY: none received", "ITALY: none received\n= nobody knows\n+ hook")
    ready = opened(text.replace("[phase F1901M]\n\n", ""))
    after = written(ready, ordered(ready.game, "AUSTRIA", "A VIE H"))
    assert "= nobody knows\n+ hook\n" in after


def test_a_byte_order_mark_and_windows_line_ends_are_taken_and_plain_ones_written() -> None:
    text = write(played_game(4))
    ready = opened(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert written(ready) == text


def test_bytes_that_are_no_text_are_kept_in_comments() -> None:
    data = write(played_game(3)).encode().replace(b"\n\n[phase", b"\n\n# caf\xe9\n[phase")
    ready = opened(data)
    assert ready.writer.compose(ready.game).data == data


def test_a_file_without_a_last_line_end_gets_one() -> None:
    text = write(played_game(3))
    assert written(opened(text.rstrip("\n"))) == text


def test_a_new_phase_comes_after_the_one_before_it_and_before_what_stands_below() -> None:
    text = write(played_game(3)) + "\n[weather]\nrain\n"
    ready = opened(text)
    after = written(ready, process(ready.game))
    assert after.index("[weather]") > after.index("[phase S1901M]")
    assert after.count("[phase ") == text.count("[phase ") + 1
    assert after.endswith("[weather]\nrain\n\n[end]\n"), "the end mark stays at the end"


def test_a_branch_keeps_its_comments_when_it_is_renamed() -> None:
    game = fork(played_game(4), Cursor(MAIN, 1))
    text = write(game).replace("[phase F1901M branch=b2", "# what if\n[phase F1901M branch=b2")
    ready = opened(text)
    after = written(ready, rename_branch(ready.game, "b2", "the other one"))
    assert '# what if\n[phase F1901M branch="the other one" from=S1901M]\n' in after


def test_a_branch_of_a_branch_at_the_start_keeps_the_branch_that_it_was_forked_from() -> None:
    game = fork(fork(played_game(2), Cursor(MAIN, 0), "one"), Cursor("one", 0), "two")
    back = opened(write(game)).game
    assert [branch.parent for branch in back.branches] == [None, Cursor(MAIN, 0), Cursor("one", 0)]
    assert write(back) == write(game)


def test_a_branch_that_is_undone_leaves_the_file_as_it_was() -> None:
    text = write(played_game(4))
    ready = opened(text)
    assert written(ready, fork(ready.game, Cursor(MAIN, 1))) != text
    assert written(ready, ready.game) == text


def test_none_received_and_an_empty_set_are_different_things() -> None:
    text = BY_HAND.replace("ITALY: none received", "ITALY: none received\nFRANCE: no orders\nGERMANY:")
    first = opened(text).game.line()[0]
    assert "ITALY" not in first.orders
    assert first.orders["FRANCE"] == ()
    assert first.orders["GERMANY"] == ()
    again = opened(written(opened(text))).game.line()[0]
    assert again.orders == first.orders


def test_drafts_are_saved_and_come_back_as_drafts() -> None:
    game = ordered(fresh_game(), "FRANCE", "A PAR - BUR", "F BRE - MAO")
    read = opened(write(game)).game
    assert read == game
    assert read.is_open(read.last())


def test_long_texts_come_back_whole() -> None:
    from app.game.edits import set_note

    note = "word " * 3_000 + "end"
    game = set_note(fresh_game(), f"{note}\n\n{note}")
    text = write(game)
    assert max(map(len, text.splitlines())) <= 4_000
    assert opened(text).game.note == game.note


def test_many_units_of_one_power_stand_on_several_lines() -> None:
    text = write(played_game(40, seed=2))
    assert all(len(line) <= 120 for line in text.splitlines() if line.startswith("="))
