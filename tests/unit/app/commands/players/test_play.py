"""A game at the terminal: the board as text, orders typed, results in words."""

from __future__ import annotations

import shlex
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.order import Build
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Game
from app.game.storage.places import places
from app.game.variant_source import ShippedShelf
from app.hooks.asking_hooks import StopChoice
from app.hooks.hook_consent import hook_of, terms_checksum
from app.library.variants import VariantShelf
from app.players.easy import EasyBot
from app.session.errors import Abort, CommandError
from app.session.hook_service import StoppedByHook
from tests.quick import each_nth, one_by_one
from tests.unit.app.commands.fake_services import Desk
from variants.hooks.hook_text import read_hook_text


def at_terminal(command: str, *typed: str) -> Desk:
    """Return the output while *typed* was typed."""
    desk = Desk(game=False)
    desk.services.typed = list(typed)
    desk.run(command)
    return desk


def saved(path: Path) -> Game:
    opened = open_text(path.read_bytes(), path.name, ShippedShelf())
    assert opened.standing is FileStanding.CHECKED, opened.faults
    return opened.ready().game


def test_orders_are_typed_and_results_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "game.dpn"
    desk = at_terminal(
        f"play --powers france --bots holding --into {file}",
        "A PAR - BUR; a mar s par - bur", "F BRE - MAO", "",
        "quit",
    )  # fmt: skip
    text = desk.services.text
    assert "Spring 1901, movement\n\nAustria-Hungary: 3 centres" in text
    assert "Army Marseilles supports Army Paris to Burgundy" in text
    assert "France: Army Paris -> Burgundy." in text
    assert "Stopped in Fall 1901, movement." in text
    game = saved(file)
    assert len(game.line(MAIN)) == 2
    assert game.ending is None
    assert [str(line.order) for line in game.line(MAIN)[0].orders["FRANCE"]] == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
    assert game.line(MAIN)[1].position.unit_at("BUR") is not None


@one_by_one(
    ("typed", "answer"),
    [
        ("A MUN - BUR", "Army Munich belongs to Germany"),
        ("A BUR - PAR", "BUR"),
        ("F BRE - MOS", "cannot"),
        ("A PRA - BUR", "did you mean Paris or Prussia?"),
        ("A PAR B", "A PAR B:"),
        ("hello world", "hello world:"),
        ("legal PAR", "A PAR S A MAR - BUR"),
        ("legal", "You can order in BRE, MAR and PAR."),
        ("legal MUN", "You have nothing to order in MUN."),
        ("legal PRA", "There is no province PRA; did you mean"),
        ("drop PAR", "No order is written for PAR."),
        ("orders", "Nothing is ordered yet."),
        ("help", "An empty line hands the orders in."),
    ],
)
def test_whatever_is_typed_is_answered_and_nothing_is_ordered_by_mistake(typed: str, answer: str) -> None:
    desk = at_terminal("play --powers france --bots holding", typed, "", "quit")
    assert answer in desk.services.text
    assert "Without an order, so they hold: BRE, MAR, PAR." in desk.services.text


def test_a_later_order_takes_the_place_of_the_earlier_and_an_order_can_be_dropped() -> None:
    desk = at_terminal(
        "play --powers france --bots holding", "A PAR - BUR", "A PAR - PIC", "A MAR - SPA", "drop Marseilles", "orders", "", "quit"
    )
    said = desk.services.said
    assert said[said.index("  The order of MAR is taken back.") + 1] == "Army Paris moves to Picardy"


def test_quitting_leaves_the_phase_as_it_was_and_so_does_the_end_of_the_input(tmp_path: Path) -> None:
    for typed in (("A PAR - BUR", "quit"), ("A PAR - BUR",)):
        file = tmp_path / "game.dpn"
        desk = at_terminal(f"play --powers france --into {file}", *typed)
        assert "Stopped in Spring 1901, movement." in desk.services.text
        assert len(saved(file).line(MAIN)) == 1
        file.unlink()


def test_people_who_share_a_terminal_have_a_curtain_between_them() -> None:
    desk = at_terminal("play --powers france,italy --bots holding", "", "A PAR - BUR", "", "", "", "quit")
    assert [each for each in desk.services.asked if "to the keyboard" in each][:2] == [
        "France to the keyboard, then Enter. ", "Italy to the keyboard, then Enter. ",
    ]  # fmt: skip
    said = desk.services.said
    between = said[said.index("  Army Paris moves to Burgundy") + 1 :]
    assert any(each.count("\n") >= 50 for each in between[: between.index("Italy, Spring 1901, movement: 3 units to order.")])
    assert sum("Movement of Spring 1901." in each for each in said) == 1


def test_a_game_is_played_to_its_end_over_builds_and_told_once() -> None:
    desk = at_terminal("play --powers france --bots holding --years 1", "A MAR - SPA", "", "", "A MAR B", "")
    assert "France, Winter 1901, builds and removals: 1 build." in desk.services.text
    assert "France: BUILD Army Marseilles." in desk.services.text
    assert desk.services.text.count("The game is over: ") == 1


def test_in_fog_the_terminal_shows_a_player_what_its_power_sees() -> None:
    desk = at_terminal("play fog-of-war --powers france --bots holding", "A PAR - BUR", "A MAR S A MUN", "", "legal BUR", "quit")
    text = desk.services.text
    assert "Germany: 0 centres, 0 units" in text
    assert "Unowned centres: Spain\n" in text, "what nobody is known to own is not said to be nobody's"
    assert "no unit stands in Munich" in text
    assert "Army Munich" in text[text.index("France: Army Paris -> Burgundy.") :], "who comes near is seen"
    assert "Kiel" not in text


@pytest.mark.slow
def test_in_fog_each_of_several_players_is_shown_results_behind_the_curtain() -> None:
    desk = at_terminal("play fog-of-war --powers france,italy --bots holding", "", "A PAR - BUR", "", "", "", "", "quit")
    said = desk.services.said
    curtains = [number for number, each in enumerate(said) if each.count("\n") >= 50]
    first, second, third = ("\n".join(said[start:end]) for start, end in pairwise([*curtains[:3], len(said)]))
    assert "Army Paris" in first
    assert "Army Rome" in second
    assert "Paris" not in second
    assert "Burgundy" not in second
    assert "France: Army Paris -> Burgundy." in third
    assert "Rome" not in third


BUILDERS = """# title: Builders
# note: Only armies are built, in any centre that is owned.
def on_build(ctx):
    return {"sites": [{"at": at, "kinds": ["A"]} for at, owner in ctx["centres"].items() if owner == ctx["power"]]}
"""


def own_variant(source: str = BUILDERS) -> str:
    """The id of a variant in this person's own folder, with a hook of its own."""
    folder = places().variants / "builders"
    (folder / "hooks").mkdir(parents=True)
    (folder / "variant.toml").write_text(
        'format = 1\nextends = "standard"\nid = "builders"\nname = "Builders"\nversion = "1"\nhooks = ["builders"]\n'
    )
    (folder / "hooks" / "builders.hook").write_text(source)
    return terms_checksum(hook_of(read_hook_text("builders", source)))


@pytest.mark.slow
def test_bots_play_by_the_hooks_of_the_variant(tmp_path: Path) -> None:
    checksum = own_variant()
    files = [tmp_path / "game.dpn", tmp_path / "again.dpn"]
    for file in files:
        desk = Desk(game=False)
        desk.session.hooks.store.allow_checksums([checksum])
        assert "seed 3: " in desk.run(f"selfplay --variant builders --years 15 --seed 3 --into {file}")
    text = files[0].read_text()
    assert "[hook builders]" in text
    assert files[1].read_text() == text, "the same seed plays the same game"
    opened = open_text(text.encode(), "game.dpn", VariantShelf(places().variants), desk.session.hooks.checking_referee)
    assert opened.standing is FileStanding.CHECKED, opened.differences
    game = opened.ready().game
    builds = [
        (outcome.power, outcome.unit)
        for turn in game.line(MAIN)
        if turn.resolution is not None
        for outcome in turn.resolution.outcomes
        if isinstance(outcome.order, Build) and outcome.unit is not None
    ]
    assert {unit.kind for _, unit in builds} == {"A"}
    assert any(game.variant.board.provinces[unit.province].home != power for power, unit in builds), "on the sites that the hook opens"


@pytest.mark.slow
def test_the_hooks_of_a_shipped_variant_are_trusted(tmp_path: Path) -> None:
    file = tmp_path / "game.dpn"
    Desk(game=False).run(f"selfplay --variant fog-of-war --years 1 --into {file}")
    assert "[hook fog_of_war]" in file.read_text()


@pytest.mark.parametrize(
    "command", ["selfplay --variant builders --years 1", pytest.param("play builders --powers france", marks=pytest.mark.slow)]
)
def test_a_strangers_hooks_run_only_where_the_command_line_names_them(command: str) -> None:
    checksum = own_variant()
    with pytest.raises(Abort, match=f"--hooks=off plays it without them, --hooks={checksum} runs them"):
        at_terminal(command, "quit")
    desk = Desk(game=False)
    desk.services.typed = ["quit"]
    desk.session.hooks.store.allow_checksums([checksum])
    desk.run(command)
    off = Desk(game=False)
    off.services.typed = ["quit"]
    off.session.hooks.left_off = True
    assert "builders is played by its board and rules alone, without its hooks: builders." in off.run(command)


def test_a_game_that_is_played_with_a_strangers_hooks_goes_by_them(tmp_path: Path) -> None:
    checksum = own_variant()
    desk = Desk(game=False)
    desk.session.hooks.store.allow_checksums([checksum])
    file = tmp_path / "game.dpn"
    desk.services.typed = ["A MAR - SPA", "", "", "legal MAR", "F MAR B", "A SPA B", "", "quit"]
    desk.run(f"play builders --powers france --bots holding --into {file}")
    text = desk.services.text
    assert "building Fleet Marseilles is closed by the rule change builders" in text
    assert "F MAR B" not in text[text.index("France, Winter 1901") : text.index("F MAR B: building")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["selfplay --variant builders --years 1", pytest.param("play builders --powers france", marks=pytest.mark.slow)]
)
def test_a_hook_that_gives_no_answer_stops_the_game_which_is_kept_as_far_as_it_goes(tmp_path: Path, command: str) -> None:
    checksum = own_variant("def before_adjudication(ctx):\n    while True:\n        pass\n")
    file = tmp_path / "game.dpn"
    desk = Desk(game=False)
    desk.services.typed = ["A PAR - BUR", "", *[""] * 9]
    desk.session.hooks.store.allow_checksums([checksum])
    with pytest.raises(StoppedByHook, match=r"The hook builders .* gave no answer in S1901M"):
        desk.run(f"{command} --into {file}")
    assert "F1901M" not in file.read_text()
    assert "[phase S1901M]" in file.read_text()


@pytest.mark.slow
def test_bots_go_on_without_a_hook_where_somebody_says_so(tmp_path: Path) -> None:
    checksum = own_variant("def before_adjudication(ctx):\n    while True:\n        pass\n")
    file = tmp_path / "game.dpn"
    desk = Desk(game=False)
    desk.services.stop_choices = [StopChoice.WITHOUT] * 9
    desk.session.hooks.store.allow_checksums([checksum])
    desk.run(f"selfplay --variant builders --years 1 --into {file}")
    assert file.read_text().count("~ without builders ") >= 2


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(Abort, match="no variant standrad"):
        at_terminal("play standrad")
    with pytest.raises(CommandError, match="'SPAIN' is not a power"):
        at_terminal("play --powers SPAIN")
    with pytest.raises(Abort, match="1 to 1000 years"):
        at_terminal("play --years 0")
    desk = Desk(screen=True)
    with pytest.raises(Abort, match="at a terminal"):
        desk.run("play")


@each_nth(2, "variant", ["standard", "fog-of-war"])
def test_a_bot_that_fails_loses_its_turns_and_the_game_is_played_to_its_end(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turns are lost with and without hooks; each is reported."""

    def fail(*_args: object) -> None:
        raise ValueError("no way out")

    monkeypatch.setattr(EasyBot, "choose_orders", fail)
    file = tmp_path / "game.dpn"
    said = Desk(game=False).run(f"selfplay --variant {variant} --bot easy --years 1 --into {file}")
    assert "ENGLAND, S1901M: its player failed (ValueError: no way out); nothing was ordered" in said
    assert "TURKEY, F1901M: its player failed" in said
    assert "seed 1: " in said
    assert file.is_file()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["easy", "steady"])
def test_opponents_play_by_the_hooks_of_a_variant_with_what_they_see(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dpn"
    desk = Desk(game=False)
    assert "failed" not in desk.run(f"selfplay --variant fog-of-war --bot {kind} --years 2 --into {file}")
    opened = open_text(file.read_bytes(), file.name, ShippedShelf(), desk.session.hooks.checking_referee)
    assert opened.standing is FileStanding.CHECKED, opened.differences
    game = opened.ready().game
    lines = [line for turn in game.line(MAIN)[:-1] for given in turn.orders.values() for line in given]
    assert lines
    assert all(line.is_legal for line in lines)


def test_opponents_write_to_people_and_take_letters_from_them() -> None:
    desk = at_terminal(
        "play --powers france --bots beginner",
        "write germany I propose peace until the end of the year.", "write atlantis hello", "agree italy", "",
        "quit",
    )  # fmt: skip
    text = desk.services.text
    assert "Germany: Agreed, peace until the end of the year. I will not attack you." in text
    assert "There is no other power atlantis." in text
    assert "Italy has proposed nothing that waits for an answer." in text


def test_a_proposal_is_accepted_by_its_senders_name_and_the_letters_stand_in_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.dpn"
    typed = ("A PAR - BUR; A MAR - PIE", "", "agree germany", "agree italy", "agree england", "")
    at_terminal(f"play --powers france --bots beginner --into {file}", *typed, "quit")
    letters = [each for turn in saved(file).line(MAIN) for each in turn.press if "FRANCE" in {each.sender, *each.receivers}]
    asked = [each.sender for each in letters if each.receivers == ("FRANCE",) and "propose" in each.text]
    assert asked
    assert {each.receivers[0] for each in letters if each.sender == "FRANCE" and each.text.startswith("Agreed")} == set(asked)


def test_letters_to_one_of_several_people_wait_for_the_curtain() -> None:
    desk = at_terminal(
        "play --powers france,germany --bots beginner",
        "", "write germany The French ask for Burgundy.", "", "", "board", "",
        "quit",
    )  # fmt: skip
    before, _, after = desk.services.text.partition("France: The French ask for Burgundy.")
    assert "Germany, Spring 1901, movement" not in before
    assert "Germany, Spring 1901, movement" in after


def test_hooks_on_press_keep_back_what_opponents_write(tmp_path: Path) -> None:
    written = {}
    for variant in ("standard", "gunboat"):
        file = tmp_path / f"{variant}.dpn"
        Desk(game=False).run(f"selfplay --variant {variant} --bot beginner --years 1 --press --into {file}")
        written[variant] = "I propose" in file.read_text("utf-8")
    assert written == {"standard": True, "gunboat": False}


CORRESPONDENT = """import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "press":
        print(said["from"], said["text"], file=open(sys.argv[1], "a"), flush=True)
    if said["type"] == "turn":
        print(json.dumps({"type": "press", "to": ["GERMANY"], "text": "I propose peace until the end of the year."}), flush=True)
        print(json.dumps({"type": "orders", "orders": []}), flush=True)
"""


@pytest.mark.slow
def test_opponents_answer_letters_of_programs(tmp_path: Path) -> None:
    bot, read = tmp_path / "writer.py", tmp_path / "read.txt"
    bot.write_text(CORRESPONDENT, "utf-8")
    words = " ".join(shlex.quote(each) for each in (sys.executable, str(bot), str(read)))
    at_terminal(f"play --france {shlex.quote('bot:' + words)} --bots beginner --years 1")
    assert "GERMANY Agreed, peace until the end of the year. I will not attack you." in read.read_text("utf-8")
