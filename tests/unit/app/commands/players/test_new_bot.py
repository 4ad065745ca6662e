"""The sample programs play at once, each in its language."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk


def played(command: str, seconds: float = 30, years: int = 2, more: str = "", power: str = "FRANCE") -> tuple[int, int]:
    """Illegal orders and late turns of that program in a short game, in which it has orders in every phase."""
    desk = Desk(game=False)
    text = desk.run(f'play --{power.lower()} "bot:{command}" --bots random --years {years} --seconds {seconds} {more}')
    found = re.search(rf"{power}, .*: \d+ turns, (\d+) illegal, (\d+) late, \d", text)
    assert found is not None, text
    assert "; it" not in text
    return int(found[1]), int(found[2])


@pytest.mark.slow
@pytest.mark.parametrize("like", ["random", "greedy"])
def test_the_samples_in_python_play_without_a_fault(like: str, tmp_path: Path) -> None:
    Desk(game=False).run(f"new-bot {tmp_path / 'mine'} --like {like}")
    assert played((tmp_path / "mine.py").as_posix(), years=4) == (0, 0)


@pytest.mark.slow
def test_the_sample_that_tries_orders_out_uses_the_time_it_has(tmp_path: Path) -> None:
    Desk(game=False).run(f"new-bot {tmp_path / 'mine.py'} --like monte-carlo")
    illegal, _ = played((tmp_path / "mine.py").as_posix(), seconds=1, years=1)
    assert illegal == 0


@pytest.mark.slow
@pytest.mark.parametrize("like", ["random", "greedy", "monte-carlo"])
def test_the_samples_play_under_other_names(like: str, tmp_path: Path) -> None:
    Desk(game=False).run(f"new-bot {tmp_path / 'mine.py'} --like {like}")
    illegal, _ = played((tmp_path / "mine.py").as_posix(), seconds=2, years=2, more="--scramble 7")
    assert illegal == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_the_sample_in_javascript_plays_without_a_fault(tmp_path: Path) -> None:
    Desk(game=False).run(f"new-bot {tmp_path / 'mine.js'} --like random-js")
    assert played((tmp_path / "mine.js").as_posix(), years=3) == (0, 0)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_the_sample_in_c_plays_without_a_fault(tmp_path: Path) -> None:
    said = Desk(game=False).run(f"new-bot {tmp_path / 'mine'} --like random-c")
    assert "cc -O2" in said
    subprocess.run(["cc", "-Wall", "-Werror", "-O2", "-o", tmp_path / "mine", tmp_path / "mine.c"], check=True)
    assert played((tmp_path / "mine").as_posix(), years=4) == (0, 0)


def test_nothing_is_written_over_and_the_ending_has_to_fit(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("mine")
    with pytest.raises(Abort, match="is there already"):
        Desk(game=False).run(f"new-bot {tmp_path / 'my.py'}")
    with pytest.raises(Abort, match=r"name it my\.c"):
        Desk(game=False).run(f"new-bot {tmp_path / 'my.py'} --like random-c")
