"""News is read from the change log that comes with the program."""

from __future__ import annotations

from app.news import change_log, newer_than, numbers, page, releases
from entente import __version__

LOG = """# Change log

## Unreleased

- Third.
- Fourth, which goes
  over two lines.

## 0.0.2 (2026-01-02)

- Second.

## 0.0.1

- First.
"""


def test_versions_come_newest_first_and_so_do_their_changes() -> None:
    found = releases(LOG)
    assert [each.version for each in found] == [__version__, "0.0.2", "0.0.1"]
    assert found[0].changes == ("Fourth, which goes\n  over two lines.", "Third.")


def test_what_came_after_a_version_is_reported_and_no_more() -> None:
    assert [each.version for each in newer_than(releases(LOG), "0.0.1")] == [__version__, "0.0.2"]
    assert newer_than(releases(LOG), __version__) == ()
    assert numbers("0.10.0") > numbers("0.9.9")


def test_the_page_names_each_version() -> None:
    text = page(releases(LOG))
    assert text.index(f"## Entente {__version__}") < text.index("- Fourth") < text.index("- Third") < text.index("## Entente 0.0.2")


def test_the_program_has_a_change_log_with_what_this_version_brings() -> None:
    assert releases(change_log())[0].version == __version__
    assert len(releases(change_log())[0].changes) > 10
