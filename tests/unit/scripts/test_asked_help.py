"""Asking a script for help prints its words, and does nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import phone_pictures
from scripts.asked_help import answer_help

SCRIPTS = Path(phone_pictures.__file__).parent
ENTRY_OF_A_BUNDLE = "bundle/start.py"
"""The program itself, which hands its options to the command line."""
RUN = {
    path.relative_to(SCRIPTS).as_posix(): text
    for path in sorted(SCRIPTS.rglob("*.py"))
    if path != SCRIPTS / ENTRY_OF_A_BUNDLE and '\nif __name__ == "__main__":\n' in (text := path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_the_words_are_printed_and_the_program_ends(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["script", "pictures", asked])
    with pytest.raises(SystemExit) as ended:
        answer_help(phone_pictures.__doc__)
    assert ended.value.code == 0
    assert "python -m scripts.phone_pictures pictures" in capsys.readouterr().out


def test_a_script_that_is_not_asked_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["script", "pictures"])
    answer_help(phone_pictures.__doc__)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", RUN)
def test_each_script_answers_before_it_does_anything(name: str) -> None:
    begun = RUN[name].partition('\nif __name__ == "__main__":\n')[2].splitlines()[0].strip()
    assert begun == "answer_help(__doc__)" or "ArgumentParser(" in RUN[name]
