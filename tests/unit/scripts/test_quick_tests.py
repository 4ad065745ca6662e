"""Files of the quick check are shared out to processes: each to one of them."""

from __future__ import annotations

from scripts.quick_tests import parts_of

FILES = {"unit/app/test_a.py": 50, "unit/app/test_b.py": 30, "unit/rules/test_c.py": 40, "unit/words/test_d.py": 35, "datc/test_e.py": 10}


def test_each_file_is_in_one_part_and_folders_stay_whole() -> None:
    assert parts_of(FILES, 2) == [
        ["unit/app/test_a.py", "unit/app/test_b.py"],
        ["datc/test_e.py", "unit/rules/test_c.py", "unit/words/test_d.py"],
    ]


def test_there_is_no_part_without_files() -> None:
    assert parts_of({"datc/test_e.py": 10}, 8) == [["datc/test_e.py"]]
