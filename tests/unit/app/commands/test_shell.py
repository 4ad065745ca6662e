"""The manual and the completion of shells say what commands there are, and stay as they are declared."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import app.commands  # noqa: F401 - declares them
from app.cli.main import read_options, usage
from app.commands.declaring.completion import GENERAL_OPTIONS, Shell, completion, engine_page, manual_page
from app.commands.declaring.registry import COMMANDS
from app.session.errors import LineError


def completed(*words: str) -> list[str]:
    """Return the completions of bash for the last of *words*."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not here")
    line = " ".join(f"'{word}'" for word in words)
    asked = f'COMP_WORDS=({line})\nCOMP_CWORD={len(words) - 1}\n_entente\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    script = f"{completion(Shell.BASH, COMMANDS)}\n{asked}"
    done = subprocess.run([bash, "--norc", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_bash_offers_commands_their_options_and_what_is_chosen_from() -> None:
    assert completed("entente", "undo") == ["undo", "undo-variant"]
    assert set(completed("entente", "re")) >= {"recover", "redo", "reference"}
    assert "--missing" in completed("entente", "process", "game.dpn", "--mi")
    assert completed("entente", "show", "--trust", "o") == ["orders"]
    assert "hold" in completed("entente", "process", "--missing", "h")
    assert completed("entente", "animation", "f") == ["fast"]


@pytest.mark.parametrize("shell", Shell)
def test_every_command_and_general_option_is_in_what_each_shell_reads(shell: Shell) -> None:
    text = completion(shell, COMMANDS)
    assert all(each.id in text for each in COMMANDS)
    assert all(each.name.removeprefix("--") in text for each in GENERAL_OPTIONS)


def test_a_sentence_with_an_apostrophe_stays_one_word_for_fish() -> None:
    for line in completion(Shell.FISH, COMMANDS).splitlines()[1:]:
        assert line.replace("\\'", "").count("'") % 2 == 0, line


def test_the_manual_names_every_command_once_with_its_usage() -> None:
    page = manual_page(COMMANDS)
    for each in COMMANDS:
        assert page.count(f".B {each.usage}\n".replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:")) == 1, each.id


@pytest.mark.parametrize("page", [manual_page(COMMANDS), engine_page()], ids=["entente", "entente-engine"])
def test_the_manual_is_laid_out_without_a_complaint(page: str) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not here")
    done = subprocess.run([groff, "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_the_options_that_the_usage_lists_are_those_that_are_read() -> None:
    for option in GENERAL_OPTIONS:
        assert option.usage in usage()
        if option.choices:
            for word in option.choices:
                assert read_options([option.name, word, "status"]).words == ["status"]
            with pytest.raises(LineError):
                read_options([option.name, "nonsense", "status"])
