"""Files of every shape TOML allows are changed in one place: the new value is read back there, and the old one everywhere else."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Protocol, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variants.notes import BorderAnswer, Reply, ShoreAnswer, ShoreKind, with_answer, with_shore_answer
from variants.toml_edit import TomlEditError, TomlEditor
from variants.toml_text import toml_string

_T = TypeVar("_T")

AFTER_A_SHORE = """\
format = 1
# of the board
name = "Isle"

[provinces.AAA]
name = "Aaa"

[[shores]]
land = "AAA"
is = "canal"
"""


class _Draw(Protocol):
    """Function that draws a value of a strategy."""

    def __call__(self, strategy: st.SearchStrategy[_T], /) -> _T: ...


_KEYS = st.sampled_from(["name", "home", "a-b", "two words", "x.y", "ÄÖ", "victory", "P1"])
_WORDS = st.sampled_from(["BBB", "a # b", "[x]", 'say "no"', "F STP/SC", "two\nlines", "", "end\\"])
_ENDS = st.sampled_from(["", "  # a note = [1]", "\t"])


def _written(draw: _Draw, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        if "'" not in value and "\n" not in value and draw(st.booleans()):
            return f"'{value}'"
        return f'"""\n{toml_string(value)[1:-1]}"""' if draw(st.booleans()) else toml_string(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(draw, key)} = {_written(draw, each)}" for key, each in value.items()) + " }"
    assert isinstance(value, list)
    parts = [_written(draw, each) for each in value]
    if not draw(st.booleans()) or not parts:
        return f"[{', '.join(parts)}]"
    return (
        "[\n    "
        + ",\n    ".join(parts)
        + ("," if draw(st.booleans()) else "")
        + ("  # ] of the list" if draw(st.booleans()) else "")
        + "\n]"
    )


def _key(draw: _Draw, key: str) -> str:
    is_bare = all(each.isascii() and (each.isalnum() or each in "_-") for each in key)
    return key if is_bare and draw(st.booleans()) else toml_string(key)


_SIMPLE = st.one_of(st.integers(-9, 99), st.booleans(), _WORDS, st.lists(_WORDS, max_size=3))
_SMALL = st.dictionaries(_KEYS, _SIMPLE, max_size=3)


@st.composite
def files(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """A file, and what it says."""
    said: dict[str, object] = dict(draw(st.dictionaries(st.sampled_from(["format", "id", "hooks"]), _SIMPLE, max_size=3)))
    lines: list[str] = ["# the file", ""] if draw(st.booleans()) else []
    blocks: list[str] = []
    for key, value in said.items():
        lines.append(f"{_key(draw, key)} = {_written(draw, value)}{draw(_ENDS)}")
    for name in draw(st.lists(st.sampled_from(["provinces", "powers", "shores", "notes"]), unique=True, max_size=4)):
        shape = draw(st.sampled_from(["headings", "dotted", "inline", "list", "inline list"]))
        if shape in ("list", "inline list"):
            elements = draw(st.lists(_SMALL, min_size=1, max_size=3))
            said[name] = elements
            if shape == "inline list":
                lines.append(f"{name} = {_written(draw, elements)}")
            else:
                blocks += ["\n".join([f"[[{name}]]", *_lines(draw, each)]) for each in elements]
            continue
        tables = draw(st.dictionaries(st.sampled_from(["AAA", "BBB", "C D"]), _SMALL, min_size=1, max_size=3))
        said[name] = tables
        if shape == "inline":
            lines.append(f"{name} = {_written(draw, tables)}")
        elif shape == "dotted":
            lines += [
                f"{name}.{_key(draw, key)}.{_key(draw, inner)} = {_written(draw, value)}"
                for key, t in tables.items()
                for inner, value in t.items()
            ]
            said[name] = {key: each for key, each in tables.items() if each}
            if not said[name]:
                del said[name]
        else:
            for key, table in tables.items():
                blocks.append("\n".join([f"[{name}.{_key(draw, key)}]{draw(_ENDS)}", *_lines(draw, table)]))
    text = "\n".join(lines) + "\n" + ("\n\n" if draw(st.booleans()) else "\n# above\n").join(blocks)
    text = text if draw(st.booleans()) else text + "\n"
    return text, said


def _lines(draw: _Draw, table: Mapping[str, object]) -> list[str]:
    return [f"{_key(draw, key)} = {_written(draw, value)}{draw(_ENDS)}" for key, value in table.items()]


def _tables(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if isinstance(value, dict) else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [each for key, inner in pairs if isinstance(inner, (dict, list)) for each in _tables(inner, (*path, key))]


def _at(value: object, path: tuple[str | int, ...]) -> object:
    for part in path:
        value = value[part]  # type: ignore[index]
    return value


def _plain(value: object) -> object:
    """Without tables and lists of tables that hold nothing."""
    if isinstance(value, dict):
        return {key: found for key, each in value.items() if (found := _plain(each)) != {} and not (found == [] and each)}
    return [_plain(each) for each in value] if isinstance(value, list) else value


@pytest.mark.slow
@given(files(), _KEYS, st.data(), st.booleans())
def test_a_key_is_set_in_its_table_in_a_file_of_any_shape(
    file: tuple[str, dict[str, object]], key: str, data: st.DataObject, windows: bool
) -> None:
    text, said = file
    assert tomllib.loads(text) == said
    raw = text.replace("\n", "\r\n") if windows else text
    path = (*data.draw(st.sampled_from(_tables(said))), key)
    value = data.draw(_SIMPLE)
    editor = TomlEditor(raw.encode())
    present = editor.value(path)
    if isinstance(present, dict) or (isinstance(present, list) and any(isinstance(each, dict) for each in present)):
        return
    editor.set(path, _written(data.draw, value))
    wanted = deepcopy(said)
    _at(wanted, path[:-1])[key] = value  # type: ignore[index]
    assert tomllib.loads(editor.content().decode()) == wanted
    for line in raw.split("\n"):
        if line.startswith("#"):
            assert line in editor.content().decode().split("\n")


@pytest.mark.slow
@given(files(), st.data())
def test_a_key_or_table_is_taken_out_of_a_file_of_any_shape(file: tuple[str, dict[str, object]], data: st.DataObject) -> None:
    text, said = file
    editor = TomlEditor(text.encode())
    paths = [each for each in editor.paths() if isinstance(each[-1], str)]
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    wanted = deepcopy(said)
    del _at(wanted, path[:-1])[path[-1]]  # type: ignore[attr-defined]
    editor.drop_key(path)
    assert _plain(tomllib.loads(editor.content().decode())) == _plain(wanted)


@pytest.mark.slow
@given(files(), st.data(), _WORDS)
def test_words_are_put_into_and_taken_out_of_lists_of_any_layout(
    file: tuple[str, dict[str, object]], data: st.DataObject, word: str
) -> None:
    text, said = file
    editor = TomlEditor(text.encode())
    lists = [
        each for each in editor.paths() if isinstance(found := editor.value(each), list) and not any(isinstance(e, dict) for e in found)
    ]
    if not lists:
        return
    path = data.draw(st.sampled_from(lists))
    wanted = deepcopy(said)
    words = _at(wanted, path)
    assert isinstance(words, list)
    if word in words:
        editor.drop_from_list(path, word)
        del words[len(words) - 1 - words[::-1].index(word)]
    else:
        editor.add_to_list(path, word)
        words.append(word)
    assert tomllib.loads(editor.content().decode()) == wanted


@pytest.mark.slow
@given(files(), st.data())
def test_a_table_gets_another_name_wherever_the_file_says_it(file: tuple[str, dict[str, object]], data: st.DataObject) -> None:
    text, said = file
    editor = TomlEditor(text.encode())
    paths = [each for each in _tables(said) if each and isinstance(each[-1], str)]
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    editor.rename_table(path, "NEW")
    wanted = deepcopy(said)
    above = _at(wanted, path[:-1])
    above["NEW"] = above.pop(path[-1])  # type: ignore[index, attr-defined]
    assert tomllib.loads(editor.content().decode()) == wanted


def test_the_first_value_of_the_file_itself_stands_above_the_shores_that_were_answered() -> None:
    editor = TomlEditor(AFTER_A_SHORE.encode())
    editor.set(("victory",), "6")
    assert editor.content().decode() == AFTER_A_SHORE.replace('name = "Isle"\n', 'name = "Isle"\nvictory = 6\n')
    bare = TomlEditor(AFTER_A_SHORE.partition("\n\n")[2].encode())
    bare.set(("victory",), "6")
    assert tomllib.loads(bare.content().decode())["victory"] == 6


def test_answers_go_into_lists_of_tables_that_are_written_in_one_line() -> None:
    content = b'shores = [ { land = "AAA", is = "canal" } ]\nanswers = []\n'
    content = with_shore_answer(content, ShoreAnswer("BBB", ShoreKind.CANAL, "wide"))
    content = with_shore_answer(content, ShoreAnswer("AAA", ShoreKind.COASTS, ""))
    content = with_answer(content, BorderAnswer(("AAA", "BBB"), Reply.NO, ""))
    read = tomllib.loads(content.decode())
    assert read["shores"] == [{"land": "AAA", "is": "coasts"}, {"land": "BBB", "is": "canal", "reason": "wide"}]
    assert len(read["answers"]) == 1


def test_a_block_goes_into_a_table_that_is_written_in_one_line() -> None:
    editor = TomlEditor(b'powers = { RED = { name = "Red" } }\n')
    editor.append('[powers.BLUE]\nname = "Blue"\nhome = ["AAA"]\n')
    assert editor.value(("powers", "BLUE")) == {"name": "Blue", "home": ["AAA"]}
    assert editor.text.count("\n") == 1


@pytest.mark.parametrize("literal", ["1\nother = 2", "", "[", '"open'])
def test_what_is_no_single_value_is_refused_and_nothing_changes(literal: str) -> None:
    editor = TomlEditor(AFTER_A_SHORE.encode())
    with pytest.raises(TomlEditError):
        editor.set(("victory",), literal)
    assert editor.content() == AFTER_A_SHORE.encode()


def test_line_ends_that_differ_from_line_to_line_stay_as_they_are() -> None:
    editor = TomlEditor(b'a = 1\r\nb = 2\nc = ["x"]\r\n')
    editor.set(("b",), "3")
    editor.add_to_list(("c",), "y")
    assert editor.content() == b'a = 1\r\nb = 3\nc = ["x", "y"]\r\n'
