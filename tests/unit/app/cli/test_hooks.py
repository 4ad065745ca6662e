"""Games that carry hooks, on the command line: nothing runs that was not named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.notation import parse_order
from app.cli.main import main
from app.cli.printable import Exit
from app.game.dpn.writer import write
from app.game.edits import new_game, set_orders
from app.game.entries import Hook
from app.game.opening import open_text
from app.game.storage.places import places
from app.game.table_edits import attach_hook, put_hook
from app.game.variant_source import ShippedShelf
from app.hooks import asking_hooks, host
from app.hooks.hook_consent import ConsentStore, checksums, hook_of, terms_checksum
from tests.quick import few
from variants.hooks.hook_text import shipped_hooks


@pytest.fixture
def hooked(tmp_path: Path) -> tuple[Path, str]:
    """A game without convoys in which England orders one, and the checksum of its hook."""
    shelved = ShippedShelf().find("standard")
    assert shelved is not None
    hook = replace(shipped := hook_of(shipped_hooks()["no_convoys"]), source=shipped.source + "\n# mine")
    game = attach_hook(put_hook(new_game(shelved.variant, checksum=shelved.checksum), hook), "main", "no_convoys")
    game = set_orders(game, "main", "ENGLAND", [parse_order("F EDI - NTH")])
    path = tmp_path / "hooked.dpn"
    path.write_text(write(game))
    return path, checksums([hook])[0]


def test_nothing_is_done_before_somebody_says_what_may_run(hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, checksum = hooked
    before = path.read_bytes()
    assert main(["process", "--missing=process", str(path)]) == Exit.USAGE
    said = capsys.readouterr().err
    assert "--hooks=off" in said
    assert f"  {checksum}  no_convoys" in said
    assert path.read_bytes() == before


def test_without_its_hooks_a_game_can_be_looked_at_and_not_played_on(hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = hooked
    assert main(["show", str(path), "--hooks=off"]) == Exit.OK
    assert "F EDI - NTH" in capsys.readouterr().out
    assert main(["process", "--missing=process", str(path), "--hooks=off"]) == Exit.FAILED
    assert "can only be looked at" in capsys.readouterr().err


def test_hooks_that_were_left_off_are_not_said_to_run(hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, checksum = hooked
    assert main(["hooks", str(path), "--hooks=off"]) == Exit.OK
    assert "no_convoys is attached and does not run: nobody has agreed to it as it is set." in capsys.readouterr().out
    assert main(["hooks", str(path), f"--hooks={checksum}"]) == Exit.OK
    assert "no_convoys runs." in capsys.readouterr().out


@pytest.mark.slow
def test_hooks_that_are_named_run(hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, checksum = hooked
    consent = f"--hooks={checksum}"
    assert main(["process", "--missing=process", str(path), consent]) == Exit.OK
    assert main(["order", str(path), consent, "A LVP - YOR"]) == Exit.OK
    assert main(["process", "--missing=process", str(path), consent]) == Exit.OK
    assert main(["order", str(path), consent, "F NTH C A YOR - NWY"]) == Exit.OK
    capsys.readouterr()
    assert main(["process", "--missing=process", str(path), consent]) == Exit.OK
    assert "no_convoys" in capsys.readouterr().err
    assert main(["check", str(path)]) == Exit.OK


def test_what_a_hook_did_at_the_start_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    placed = ["new", "--replace", "--output", str(tmp_path / "game.dpn"), "--attach"]
    assert main([*placed, 'free_start "FRANCE A NTH"']) == Exit.OK
    assert "free_start: French Army North Sea cannot stand there" in capsys.readouterr().err
    assert main([*placed, "winter_first"]) == Exit.OK
    assert "winter_first: the board is empty" in capsys.readouterr().err


def test_a_hook_of_ones_own_is_attached_by_its_checksum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places().hooks.mkdir(parents=True)
    source = 'def on_press(ctx):\n    return {"allow": False, "reason": "no stamps"}\n'
    (places().hooks / "stamps.hook").write_text(source)
    game = str(tmp_path / "game.dpn")
    assert main(["new", "--output", game]) == Exit.OK
    before = Path(game).read_bytes()
    assert main(["variant", game, "stamps"]) == Exit.FAILED
    consent = f"--hooks={terms_checksum(Hook('stamps', ('press',), source.rstrip()))}"
    assert consent in capsys.readouterr().err
    assert Path(game).read_bytes() == before
    assert main(["variant", game, "stamps", consent]) == Exit.OK
    assert main(["press", game, consent, "france", "hello"]) == Exit.FAILED
    assert "no stamps" in capsys.readouterr().err


def test_what_a_hook_says_does_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places().hooks.mkdir(parents=True)
    (places().hooks / "title.hook").write_text("# note: \x1b]0;owned\x07\ndef on_press(ctx):\n    return None\n")
    source = 'def on_press(ctx):\n    raise ValueError("\\x1b[2J\\u202e")\n'
    (places().hooks / "escape.hook").write_text(source)
    game, consent = str(tmp_path / "game.dpn"), f"--hooks={terms_checksum(Hook('escape', ('press',), source.rstrip()))}"
    assert main(["new", "--output", game]) == Exit.OK
    assert main(["variant", game]) == Exit.OK
    assert main(["variant", game, consent, "escape"]) == Exit.OK
    assert main(["press", game, consent, "france", "hello"]) == Exit.OK
    said = capsys.readouterr()
    assert "title: \\x1b]0;owned\\x07" in said.out
    assert "ValueError: \\x1b[2J\\u202e" in said.err
    assert not set("\x1b\x07\u202e") & set(said.out + said.err)


def test_every_hook_of_the_game_must_be_named(hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = hooked
    assert main(["process", "--missing=process", str(path), f"--hooks={'0' * 64}"]) == Exit.USAGE
    assert "does not name (no_convoys)" in capsys.readouterr().err


def test_a_game_whose_variant_is_missing_is_looked_at_and_says_only_that(
    hooked: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, checksum = hooked
    path.write_text(path.read_text().replace("variant: standard", "variant: atlantis"))
    before = path.read_bytes()
    for consent in ([], ["--hooks=off"], [f"--hooks={checksum}"]):
        assert main(["process", "--missing=process", str(path), *consent]) == Exit.FAILED
        told = capsys.readouterr().err.splitlines()
        assert "no variant called atlantis is here" in told[0]
        assert all("variant is not here" in line for line in told[1:])
    assert path.read_bytes() == before


ENDLESS = "def before_adjudication(ctx):\n    while True:\n        pass\n"


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """A game whose hook never answers, and what agrees to it. It is stopped soon: each *again* waits four times as long."""
    monkeypatch.setattr(host, "TIME_LIMIT", 0.05)
    monkeypatch.setattr(asking_hooks, "PHASE_LIMIT", 0.1)
    shelved = ShippedShelf().find("standard")
    assert shelved is not None
    hook = Hook("endless", ("before_adjudication",), ENDLESS)
    game = attach_hook(put_hook(new_game(shelved.variant, checksum=shelved.checksum), hook), "main", "endless")
    path = tmp_path / "endless.dpn"
    path.write_text(write(game))
    return path, f"--hooks={checksums([hook])[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("choice", few(["wait", "again", ""], "wait"))
def test_a_phase_that_a_hook_stops_ends_with_a_code_of_its_own_and_changes_nothing(
    choice: str, endless: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, consent = endless
    before = path.read_bytes()
    said = [f"--when-stopped={choice}"] if choice else []
    assert main(["process", str(path), consent, "--missing=process", *said]) == Exit.HOOK_STOPPED
    assert "The hook endless (line 1: def before_adjudication(ctx):) gave no answer in S1901M" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_phase_goes_on_without_a_hook_where_the_command_line_says_so(
    endless: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, consent = endless
    assert main(["process", str(path), consent, "--missing=process", "--when-stopped=without"]) == Exit.OK
    assert "S1901M goes on without hook endless" in capsys.readouterr().err
    assert "\n~ without endless it used the processor" in path.read_text()
    assert main(["check", str(path), consent]) == Exit.OK, "the choice is replayed"


def test_a_shipped_hook_that_is_unchanged_runs_without_being_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(tmp_path / "fog.dpn")
    assert main(["new", "fog-of-war", "--output", game]) == Exit.OK
    assert main(["show", game]) == Exit.OK
    assert main(["process", game, "--missing=process"]) == Exit.OK
    text = Path(game).read_text()
    assert "[phase F1901M]" in text
    Path(game).write_text(text.replace("| def on_results(ctx):", "| def on_results(ctx): ", 1))
    assert main(["show", game]) == Exit.USAGE
    assert "fog_of_war" in capsys.readouterr().err


def test_what_was_agreed_to_for_good_in_the_window_runs_without_being_named(hooked: tuple[Path, str], tmp_path: Path) -> None:
    path, _ = hooked
    game = open_text(path.read_bytes()).game
    assert game is not None
    ConsentStore(places().data / "consent.json").grant_in(game, for_good=True)
    assert main(["process", "--missing=process", str(path)]) == Exit.OK
    assert main(["process", "--missing=process", str(path)]) == Exit.OK, "it is played on with them, and checked with them"


@pytest.mark.parametrize("how", ["open", "run"])
def test_a_game_that_a_command_opens_is_decided_about_as_the_one_it_works_on(
    how: str, hooked: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, checksum = hooked
    script = tmp_path / "script.txt"
    script.write_text(f'open "{path}"\nprocess --missing=process\n')
    words = ["open", str(path)] if how == "open" else ["run", str(script)]
    assert main(words) != Exit.OK
    assert f"--hooks={checksum} runs them" in capsys.readouterr().err
    assert main([*words, f"--hooks={checksum}"]) == Exit.OK
