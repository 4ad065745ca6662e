"""Bounds of templates: each at its edge, each filter by its text, and faults by their words and places."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.mail_out import bounded_templates
from app.mail_out.bounded_templates import MOST_CHARACTERS, MOST_ITEMS, MOST_STEPS, TemplateFault, TooMuchError, render, within
from tests.quick import one_by_one
from tests.unit.app.mail_out.test_templates import rendered


@one_by_one(
    ("call", "said"),
    [
        ("'a'|pad(3) ~ '.'", "a  ."),
        ("'abcd'|pad(3) ~ '.'", "abcd."),
        ("'a'|right(3)", "  a"),
        ("'a'|right(201)|length", "200"),
        ("'a\\nb'|indent", "  a\n  b"),
        ("'a'|indent(4)", "    a"),
        ("'a'|indent(0 - 3)", "a"),
        ("'a'|indent(80)|length", "81"),
        ("'a'|indent(81)|length", "81"),
        ("'one two three four five six'|wrap(20)", "one two three four\nfive six"),
        ("'one two three four five six'|wrap(1)", "one two three four\nfive six"),
        ("'one two three four five six'|wrap(20, 3)", "one two three four\n   five six"),
        ("'one two three four five six'|wrap(20, 0 - 3)", "one two three four\nfive six"),
        ("['a', 'b', 'c']|words", "a, b and c"),
        ("['a', 'b', 'c']|words('or')", "a, b or c"),
        ("['a']|words", "a"),
        ("[1, 2]|words", "1 and 2"),
        ("'abab'|replace('a', 'xy')", "xybxyb"),
        ("'ab'|replace('a', '')", "b"),
        ("1 ~ 'a' ~ 2", "1a2"),
        ("[3, 1, 2]|sort|join('-')", "1-2-3"),
        ("1 + 2 * 3 - 4 // 3", "6"),
        ("7 % 4", "3"),
        ("[1] + [2]", "[1, 2]"),
        ("'a' + 'b'", "ab"),
        ("1000000000000 + 1", "1000000000001"),
        ("(0 - 1000000000000) + 1", "-999999999999"),
    ],
)
def test_filters_and_sums_give_what_they_say(call: str, said: str) -> None:
    assert rendered("{{ " + call + " }}") == said


def test_long_lines_are_wrapped_at_72_with_at_most_40_blanks_and_at_most_1000_characters() -> None:
    assert [len(each) for each in rendered("{{ t|wrap }}", t="x" * 73).splitlines()] == [72, 1]
    assert [len(each) for each in rendered("{{ t|wrap(1001) }}", t="x" * 1_001).splitlines()] == [1_000, 1]
    assert rendered("{{ t|wrap(72, 41) }}", t="x" * 73).splitlines()[1] == " " * 40 + "x"


@one_by_one(
    ("call", "words"),
    [
        ("'a' * 3", r"\* is for numbers in a template"),
        ("[1] * 3", r"\* is for numbers in a template"),
        ("'%s' % 3", "% is for numbers in a template"),
        ("2 ** 2", "numbers as large as that"),
        ("1000000000001 + 1", "numbers as large as that"),
        ("1 - 1000000000001", "numbers as large as that"),
        ("(0 - 1000000000000 - 1) + 1", "numbers as large as that"),
        ("'a'|replace('', 'b')", "replace needs something to look for"),
        ("'a'.join(['b'])", "."),
        ("'a'.zfill(3)", "."),
        ("[1]|random", "No filter named 'random'"),
        ("lipsum()", "'lipsum' is undefined"),
        ("missing", "'missing' is undefined"),
    ],
)
def test_what_a_template_may_not_do_is_a_fault_in_words(call: str, words: str) -> None:
    with pytest.raises(TemplateFault, match=words):
        rendered("{{ " + call + " }}")


def test_a_text_may_be_as_long_as_the_bound_and_no_longer() -> None:
    assert within("x" * MOST_CHARACTERS)
    with pytest.raises(TooMuchError, match="over 1000000 characters"):
        within("x" * (MOST_CHARACTERS + 1))
    for many in (list, tuple):
        assert within(many(range(MOST_ITEMS)))
        with pytest.raises(TooMuchError, match="over 100000 entries"):
            within(many(range(MOST_ITEMS + 1)))
    assert within(dict.fromkeys(range(MOST_ITEMS)))
    with pytest.raises(TooMuchError):
        within(dict.fromkeys(range(MOST_ITEMS + 1)))


def test_a_replacement_may_grow_to_the_bound_and_no_further() -> None:
    assert len(rendered("{{ t|replace('a', 'bb') }}", t="a" * 500_000)) == MOST_CHARACTERS
    with pytest.raises(TemplateFault, match="the text would grow over 1000000 characters"):
        rendered("{{ t|replace('a', 'bb') }}", t="a" * 500_000 + "c")


def test_a_whole_text_may_be_as_long_as_the_bound_and_no_longer() -> None:
    half = "x" * 500_000
    assert len(rendered("{{ t }}{{ t }}", t=half)) == MOST_CHARACTERS
    with pytest.raises(TemplateFault, match="it writes more than 1000000 characters"):
        rendered("{{ t }}{{ t }}.", t=half)


def test_steps_are_counted_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a loop each turn is one, and so is each sum in it."""
    monkeypatch.setattr(bounded_templates, "MOST_STEPS", 6)
    assert rendered("{% for a in [1, 2, 3] %}{{ a + 1 }}{% endfor %}") == "234"
    with pytest.raises(TemplateFault, match="more than 6 steps; a loop in it goes on for too long"):
        rendered("{% for a in [1, 2, 3] %}{{ a + 1 }}{% endfor %}{{ 1 + 1 }}")
    assert MOST_STEPS == 200_000


@pytest.mark.parametrize(
    "action", ["'a'|pad(1)", "'a'|right(1)", "'a'|indent", "'a'|wrap", "['a']|words", "'a'|replace('a', 'b')", "'a' ~ 'b'", "'a'|upper",
               "'a'.upper()", "range(1)", "tr('a')", "plural('a', 'b', 1)", "1 + 1"],
)  # fmt: skip
def test_every_action_of_a_template_is_a_step(action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_templates, "MOST_STEPS", 0)
    with pytest.raises(TemplateFault, match="more than 0 steps"):
        rendered("{{ " + action + " }}")
    assert rendered("{{ 'a' }}") == "a"


def test_lines_of_blocks_leave_no_empty_lines_and_the_last_line_end_stays() -> None:
    assert rendered("a\n  {% if true %}\nb\n  {% endif %}\nc\n") == "a\nb\nc\n"


def test_a_page_escapes_what_it_is_filled_in_with_and_a_text_does_not() -> None:
    assert rendered("{{ t }}{{ t ~ t }}", t="<b>") == "<b><b><b>"
    page = render("a.html", lambda _: ("{{ t }}{{ t ~ '<i>'|safe }}", Path("/own/a.html")), {"t": "<b>"})
    assert page == "&lt;b&gt;&lt;b&gt;<i>"


def found(**files: str) -> Any:
    known = {f"{name}.txt": text for name, text in files.items()}
    return lambda name: (known[name], Path("/own") / name) if name in known else None


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a": "one\n{% include 'b.txt' %}", "b": "x\ny {{ 1 / 0 }}"}, "/own/b.txt:2: division"),
        ({"a": "one\n{% include 'b.txt' %}", "b": "x\n\n{% if %}"}, "/own/b.txt:3: Expected an expression"),
        ({"a": "{% include 'b.txt' %}"}, "/own/a.txt: there is no template b.txt"),
        ({"a": "{% include 'a.txt' %}"}, "/own/a.txt: it goes round in circles: too many things inside one another"),
        ({"b": ""}, "a.txt: there is no template a.txt"),
    ],
)
def test_a_fault_names_the_file_in_which_it_is(files: dict[str, str], told: str) -> None:
    with pytest.raises(TemplateFault) as caught:
        render("a.txt", found(**files), {})
    assert str(caught.value).startswith(told)


def test_a_fault_has_its_place_and_its_words_apart() -> None:
    with pytest.raises(TemplateFault) as caught:
        rendered("\n{{ x.y }}", x=SimpleNamespace())
    assert (caught.value.file, caught.value.line) == ("/own/a.txt", 2)
    assert str(caught.value) == f"/own/a.txt:2: {caught.value.what}"
    assert str(TemplateFault("a.txt", None, "why")) == "a.txt: why"


def test_sixteen_templates_are_kept_compiled_and_the_one_used_longest_ago_goes() -> None:
    kept = bounded_templates._Compiled()
    for number in (*range(16), 0, 16):
        bucket: Any = SimpleNamespace(key=str(number), checksum="sum", code=f"code {number}")
        kept.dump_bytecode(bucket)
    known = []
    for number in range(17):
        bucket = SimpleNamespace(key=str(number), checksum="sum", code=None)
        kept.load_bytecode(bucket)
        if bucket.code is not None:
            known.append(number)
    assert known == [0, *range(2, 17)]
    changed: Any = SimpleNamespace(key="0", checksum="another", code=None)
    kept.load_bytecode(changed)
    assert changed.code is None


@one_by_one(
    ("call", "said"),
    [
        ("'ab'|upper", "AB"), ("'AB'|lower", "ab"), ("'a b'|title", "A B"), ("'ab'|capitalize", "Ab"), ("' a '|trim", "a"),
        ("[1, 2]|join('-')", "1-2"), ("[1, 2]|length", "2"), ("[1, 2]|count", "2"), ("gone|default('x')", "x"), ("gone|d('x')", "x"),
        ("[1, 2]|first", "1"), ("[1, 2]|last", "2"), ("[2, 1]|sort", "[1, 2]"), ("[1, 2]|reverse|list", "[2, 1]"),
        ("'<'|e", "&lt;"), ("'<'|escape", "&lt;"), ("'<'|safe", "<"), ("'a b'|wordcount", "2"),
        ("[{'a': 1}, {'a': 0}]|selectattr('a')|list", "[{'a': 1}]"), ("[{'a': 1}, {'a': 0}]|rejectattr('a')|list", "[{'a': 0}]"),
        ("[1, 0]|select|list", "[1]"), ("[1, 0]|reject|list", "[0]"), ("[1, 0]|select('odd')|list", "[1]"),
        ("['a']|map('upper')|join", "A"), ("[{'a': 1}]|map(attribute='a')|join", "1"),
        ("[{'a': 1}, {'a': 1}]|groupby('a')|length", "1"), ("[1, 1]|unique|list", "[1]"), ("'3'|int", "3"), ("(0 - 3)|abs", "3"),
        ("2.6|round", "3.0"), ("[1, 2]|sum", "3"), ("[1, 2]|min", "1"), ("[1, 2]|max", "2"), ("[1, 2, 3]|batch(2)|list", "[[1, 2], [3]]"),
        ("{'b': 1, 'a': 2}|dictsort", "[('a', 2), ('b', 1)]"), ("{'a': 1}|items|list", "[('a', 1)]"),
        ("{'a': 1}.items()|list", "[('a', 1)]"), ("{'a': 1}.keys()|list", "['a']"), ("{'a': 1}.values()|list", "[1]"),
        ("{'a': 1}.get('a')", "1"), ("dict(a=1)", "{'a': 1}"), ("range(2)|list", "[0, 1]"), ("namespace(a=1).a", "1"),
        ("tr('Next: {phase}.', phase='F1901M')", "Next: F1901M."), ("plural('{count} unit', '{count} units', '1')", "1 unit"),
        ("1 is defined", "True"), ("t.name", "a name"),
    ],
)  # fmt: skip
def test_all_that_a_template_may_use_is_there(call: str, said: str) -> None:
    assert rendered("{{ " + call + " }}", t=SimpleNamespace(name="a name")) == said


@one_by_one(
    ("call", "words"),
    [
        ("'x'|pprint", "No filter named 'pprint'"), ("'x'|format(1)", "No filter named 'format'"), ("'x'|tojson", "No filter named"),
        ("'x' is filter", "No test named 'filter'"), ("'x' is test", "No test named 'test'"), ("joiner()", "'joiner' is undefined"),
        ("1 + 'a'", "unsupported operand"), ("'a' + 1", "can only concatenate"), ("'a' - 'b'", "- is for numbers"),
        ("{}.pop('a')", "."), ("[].clear()", "."), ("'a'.encode()", "."), ("'a'.format()", "."), ("t._secret", "."),
        ("[1]|map('pprint')|list", "."), ("tr('{x.y}', x=1)", "a place in a sentence is a name in braces, such as {power}"),
        ("plural('{x!r}', '', 1)", "a place in a sentence"), ("plural('', '{x:5}', 1)", "a place in a sentence"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_fault(call: str, words: str) -> None:
    with pytest.raises(TemplateFault, match=words):
        rendered("{{ " + call + " }}", t=SimpleNamespace(_secret="x"))


def test_a_fault_in_a_page_names_the_page() -> None:
    with pytest.raises(TemplateFault) as caught:
        render("a.html", lambda name: ("\n{{ 1 / 0 }}", Path("/own/a.html")) if name == "a.html" else None, {})
    assert (caught.value.file, caught.value.line) == ("/own/a.html", 2)


def test_texts_are_put_together_wherever_they_stand_and_each_time_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(
        "{% set x = 'a' ~ 1 %}{{ x }}{% if 'a' ~ 'b' == 'ab' %}yes{% endif %}{{ ['a' ~ 'b', 'c'][0] }}{{ ('a' ~ 'b')|upper }}"
    ) == ("a1yesabAB")
    monkeypatch.setattr(bounded_templates, "MOST_CHARACTERS", 3)
    with pytest.raises(TemplateFault, match="the text grows over 3 characters"):
        rendered("{% if 'ab' ~ 'cd' == '' %}{% endif %}")
