"""Trusting the positions of a damaged file settles it: saved and opened again, it is checked."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.resolution import Ending, Result
from adjudicator.unit import Unit
from app.game.dpn.writer import write
from app.game.edits import process
from app.game.entries import ForcedResult
from app.game.gm_edits import force_result
from app.game.opening import FileStanding, Opened, open_text
from app.game.record import MAIN, Cursor, Game
from tests.quick import one_in_quick
from tests.thorough import rounds
from tests.unit.app.game.play import fresh_game, ordered

GAMES = [Path("tests/golden/games/branches.dpn"), Path("tests/mails/unseen/winter1903/game.dpn")]
ROOT = Path(__file__).parents[5]


def forced_twice() -> Game:
    """Spring 1901 with a bounce that the game master let succeed, and a result that he set for a unit that was given none."""
    game = ordered(fresh_game(), "AUSTRIA", "A VIE - GAL", "F TRI - ALB")
    game = process(ordered(game, "RUSSIA", "A WAR - GAL"))
    game = force_result(game, Cursor(MAIN, 0), Unit.of("AUSTRIA F TRI"), [Result.BOUNCE], "The dice said so.")
    turn = game.turn(Cursor(MAIN, 0))
    stray = ForcedResult(Unit.of("ITALY A TYR"), frozenset({Result.CUT}), "From another game.", "GM")
    return game.with_turn(Cursor(MAIN, 0), replace(turn, forced=(stray, *turn.forced)))


def saved_and_opened(game: Game, opened: Opened) -> Opened:
    return open_text(opened.look_only().writer.compose(game).text.encode())


def test_a_forced_result_without_its_order_leaves_the_others_in_force() -> None:
    opened = open_text(write(forced_twice()).encode())
    (difference,) = opened.differences
    assert difference.expected == "no such forced result: ITALY A TYR had no order in this phase whose result could be forced."
    assert opened.game is not None
    assert opened.game.line()[1].position.unit_at("TRI") is not None


@pytest.mark.parametrize("trusted", ["orders", "positions"])
def test_a_forced_result_without_its_order_is_left_out_when_somebody_chose_what_to_trust(trusted: str) -> None:
    opened = open_text(write(forced_twice()).encode())
    ready = opened.trust_orders() if trusted == "orders" else opened.trust_positions()
    assert [str(each.unit) for each in ready.game.line()[0].forced] == ["AUSTRIA F TRI"]
    assert ready.game.audit[-1].text == "result of ITALY A TYR in S1901M left to the rules: It could not be forced."
    again = saved_and_opened(ready.game, opened)
    assert again.standing is FileStanding.CHECKED
    assert again.game is not None
    assert again.game.line()[1].position == forced_twice().line()[1].position


def test_an_end_by_rule_that_no_ruling_gives_is_taken_back() -> None:
    game = process(fresh_game())
    branch = game.branch(MAIN)
    opened = open_text(write(game.with_branch(replace(branch, ending=Ending(("FRANCE",), "centres")))).encode())
    assert opened.standing is FileStanding.DIFFERS
    ready = opened.trust_positions()
    assert ready.game.branch(MAIN).ending is None
    assert ready.game.audit[-1].text == "ending taken back"
    assert saved_and_opened(ready.game, opened).standing is FileStanding.CHECKED


def test_phases_that_stand_in_another_sequence_are_put_right_when_the_orders_are_trusted() -> None:
    game = process(process(process(fresh_game())))
    text = write(game)
    start, second, third = text.index("[phase S1901M"), text.index("[phase F1901M"), text.index("[phase S1902M")
    opened = open_text((text[:start] + text[second:third] + text[start:second] + text[third:]).encode())
    ready = opened.trust_orders()
    assert open_text(ready.writer.compose(ready.game).text.encode()).standing is FileStanding.CHECKED


def damaged(lines: list[str], chance: random.Random) -> bytes:
    """The text with a few lines dropped, doubled, exchanged, or short of a character."""
    lines = list(lines)
    for _ in range(chance.choice([1, 1, 2, 4])):
        at, other = chance.randrange(3, len(lines) - 1), chance.randrange(3, len(lines) - 1)
        match chance.randrange(4):
            case 0:
                del lines[at : at + chance.choice([1, 1, 2, 10])]
            case 1:
                lines[at:at] = lines[at : at + chance.choice([1, 2, 12])]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                cut = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + lines[at][cut + 1 :]
        if len(lines) < 6:
            break
    return "\n".join(lines).encode()


def settles(text: str, seed: int) -> int:
    """Return the number of damaged copies of the *text* that differed, each of which was settled."""
    chance = random.Random(seed)
    differing = 0
    for _ in range(25):
        data = damaged(text.split("\n"), chance)
        opened = open_text(data)
        if opened.standing is FileStanding.DIFFERS:
            differing += 1
            again = saved_and_opened(opened.trust_positions().game, opened)
            assert again.standing is FileStanding.CHECKED, (again.differences[:2], data)
    return differing


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in_quick(2, rounds(2, 60)))
@pytest.mark.parametrize("path", GAMES, ids=["branches", "winter"])
def test_trusting_the_positions_of_a_damaged_file_settles_it(path: Path, seed: int) -> None:
    assert settles((ROOT / path).read_text(encoding="utf-8"), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in_quick(2, rounds(2, 60)))
def test_trusting_the_positions_of_a_damaged_file_with_forced_results_settles_it(seed: int) -> None:
    assert settles(write(process(forced_twice())), seed)


def test_unread_branches_come_back_when_the_orders_are_trusted() -> None:
    """Branches that could not be read come back when the orders are trusted and are checked too."""
    text = (ROOT / GAMES[0]).read_text(encoding="utf-8")
    winter, spring, fall = (text.index(f"[phase {phase}]") for phase in ("W1901A", "S1902M", "F1902M"))
    opened = open_text((text[:winter] + text[spring:fall] + text[winter:spring] + text[fall:]).encode())
    assert opened.game is not None
    assert [branch.name for branch in opened.game.branches] == [MAIN]
    ready = opened.trust_orders()
    assert [branch.name for branch in ready.game.branches] == [MAIN, "b2", "the other one"]
    again = open_text(ready.writer.compose(ready.game).data)
    assert again.standing is FileStanding.CHECKED
    assert again.game is not None
    assert [branch.turns[0].position for branch in again.game.branches] == [branch.turns[0].position for branch in ready.game.branches]


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in_quick(2, rounds(2, 60)))
@pytest.mark.parametrize("path", GAMES, ids=["branches", "winter"])
def test_trusting_the_orders_of_a_damaged_file_settles_it(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        data = damaged((ROOT / path).read_text(encoding="utf-8").split("\n"), chance)
        opened = open_text(data)
        if opened.standing is FileStanding.DIFFERS:
            ready = opened.trust_orders()
            again = open_text(ready.writer.compose(ready.game).data)
            assert again.standing is FileStanding.CHECKED, (again.differences[:2], data)
