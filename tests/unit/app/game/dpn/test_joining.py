"""Two people edit copies of a game: git joins them, with its own means and with the program as its merge driver."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from adjudicator.order import Hold
from app.cli.main import main
from app.cli.printable import Exit
from app.game.dpn.file_joining import joined
from app.game.dpn.game_reader import read
from app.game.dpn.writer import file_text, write
from app.game.edits import process, set_order, set_player
from app.game.entries import AuditLine, Member, MemberRole, SeatedPlayer
from app.game.library import Library
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Game
from tests.unit.app.game.play import fresh_game, played_game

GIT = shutil.which("git")
PROGRAM = Path(__file__).parents[5] / "main.py"
needs_git = pytest.mark.skipif(GIT is None, reason="git is not here")


def holding(game: Game, power: str) -> Game:
    """*game* with all units of *power* ordered to hold."""
    for unit in game.turn(game.last()).position.units_of(power):
        game = set_order(game, MAIN, power, Hold(unit.piece))
    return game


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return the result of git in *folder*, with nothing of this machine's settings."""
    assert GIT is not None
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run([GIT, *settings, *words], cwd=folder, capture_output=True, text=True, check=False)


def checkout(folder: Path, seats: str = "AUSTRIA") -> Path:
    """A checkout with a fresh game in it, saved by the program; with a player of *seats* where it names a power."""
    git(folder, "init", "-q", "-b", "main")
    path = folder / "game.dpn"
    path.write_text(file_text(fresh_game()))
    edit(path, lambda game: set_player(game, seats, SeatedPlayer("Ada")) if seats else replace(game, note="A game of two masters"))
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "begin")
    return path


def edit(path: Path, change: Callable[[Game], Game]) -> None:
    """Open the game at *path*, change it, save it, as the window and each command do."""
    document = Library().open(path)
    document.perform("Edit", change(document.game))
    document.save()
    document.close(discard=True)


def merged_by_git(path: Path, one: Callable[[Game], Game], other: Callable[[Game], Game]) -> subprocess.CompletedProcess[str]:
    """Both changes, each committed to a branch of its own, joined by ``git merge``."""
    git(path.parent, "checkout", "-q", "-b", "theirs", "main")
    edit(path, other)
    git(path.parent, "commit", "-q", "-a", "-m", "theirs")
    git(path.parent, "checkout", "-q", "-B", "ours", "main")
    edit(path, one)
    git(path.parent, "commit", "-q", "-a", "-m", "ours")
    found = git(path.parent, "merge", "-q", "theirs")
    git(path.parent, "branch", "-q", "-D", "theirs")
    return found


@pytest.mark.slow
@needs_git
def test_edits_of_any_two_powers_are_merged_by_git_without_a_conflict(tmp_path: Path) -> None:
    path = checkout(tmp_path)
    for one, other in combinations(fresh_game().variant.powers, 2):
        found = merged_by_git(path, partial(holding, power=one), partial(holding, power=other))
        assert found.returncode == 0, (one, other, found.stdout)
        opened = open_text(path.read_bytes(), path.name)
        assert opened.faults == ()
        assert opened.game is not None
        assert set(opened.game.turn(opened.game.last()).orders) == {one, other}


def seating(game: Game, power: str) -> Game:
    """*game* with a player for *power*, who has a second one beside and came after another."""
    member = Member(power, MemberRole.ALSO, f"second of {power}", f"{power.lower()}2@example.org")
    seated = set_player(game, power, SeatedPlayer(f"player of {power}", f"{power.lower()}@example.org"))
    return replace(seated, members=(*seated.members, member))


@pytest.mark.slow
@needs_git
@pytest.mark.parametrize("has_players", [True, False])
def test_players_of_any_two_powers_are_merged_by_git_without_a_conflict(tmp_path: Path, *, has_players: bool) -> None:
    path = checkout(tmp_path, seats="AUSTRIA" if has_players else "")
    for one, other in combinations(fresh_game().variant.powers, 2):
        found = merged_by_git(path, partial(seating, power=one), partial(seating, power=other))
        assert found.returncode == 0, (one, other, found.stdout)
        opened = open_text(path.read_bytes(), path.name)
        assert opened.faults == ()
        assert opened.game is not None
        assert {one, other} <= set(opened.game.players) <= {"AUSTRIA", one, other}
        assert opened.game.players[other].name == f"player of {other}"
        assert [each.power for each in opened.game.members] == [one, other]


def test_a_game_without_players_is_as_it_was_outside_git() -> None:
    assert "[players]" not in write(fresh_game())
    seated = write(set_player(fresh_game(), "GERMANY", SeatedPlayer()))
    opened = open_text(seated.encode(), "game.dpn")
    assert opened.game is not None
    assert opened.game.players == {"GERMANY": SeatedPlayer()}


@pytest.mark.slow
@needs_git
def test_one_command_has_git_join_games_by_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = checkout(tmp_path)
    (tmp_path / ".gitattributes").write_text("*.png binary\n")
    inside = tmp_path / "autumn"
    inside.mkdir()
    for _ in range(2):
        assert main(["set-up-git", str(inside)]) == Exit.OK
    assert (tmp_path / ".gitattributes").read_text() == "*.png binary\n*.dpn merge=entente\n"
    assert ".gitattributes" in capsys.readouterr().out

    def noted(words: str, at: str) -> Callable[[Game], Game]:
        return lambda game: replace(game, audit=(*game.audit, AuditLine(words, "GM", at, "because he said so")))

    found = merged_by_git(path, noted("deadline set", "2026-11-27T20:00:02Z"), noted("player replaced", "2026-11-27T20:00:01Z"))
    assert found.returncode == 0, found.stdout + found.stderr
    opened = open_text(path.read_bytes(), path.name)
    assert opened.faults == ()
    assert opened.game is not None
    assert [line.text for line in opened.game.audit][-2:] == ["player replaced", "deadline set"]


@needs_git
def test_a_folder_that_git_does_not_look_after_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["set-up-git", str(tmp_path)]) != Exit.OK
    assert "git" in capsys.readouterr().err
    assert not (tmp_path / ".gitattributes").exists()


@needs_git
def test_no_checksum_is_written_where_git_looks_after_a_file(tmp_path: Path) -> None:
    path = checkout(tmp_path)
    assert path.read_text().endswith("\n[end]\n")
    outside = tmp_path.parent / f"{tmp_path.name}-outside.dpn"
    document = Library().open(path)
    document.perform("Edit", holding(document.game, "FRANCE"))
    document.save(outside)
    document.close(discard=True)
    assert "[end sum=" in outside.read_text()


@pytest.mark.slow
@needs_git
def test_the_program_as_merge_driver_joins_players_and_trail(tmp_path: Path) -> None:
    path = checkout(tmp_path)
    git(path.parent, "config", "merge.entente.driver", f'"{sys.executable}" "{PROGRAM}" join-games %O %A %B')
    (path.parent / ".git" / "info" / "attributes").write_text("*.dpn merge=entente\n")

    def seated(power: str, name: str, at: str) -> Callable[[Game], Game]:
        def change(game: Game) -> Game:
            game = set_player(holding(game, power), power, SeatedPlayer(name))
            return replace(game, audit=(*game.audit, AuditLine(f"player of {power}: {name}", "GM", at)))

        return change

    found = merged_by_git(path, seated("ENGLAND", "Bob", "2026-11-27T20:00:02Z"), seated("FRANCE", "Cleo", "2026-11-27T20:00:01Z"))
    assert found.returncode == 0, found.stdout + found.stderr
    opened = open_text(path.read_bytes(), path.name)
    assert opened.faults == ()
    assert opened.game is not None
    assert {power: each.name for power, each in opened.game.players.items()} == {"AUSTRIA": "Ada", "ENGLAND": "Bob", "FRANCE": "Cleo"}
    assert [line.text for line in opened.game.audit][-2:] == ["player of FRANCE: Cleo", "player of ENGLAND: Bob"]


def as_file(game: Game) -> bytes:
    """The file of *game*, with its checksum."""
    return file_text(game).encode()


def test_files_with_checksums_are_joined_into_one_whose_checksum_fits() -> None:
    base = fresh_game()
    found = joined(as_file(base), as_file(holding(base, "ITALY")), as_file(holding(base, "AUSTRIA")))
    assert found.conflicts == 0
    text = read(found.data)
    assert text.checksum is not None
    assert text.checksum.fits
    assert found.data == as_file(holding(holding(base, "ITALY"), "AUSTRIA"))


def test_two_orders_of_one_unit_stand_between_marks() -> None:
    base = fresh_game()
    ours = write(holding(base, "FRANCE")).encode()
    found = joined(write(base).encode(), ours, ours.replace(b"A PAR H", b"A PAR - BUR"))
    assert found.conflicts == 1
    opened = open_text(found.data, "game.dpn")
    begin = found.data.decode().splitlines().index("<<<<<<< ours") + 1
    end = found.data.decode().splitlines().index(">>>>>>> theirs") + 1
    first = opened.errors[0]
    assert (first.span.line, first.what) == (begin, f"git could not join two edits in lines {begin} to {end}")
    assert all("cannot be read" not in each.what for each in opened.errors)


@pytest.mark.parametrize("processed_here", [True, False])
def test_orders_are_not_slipped_into_a_phase_that_the_other_side_processed(*, processed_here: bool) -> None:
    base = fresh_game()
    versions = [write(process(base)).encode(), write(holding(base, "FRANCE")).encode()]
    if not processed_here:
        versions.reverse()
    assert joined(write(base).encode(), *versions).conflicts == 1


def test_mails_of_both_sides_are_kept() -> None:
    base = write(fresh_game())
    first, second = ("\n[mail S1901M]\nfrom: FRANCE\n| A PAR - BUR\n", "\n[mail S1901M]\nfrom: ITALY\n| A ROM - APU\n")
    found = joined(*(base.replace("\n[end]", f"{more}\n[end]").encode() for more in ("", first, second)))
    assert found.conflicts == 0
    assert found.data.decode() == base.replace("\n[end]", f"{first}{second}\n[end]")


def test_what_one_side_left_alone_is_taken_from_the_other() -> None:
    base, later = played_game(3), process(played_game(3))
    assert joined(as_file(base), as_file(base), as_file(later)).data == as_file(later)
    assert joined(as_file(base), as_file(later), as_file(base)).data == as_file(later)


def test_a_file_that_is_no_game_is_not_taken_apart() -> None:
    found = joined(b"", b"what\n", write(fresh_game()).encode())
    assert found.conflicts == 1
    assert found.data.startswith(b"<<<<<<< ours\nwhat\n=======\nentente-game 1")


def test_a_conflict_in_a_file_is_not_processed_and_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = write(fresh_game())
    marks = "<<<<<<< HEAD\nFRANCE:\n  A PAR - BUR\n=======\nFRANCE:\n  A PAR - PIC\n>>>>>>> theirs"
    path = tmp_path / "game.dpn"
    path.write_text(text.replace("FRANCE: none received", marks))
    before = path.read_bytes()
    assert main(["process", str(path), "--missing", "hold"]) == Exit.NOT_READY
    said = capsys.readouterr().err
    assert "git could not join two edits in lines" in said
    assert "FRANCE orders PAR twice" in said
    assert path.read_bytes() == before
    assert main(["process", str(path), "--missing", "hold", "--unread", "rest"]) == Exit.OK
    assert "<<<<<<< HEAD" in path.read_text(), "lines that were not understood stay"


def test_a_unit_ordered_twice_is_a_fault_with_its_place() -> None:
    text = write(fresh_game()).replace("FRANCE: none received", "FRANCE:\n  A PAR - BUR\n  A MAR H\n  A PAR - PIC")
    line = text.splitlines().index("  A PAR - PIC") + 1
    opened = open_text(text.encode(), "game.dpn")
    (fault,) = opened.errors
    assert (fault.span.line, fault.span.column) == (line, 3)
    assert fault.what == f"FRANCE orders PAR twice; the first is in line {line - 2}"
    marked = text.replace("A PAR - BUR", "A PAR - BUR  ; not used")
    assert open_text(marked.encode(), "game.dpn").standing is FileStanding.CHECKED
    assert open_text(marked.encode(), "game.dpn").errors == ()


def test_orders_of_an_older_file_get_places_with_the_first_edit_and_not_before() -> None:
    new = write(fresh_game())
    old = "\n".join(line for line in new.split("\n") if "none received" not in line).replace("\n\n\n\n\n\n\n\n[end]", "\n\n[end]")
    ready = open_text(old.encode(), "game.dpn").ready()
    assert ready.writer.compose(ready.game).text == old
    edited = ready.writer.compose(holding(ready.game, "FRANCE")).text
    assert edited == write(holding(fresh_game(), "FRANCE"))


def test_taking_an_edit_back_leaves_each_power_its_place(tmp_path: Path) -> None:
    text = write(fresh_game())
    ready = open_text(text.encode(), "game.dpn").ready()
    ready.writer.wrote(ready.writer.compose(holding(ready.game, "GERMANY")))
    assert ready.writer.compose(ready.game).text == text
