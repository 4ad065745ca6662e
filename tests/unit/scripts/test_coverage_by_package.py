"""The table of coverage: rooms of the program by themselves, and all of it at the end."""

from __future__ import annotations

from scripts.coverage_by_package import statements_by_package, table


def test_rooms_are_counted_by_themselves_and_together() -> None:
    files = {
        "adjudicator/notation/words.py": {"num_statements": 10, "covered_lines": 10},
        "app/start.py": {"num_statements": 2, "covered_lines": 1},
        "app/game/dpn/game_reader.py": {"num_statements": 30, "covered_lines": 15},
        "app/qt/map/items/label.py": {"num_statements": 8, "covered_lines": 4},
    }
    counted = statements_by_package(files)
    assert list(counted) == ["adjudicator", "app", "app/game", "app/qt/map", "all"]
    assert counted["all"] == (50, 30)
    assert table(counted).splitlines()[-1] == "| `all` | 50 | 60.0 |"
