"""All games of a folder: listed by deadline with what to do next, searched, tagged, read again only where a file changed."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.game.deadlines import put_deadline, stop_clock
from app.game.dpn.writer import write
from app.game.edits import new_game, set_lines, set_player
from app.game.entries import SeatedPlayer
from app.game.record import MAIN, Game
from app.gm.games import Next, When, in_groups, inspect_folders, matching, next_step, watch_folders, watched_folders
from app.library.variants import VariantShelf
from app.session.errors import CommandError
from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk, FakeScreen
from variants.catalogue import standard

NOW = datetime(2026, 11, 25, 17, tzinfo=UTC)


def game(name: str, due: timedelta | None = None) -> Game:
    made = new_game(standard(), name)
    return made if due is None else put_deadline(made, MAIN, NOW + due, NOW - timedelta(days=9))


def all_ordered(made: Game) -> Game:
    for power in made.variant.powers:
        lines = "\n".join(f"{unit.piece} H" for unit in made.turn(made.last()).position.units_of(power))
        made = set_lines(made, MAIN, power, lines)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six games and a file that is none."""
    shelf = tmp_path / "games"
    (shelf / "club").mkdir(parents=True)
    doubtful = set_lines(game("Winter Harbour", timedelta(hours=2)), MAIN, "FRANCE", "A Par somewhere\nA MAR H")
    seated = set_player(game("Straits of Iron", timedelta(days=2)), "FRANCE", SeatedPlayer("Cleo"))
    for made in (
        game("Late One", timedelta(hours=-3)),
        doubtful,
        all_ordered(game("The Long Table", timedelta(days=3))),
        seated,
        game("Novices", timedelta(days=11)),
        stop_clock(game("Quiet Borders", timedelta(days=1)), NOW),
        game("Night Watch"),
    ):
        (shelf / "club" / f"{made.name}.dpn").write_text(write(made), encoding="utf-8")
    (shelf / "broken.dpn").write_text("entente-game 1\n\n[game]\nnonsense\n", encoding="utf-8")
    (shelf / "notes.txt").write_text("no game", encoding="utf-8")
    return shelf


@pytest.fixture
def desk() -> Desk:
    desk = Desk(game=False)
    desk.session.times = Times(wall=NOW.timestamp)
    return desk


def test_games_are_listed_by_deadline_with_who_is_missing_and_what_to_do_next(desk: Desk, folder: Path) -> None:
    said = desk.run(f"games --all '{folder}'")
    headings = [line for line in said.splitlines() if not line.startswith(" ")]
    assert headings == ["Overdue:", "Today:", "This week:", "Later:", "No deadline:", "Over and faulty:"]
    assert "Winter Harbour: Spring 1901, movement; today 19:00 (in 2 h)" in said
    assert "1 doubtful line -> Take 1 doubtful line" in said
    assert "The Long Table: Spring 1901, movement; Sat 28 Nov, 17:00 (in 3 days); all are in -> Process" in said
    assert "Quiet Borders: Spring 1901, movement; clock stopped" in said
    assert "broken.dpn:" in said


def test_programs_get_the_same_as_data(desk: Desk, folder: Path) -> None:
    listed = json.loads(desk.run(f"games --all '{folder}' --json"))
    assert [(each["name"], each["due"], each["next"]) for each in listed] == [
        ("Late One", "overdue", "remind"),
        ("Winter Harbour", "today", "take doubtful lines"),
        ("Straits of Iron", "this week", "remind"),
        ("The Long Table", "this week", "process"),
        ("Novices", "later", "nothing to do"),
        ("Quiet Borders", "no deadline", "let the clock go on"),
        ("Night Watch", "no deadline", "set a deadline"),
        ("broken", "over and faulty", "show the fault"),
    ]
    assert "FRANCE" not in [power for power, *_ in listed[3]["missing"]]


def test_games_are_found_by_the_words_of_their_players_and_by_tags(desk: Desk, folder: Path) -> None:
    said = desk.run(f"games --all '{folder}' --find cleo")
    assert "Straits of Iron" in said
    assert "Novices" not in said
    desk.run(f"open '{folder}/club/Novices.dpn'", "tag postal, club, postal", "save")
    assert "Tags: postal, club." in desk.run("tag")
    said = desk.run(f"games --all '{folder}' --tag club")
    assert "Novices" in said
    assert "Night Watch" not in said


def test_only_files_that_changed_are_read_again(folder: Path, tmp_path: Path) -> None:
    shelf, cache = VariantShelf(tmp_path / "variants"), tmp_path / "cache" / "games.json"
    first = inspect_folders([folder], shelf, cache)
    again = inspect_folders([folder], shelf, cache)
    assert (first.files_read, again.files_read) == (8, 0)
    assert again.games == first.games
    changed = folder / "club" / "Novices.dpn"
    changed.write_text(write(game("Novices again", timedelta(days=1))), encoding="utf-8")
    os.utime(changed, ns=(1, 1))
    third = inspect_folders([folder], shelf, cache)
    assert third.files_read == 1
    assert "Novices again" in {each.name for each in third.games}


@pytest.mark.parametrize("damage", [b"", b"{", b'{"version": 1, "games": {"x": 3}}', b"[" * 100_000])
def test_a_damaged_cache_is_read_anew(damage: bytes, folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "games.json"
    cache.write_bytes(damage)
    assert inspect_folders([folder], VariantShelf(tmp_path / "variants"), cache).files_read == 8


def test_looking_can_be_stopped(folder: Path, tmp_path: Path) -> None:
    found = inspect_folders([folder], VariantShelf(tmp_path / "variants"), None, lambda done, _of: done < 3)
    assert len(found.games) == 3


def test_a_folder_that_is_gone_is_said(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is no folder"):
        desk.run(f"games --all '{tmp_path}/nowhere'")


def test_nobody_who_looks_as_a_power_is_told_who_is_missing_elsewhere(desk: Desk, folder: Path) -> None:
    desk.run("new", "view-as france")
    with pytest.raises(CommandError, match="game master"):
        desk.run(f"games --all '{folder}'")


def test_the_day_of_a_deadline_is_that_of_the_games_zone(folder: Path, tmp_path: Path) -> None:
    games = inspect_folders([folder], VariantShelf(tmp_path / "variants")).games
    late = datetime(2026, 11, 26, 16, 59, tzinfo=UTC)
    groups = dict(in_groups(matching(games, "Straits"), late))
    assert list(groups) == [When.WEEK]
    assert next_step(groups[When.WEEK][0], late) is Next.REMIND


def test_watched_folders_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings" / "games.json"
    assert watched_folders(file) == ()
    watch_folders(file, [tmp_path, tmp_path / "other", tmp_path])
    assert watched_folders(file) == (tmp_path, tmp_path / "other")
    file.write_text("[1, 2")
    assert watched_folders(file) == ()


def test_a_game_is_tagged_without_being_opened_and_nothing_else_of_its_file_changes(desk: Desk, folder: Path) -> None:
    path = folder / "club" / "Novices.dpn"
    lines = path.read_text(encoding="utf-8").splitlines()
    before = [line for line in lines if not line.startswith("[end")]
    assert "Novices: postal, club." in desk.run(f"tag-file '{path}' postal, club")
    assert desk.session.documents == ()
    after = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("[end")]
    assert [line for line in after if line not in before] == ["tags: postal, club"]
    assert [line for line in before if line not in after] == []
    assert "Novices" in desk.run(f"games --all '{folder}' --tag club")
    desk.run(f"tag-file '{path}' none")
    assert path.read_text(encoding="utf-8").splitlines()[: len(before)] == before


def test_a_game_that_is_open_is_tagged_there_and_undo_takes_it_back(desk: Desk, folder: Path) -> None:
    path = folder / "club" / "Novices.dpn"
    before = path.read_bytes()
    desk.run(f"open '{path}'", f"tag-file '{path}' postal")
    assert path.read_bytes() == before, "it is saved with the game"
    assert desk.run("tag") == "Tags: postal."
    desk.run("undo")
    assert desk.run("tag") == "Tags: none."


def test_a_file_with_faults_is_not_tagged(desk: Desk, folder: Path) -> None:
    path = folder / "broken.dpn"
    before = path.read_bytes()
    with pytest.raises(CommandError, match="open the game, and tag it there"):
        desk.run(f"tag-file '{path}' postal")
    assert path.read_bytes() == before


def test_a_file_is_renamed_and_no_other_is_written_over(desk: Desk, folder: Path) -> None:
    desk.run(f"open '{folder}/club/Novices.dpn'", "rename Beginners", "rename-file")
    assert (folder / "club" / "Beginners.dpn").exists()
    assert not (folder / "club" / "Novices.dpn").exists()
    before = (folder / "club" / "Night Watch.dpn").read_bytes()
    with pytest.raises(CommandError, match=r"There is a file Night Watch\.dpn already"):
        desk.run("rename-file Night Watch")
    assert (folder / "club" / "Night Watch.dpn").read_bytes() == before
    assert (folder / "club" / "Beginners.dpn").exists()


@pytest.mark.parametrize("name", ["../other", "a/b", "..", "/etc/game"])
def test_a_name_for_a_file_has_no_folders(name: str, desk: Desk, folder: Path) -> None:
    desk.run(f"open '{folder}/club/Novices.dpn'")
    with pytest.raises(CommandError, match=r"no folders|no name|is there already"):
        desk.run(f"rename-file {name}")
    assert (folder / "club" / "Novices.dpn").exists()


@pytest.mark.parametrize(("answer", "name"), [("Rename the file", "Iron Straits.dpn"), ("Leave the file", "Straits of Iron.dpn")])
def test_renaming_a_game_asks_whether_its_file_is_renamed_too(answer: str, name: str, desk: Desk, folder: Path) -> None:
    path = folder / "club" / "Straits of Iron.dpn"
    desk.run(f"open '{path}'")
    desk.services.is_interactive = True
    desk.services.fake_screen = FakeScreen()
    desk.services.answers = [answer]
    desk.run("rename Iron Straits")
    assert desk.services.asked == ["Rename the file Straits of Iron.dpn too?"]
    assert desk.session.game.name == "Iron Straits"
    assert desk.session.document.path == folder / "club" / name
    assert (folder / "club" / name).exists()


def test_a_folder_is_listed_by_its_name_alone(folder: Path) -> None:
    desk = Desk(game=False)
    assert desk.run(f"games {folder}") == desk.run(f"games --all {folder}")
    assert "Winter Harbour" in desk.run(f"games {folder} --find harbour")
    assert "Novices" not in desk.run(f"games {folder} --find harbour")


@pytest.mark.parametrize("which", ["nowhere", "notes.txt"])
def test_what_is_neither_folder_nor_number_is_said(folder: Path, which: str) -> None:
    with pytest.raises(CommandError, match="is neither a folder nor the number of an open game"):
        Desk(game=False).run(f"games {folder / which}")


def test_a_number_is_still_an_open_game(folder: Path) -> None:
    with pytest.raises(CommandError, match="There is no game number 3; 1 are open"):
        Desk().run("games 3")
    with pytest.raises(CommandError, match="games FOLDER lists those of a folder"):
        Desk(game=False).run("games")
