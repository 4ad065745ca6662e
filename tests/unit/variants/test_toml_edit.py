"""Small changes to a variant's file leave every other byte as it was."""

from __future__ import annotations

import pytest

from variants.toml_edit import TomlEditError, TomlEditor

FILE = """\
format = 1  # of the file
name = "Isle"

# the first
[provinces.AAA]
name = "Aaa"       # a name
army = ["BBB", "CCC"]  # on foot
fleet = [
    "SEA",  # wet
    "BBB",
]

# the second
[provinces.BBB]
name = "Bbb"
"""


def changed(act: str, *arguments: object, text: str = FILE) -> str:
    editor = TomlEditor(text.encode())
    getattr(editor, act)(*arguments)
    return editor.content().decode()


def test_a_word_is_put_at_the_end_of_a_list_whatever_its_layout() -> None:
    assert changed("add_to_list", ("provinces", "AAA", "army"), "DDD") == FILE.replace('"CCC"]', '"CCC", "DDD"]')
    wide = changed("add_to_list", ("provinces", "AAA", "fleet"), "DDD")
    assert wide == FILE.replace('    "BBB",\n', '    "BBB",\n    "DDD",\n')


def test_a_list_that_is_missing_is_begun_below_the_last_key_of_its_table() -> None:
    assert changed("add_to_list", ("provinces", "BBB", "army"), "AAA") == FILE + 'army = ["AAA"]\n'
    assert changed("set", ("provinces", "AAA", "centre"), "true") == FILE.replace("]\n\n# the second", "]\ncentre = true\n\n# the second")


def test_a_table_that_is_missing_is_put_at_the_end() -> None:
    assert changed("set_text", ("provinces", "CCC", "name"), "Ccc") == FILE + '\n[provinces.CCC]\nname = "Ccc"\n'


def test_a_word_is_taken_out_of_a_list_with_its_line() -> None:
    assert changed("drop_from_list", ("provinces", "AAA", "army"), "BBB") == FILE.replace('"BBB", "CCC"', '"CCC"')
    assert changed("drop_from_list", ("provinces", "AAA", "army"), "CCC") == FILE.replace('"BBB", "CCC"', '"BBB"')
    assert changed("drop_from_list", ("provinces", "AAA", "fleet"), "BBB") == FILE.replace('    "BBB",\n', "")


def test_values_keys_and_words_are_replaced_in_place() -> None:
    assert changed("set_text", ("provinces", "AAA", "name"), "New") == FILE.replace('"Aaa"  ', '"New"  ')
    assert changed("rename_key", ("provinces", "BBB", "name"), "names") == FILE.replace('name = "Bbb"', 'names = "Bbb"')
    assert changed("replace_in_list", ("provinces", "AAA", "army"), "BBB", "XXX") == FILE.replace('army = ["BBB"', 'army = ["XXX"')


def test_a_key_of_the_file_itself_is_added_above_the_tables() -> None:
    assert changed("set", ("victory",), "3") == FILE.replace('name = "Isle"\n', 'name = "Isle"\nvictory = 3\n')


def test_tables_and_keys_are_taken_out_whole() -> None:
    assert changed("drop_key", ("provinces", "AAA", "fleet")) == FILE.replace('fleet = [\n    "SEA",  # wet\n    "BBB",\n]\n', "")
    assert changed("drop_table", ("provinces", "BBB")) == FILE.replace('# the second\n[provinces.BBB]\nname = "Bbb"\n', "# the second\n")


def test_line_endings_and_the_mark_of_utf_8_stay() -> None:
    windows = b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode()
    editor = TomlEditor(windows)
    editor.set(("name",), '"Other"')
    assert editor.content() == windows.replace(b'"Isle"', b'"Other"')


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(TomlEditError, match="does not hold"):
        changed("drop_from_list", ("provinces", "AAA", "army"), "ZZZ")
    with pytest.raises(TomlEditError):
        TomlEditor(b"= broken")
