"""Commands of a person's own lie in a folder, and run only after their text was agreed to."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from app.commands.declaring.own_commands import EXAMPLE, LARGEST
from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.session.errors import Abort, CommandError
from tests.unit.app.commands.fake_services import Desk


def file(name: str, text: str) -> Path:
    folder = places().commands
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{name}.py"
    made.write_text(text, encoding="utf-8")
    return made


def checksum(desk: Desk, name: str) -> str:
    found = re.search(rf"{name}: .*sha256 ([0-9a-f]{{64}})", desk.run("own"))
    assert found is not None
    return found[1]


def test_they_are_listed_without_being_run(desk: Desk, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    file("greet", f"open({str(canary)!r}, 'w').write('ran')\n{EXAMPLE}")
    assert "greet: Greets a power." in desk.run("own")
    with pytest.raises(Abort, match="Nobody has agreed to the text of greet"):
        desk.run("own greet france")
    assert not canary.exists()


def test_once_agreed_to_it_runs_with_its_words_and_its_checksum_is_kept(desk: Desk) -> None:
    file("greet", EXAMPLE)
    assert desk.run(f"own greet --agree {checksum(desk, 'greet')} france --times 2") == "Good day, FRANCE.\nGood day, FRANCE."
    assert Desk().run("own greet turkey") == "Good day, TURKEY."
    assert COMMANDS.get("greet") is None, "it does not mix with the program's own"


def test_the_checksum_is_that_of_the_file(desk: Desk) -> None:
    made = file("greet", EXAMPLE)
    for content in (EXAMPLE.encode(), EXAMPLE.replace("\n", "\r\n").encode(), f"{EXAMPLE}# \u00e9\n\n".encode("latin-1")):
        made.write_bytes(content)
        assert checksum(desk, "greet") == hashlib.sha256(content).hexdigest()
    with pytest.raises(Abort, match=f"--agree {hashlib.sha256(content).hexdigest()}"):
        desk.run("own greet france")
    assert desk.run(f"own greet --agree {hashlib.sha256(content).hexdigest().upper()} france") == "Good day, FRANCE."


def test_a_text_that_was_changed_is_not_run(desk: Desk) -> None:
    made = file("greet", EXAMPLE)
    desk.run(f"own greet --agree {checksum(desk, 'greet')} france")
    made.write_text(EXAMPLE.replace("Good day", "Boo"), encoding="utf-8")
    with pytest.raises(Abort, match="Nobody has agreed"):
        desk.run("own greet france")


def test_blanks_at_the_end_of_a_text_are_a_part_of_it(desk: Desk) -> None:
    made = file("greet", EXAMPLE)
    desk.run(f"own greet --agree {checksum(desk, 'greet')} france")
    made.write_text(f"{EXAMPLE}    \t", encoding="utf-8")
    with pytest.raises(Abort, match="Nobody has agreed"):
        desk.run("own greet france")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def broken(:\n    pass\n", r"odd\.py:1:\d+: "),
        ("x = 1\ny = x / 0\n", r"odd\.py:2: ZeroDivisionError"),
        ("x = 1\n", "declares no command called odd"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_where(desk: Desk, text: str, words: str) -> None:
    file("odd", text)
    with pytest.raises(Abort, match=words):
        desk.run(f"own odd --agree {checksum(desk, 'odd')}")


def test_its_words_are_checked_like_anyones(desk: Desk) -> None:
    file("greet", EXAMPLE)
    with pytest.raises(CommandError, match="not a power of this game"):
        desk.run(f"own greet --agree {checksum(desk, 'greet')} narnia")


@pytest.mark.parametrize(
    "text", [EXAMPLE.replace("    for _", "    raise SystemExit(3)\n    for _"), f"import sys\n\nsys.exit(3)\n\n{EXAMPLE}"]
)
def test_one_that_wants_to_end_the_program_does_not(desk: Desk, text: str) -> None:
    file("greet", text)
    with pytest.raises(Abort, match="it wants to end the program"):
        desk.run(f"own greet --agree {checksum(desk, 'greet')} france")


def test_a_file_that_cannot_be_a_command_is_named_with_the_reason(desk: Desk) -> None:
    file("My-Tool", EXAMPLE)
    file("giant", "#" * (LARGEST + 1))
    said = desk.run("own")
    assert "My-Tool.py is left out: a file's name has small letters" in said
    assert "giant.py is left out: it is larger than 256 kB." in said


def test_the_examples_of_the_guide_run_as_it_says(desk: Desk) -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "guide" / "own-commands.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for text in examples:
        name = re.search(r'@command\("([a-z-]+)"', text)
        assert name is not None
        file(name[1].replace("-", "_"), text)
    assert examples[0] == EXAMPLE
    assert desk.run(f"own greet --agree {checksum(desk, 'greet')} france --times 2") == "Good day, FRANCE.\nGood day, FRANCE."
    assert "FRANCE: 3" in desk.run(f"own unordered --agree {checksum(desk, 'unordered')}")
    desk.run(f"own all-hold --agree {checksum(desk, 'all-hold')} france")
    assert "FRANCE" not in desk.run("own unordered")
    desk.run("undo")
    assert "FRANCE: 3" in desk.run("own unordered"), "all of it is one step to undo"
