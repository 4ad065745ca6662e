"""No page of the window has more than a third of emptiness, on a small screen and on a large one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.page_pictures import PAGES, main


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("size", ["1366x768", "1920x1080"])
def test_a_third_of_each_page_is_empty_at_most(size: str, part: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = list(PAGES)[part::4]
    code = main([str(tmp_path), "--size", size, "--pages", ",".join(names)])
    said = capfd.readouterr().out
    assert code == 0, said
    assert [(tmp_path / f"{name}.png").exists() for name in names] == [True] * len(names)
