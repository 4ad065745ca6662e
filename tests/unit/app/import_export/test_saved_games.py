"""Saved games of the package diplomacy come in whole and go out whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.game.dpn.writer import write
from app.game.edits import new_game, process, set_lines
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Game
from app.game.variant_source import ShippedShelf
from app.import_export.reading import Brought, read_game
from app.import_export.received import REST_FILE, ExchangeError
from app.import_export.saved_game_writer import saved_game, saved_game_bytes
from tests.quick import one_by_one
from variants.catalogue import standard

FILE = Path(__file__).with_name("saved-game.json")
"""Written by edition 1.1.2 of that package: eight phases with a retreat, convoys, messages, and a fall for which Turkey sent nothing."""


def original() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_bytes())
    return found


def brought(game: dict[str, Any] | None = None, **choices: Any) -> Brought:
    return read_game("straits.json", json.dumps(game or original()).encode(), ShippedShelf(), **choices)


def plain(value: Any) -> Any:
    """*value* without what says nothing: sequence of lists, empty values."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if each not in (None, "", [], {})}
    return sorted(map(repr, value)) if isinstance(value, list) else value


def test_a_whole_game_replays_phase_for_phase() -> None:
    read = brought()
    assert [str(turn.phase) for turn in read.game.line()] == [each["name"] for each in original()["phases"]]
    assert read.differences == 0
    assert "Every position follows from its orders." in read.lines
    for turn, phase in zip(read.game.line(), original()["phases"], strict=True):
        units = {f"{power} {piece}" for power, pieces in phase["state"]["units"].items() for piece in pieces if piece[0] != "*"}
        assert {str(unit) for unit in turn.position.units} == units
        out = {f"{power} {piece[1:]}" for power, pieces in phase["state"]["units"].items() for piece in pieces if piece[0] == "*"}
        assert {str(each.unit) for each in turn.position.dislodged} == out


@pytest.mark.slow
def test_a_power_that_sent_nothing_is_told_from_one_that_sent_no_order() -> None:
    game = original()
    game["phases"][0]["orders"]["TURKEY"] = None
    game["phases"][0]["orders"]["ITALY"] = []
    turn = brought(game).game.line()[0]
    assert "TURKEY" not in turn.orders
    assert turn.orders["ITALY"] == ()


def test_letters_keep_sender_receiver_moment_and_words() -> None:
    line = brought().game.line()
    to_all, to_one = line[0].press[0], line[1].press[0]
    assert (to_all.sender, to_all.receivers) == ("FRANCE", ())
    assert (to_one.receivers, to_one.text) == (("ENGLAND",), "Belgium is mine.\nAgreed?")
    assert to_all.at == "2023-11-14T22:13:20+00:00"


def test_the_game_is_checked_when_it_comes_back_from_a_file_of_ours() -> None:
    opened = open_text(write(brought().game).encode(), "straits.dpn")
    assert (opened.standing, opened.faults) == (FileStanding.CHECKED, ())


def test_what_has_no_place_is_listed_kept_in_the_file_and_written_back() -> None:
    game = original()
    game["scoring_system"] = "sum of squares"
    game["phases"][2]["logs"] = ["a line of a log"]
    read = brought(game)
    [told] = [line for line in read.lines if line.startswith("Kept")]
    assert "scoring_system" in told
    assert "timestamp (9 phases)" in told
    assert "zobrist_hash" not in told, "we write the same hash"
    assert [each.name for each in read.game.files] == [REST_FILE]
    kept = open_text(write(read.game).encode(), "straits.dpn").game
    assert kept is not None
    again = saved_game(kept)
    assert again["scoring_system"] == "sum of squares"
    assert all(plain(again[key]) == plain(game[key]) for key in game if key != "phases")
    phases = again["phases"]
    assert isinstance(phases, list)
    for mine, theirs in zip(phases, game["phases"], strict=True):
        assert plain({key: value for key, value in mine.items() if key in theirs}) == plain(theirs)


@pytest.mark.slow
def test_a_phase_that_differs_is_named_and_the_game_goes_on_from_what_the_file_has() -> None:
    game = original()
    after = game["phases"][1]["state"]["units"]
    moved = after["GERMANY"][0]
    after["GERMANY"][0] = "A WAL"
    read = brought(game)
    assert any(line.startswith("F1901M: the file has GERMANY A WAL") for line in read.lines)
    turn = read.game.line()[1]
    assert "GERMANY A WAL" in {str(unit) for unit in turn.position.units}
    assert [change.reason for change in turn.adjustments] == ["So it stands in a saved game of the package diplomacy."]
    assert f"GERMANY {moved}" in {str(unit) for unit in turn.adjustments[0].removed}
    opened = open_text(write(read.game).encode(), "straits.dpn")
    assert opened.standing is FileStanding.CHECKED


def walks_without_a_convoy() -> dict[str, Any]:
    """A game in which an army walked that was ordered to go by a convoy that was not carried out."""
    game = original()
    del game["phases"][2:]
    for power, given in game["phases"][0]["orders"].items():
        game["phases"][0]["orders"][power] = ["A CON - BUL VIA"] if power == "TURKEY" else [] if given is not None else None
    start = game["phases"][0]["state"]
    following = game["phases"][1]["state"]
    following["units"] = start["units"] | {"TURKEY": ["A BUL", "A SMY", "F ANK"]}
    following["retreats"], following["centers"] = {}, start["centers"]
    game["phases"][1]["orders"] = {}
    return game


def test_rules_that_the_file_does_not_name_are_found_by_trying() -> None:
    read = brought(walks_without_a_convoy())
    assert dict(read.game.rules) == {"4.A.3": "2000-fallback"}
    assert any("Found by trying" in line and "4.A.3=2000-fallback" in line for line in read.lines)
    assert read.differences == 0


def test_rules_that_somebody_chose_hold_although_positions_differ() -> None:
    read = brought(walks_without_a_convoy(), rules=(("4.A.3", "DPTG"),))
    assert dict(read.game.rules) == {"4.A.3": "DPTG"}
    assert read.differences == 2
    assert any(line == "Rules, as chosen: 4.A.3=DPTG." for line in read.lines)


def test_rules_of_a_game_that_we_wrote_come_back_with_it() -> None:
    written = json.loads(saved_game_bytes(brought(walks_without_a_convoy()).game))
    assert written["entente_rules"] == ["4.A.3=2000-fallback"]
    assert "Rules, as the file says: 4.A.3=2000-fallback." in brought(written).lines


def test_a_file_of_several_games_gives_the_one_that_is_asked_for() -> None:
    second = original() | {"id": "second"}
    lines = "\n".join(json.dumps(each) for each in (original(), second)).encode()
    read = read_game("all.jsonl", lines, ShippedShelf(), number=2)
    assert read.game.name == "second"
    with pytest.raises(ExchangeError, match="holds 2 games; there is no game 3"):
        read_game("all.jsonl", lines, ShippedShelf(), number=3)


def test_a_board_that_is_not_here_is_named_with_the_way_to_bring_it_in() -> None:
    with pytest.raises(ExchangeError, match=r"played on the board colonial, which is not here.*import colonial\.map"):
        brought(original() | {"map": "colonial"})


def changed(path: str, value: object) -> dict[str, Any]:
    game = original()
    *steps, last = path.split("/")
    found: Any = game
    for step in steps:
        found = found[int(step) if step.isdigit() else step]
    found[last] = value
    return game


@one_by_one(
    ("path", "value", "words"),
    [
        ("phases", [], "a list named phases"),
        ("phases/3/name", "Spring", r"phase 4|not a phase: 'Spring'"),
        ("phases/3/state", "none", r"state: an object was expected, not a text"),
        ("phases/1/state/units", {"FRANCE": "A PAR"}, r"units of FRANCE: a list of texts was expected"),
        ("phases/1/state/units", {"FRANCE": ["A NTH"]}, "FRANCE has A NTH, and no such unit can stand there"),
        ("phases/1/state/units", {"BURGUNDY": ["A PAR"]}, "there is no power BURGUNDY"),
        ("phases/1/state/units", {"FRANCE": ["A PAR"], "ITALY": ["F PAR", "A PAR"]}, "F PAR, and no such unit"),
        ("phases/1/state/units", {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}, "two units stand in PAR, the second is ITALY A PAR"),
        ("phases/1/state/centers", {"FRANCE": ["BUR"]}, "FRANCE owns BUR, which is no supply centre"),
        ("phases/0/orders", {"FRANCE": [7]}, "orders of FRANCE: a list of texts was expected"),
        ("phases/0/messages", [{"sender": "FRANCE"}], "message 1, recipient: a text was expected, not null"),
    ],
)
def test_what_no_saved_game_has_is_refused_with_its_place(path: str, value: object, words: str) -> None:
    with pytest.raises(ExchangeError, match=words):
        brought(changed(path, value))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (FILE.read_bytes()[:3000], r"straits.json:1:\d+: no JSON"),
        (b'{"phases":' + b"[" * 5000 + b"]" * 5000 + b"}", "deep"),
        (b'{"phases": [1' + b"0" * 5000 + b"]}", "no JSON that can be read"),
        (b'{"phases": ["\xff"]}', "no UTF-8"),
    ],
)
def test_a_broken_or_hostile_file_says_what_is_wrong(data: bytes, words: str) -> None:
    with pytest.raises(ExchangeError, match=words):
        read_game("straits.json", data, ShippedShelf())


def test_kept_words_are_not_put_back_where_the_phase_was_changed() -> None:
    read = brought()
    game = read.game
    first = game.line()[0]
    changed_turn = replace(first, orders={power: lines for power, lines in first.orders.items() if power != "FRANCE"})
    branch = replace(game.branches[0], turns=(changed_turn, *game.branches[0].turns[1:]))
    phases = saved_game(game.with_branch(branch))["phases"]
    assert isinstance(phases, list)
    assert "timestamp" not in phases[0]["state"]
    assert "timestamp" in phases[1]["state"]


def by_mail() -> Game:
    """A phase as mails leave it: unreadable lines, an order that is not legal, powers that sent nothing; and the next."""
    game = set_lines(
        new_game(standard(), "Nordlicht"),
        MAIN,
        "AUSTRIA",
        ["A BUD - SER", "A VIE - MUN", "Winteraufbau: A Wien, sonst nix"],
    )
    return process(set_lines(game, MAIN, "TURKEY", []))


def test_played_phases_have_a_list_of_orders_for_each_power_without_lines_that_were_not_read() -> None:
    phases: Any = saved_game(by_mail())["phases"]
    played, following = phases
    assert played["orders"] == {
        "AUSTRIA": ["A BUD - SER"],
        **{power: [] for power in ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")},
    }
    assert set(following["orders"].values()) == {None}
    assert played["state"]["zobrist_hash"] == original()["phases"][0]["state"]["zobrist_hash"]
    assert all(each["state"]["zobrist_hash"].isdigit() for each in (played, following))


def test_who_sent_nothing_and_what_the_rules_filled_in_come_back() -> None:
    read = brought(saved_game(by_mail()))
    first = read.game.line()[0]
    assert dict(first.orders).keys() == {"AUSTRIA", "TURKEY"}
    assert first.orders["TURKEY"] == ()


def test_an_army_over_sea_is_written_with_the_word_that_the_package_asks_for() -> None:
    game = new_game(standard(), "Iron")
    for power, lines in {"ENGLAND": ["A LVP - YOR", "F LON - NTH"]}.items():
        game = set_lines(game, MAIN, power, lines)
    game = set_lines(process(game), MAIN, "ENGLAND", ["A YOR - NWY", "F NTH C A YOR - NWY"])
    phases = saved_game(process(game))["phases"]
    assert isinstance(phases, list)
    assert phases[1]["orders"]["ENGLAND"] == ["A YOR - NWY VIA", "F NTH C A YOR - NWY"]
    assert phases[0]["orders"]["ENGLAND"] == ["A LVP - YOR", "F LON - NTH"]


@pytest.mark.slow
def test_thousands_of_orders_that_are_none_end_the_reading_soon() -> None:
    game = original()
    game["phases"][0]["orders"]["FRANCE"] = [f"support {number} atlantis to lemuria via convoy or else" for number in range(400)]
    with pytest.raises(ExchangeError, match="S1901M: more than 300 orders of this game cannot be read"):
        brought(game)


@pytest.mark.slow
def test_a_long_letter_and_a_long_order_go_through_a_file_of_ours() -> None:
    game = original()
    game["phases"][0]["messages"][0]["message"] = "word " * 2000
    game["phases"][0]["orders"]["FRANCE"] = ["A PAR - " + "B" * 9000]
    kept = open_text(write(brought(game).game).encode(), "straits.dpn")
    assert kept.faults == ()
    assert kept.game is not None
    assert "".join(kept.game.line()[0].press[0].text.split()) == "word" * 2000
    [line] = kept.game.line()[0].orders["FRANCE"]
    assert line.order is None
