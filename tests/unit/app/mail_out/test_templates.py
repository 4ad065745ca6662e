"""A person's own templates: found in the folder of settings, bounded, and wrong ones named with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest

from app.game.storage.places import places
from app.mail_out.bounded_templates import TemplateFault, render
from app.mail_out.template_shelf import LARGEST, TemplateShelf
from app.session.errors import CommandError
from tests.quick import each_nth
from tests.unit.app.mail_out.round_of_two import desk


def own(name: str, text: str) -> Path:
    folder = places().settings / "results"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def rendered(text: str, **values: object) -> str:
    return render("a.txt", lambda name: (text, Path("/own/a.txt")) if name == "a.txt" else None, values)


def test_an_own_template_is_used_by_its_name() -> None:
    own("terse.txt", "{{ results.code }}: {{ results.headline }}")
    assert desk().run("results --template terse") == "F1901M: 4 orders, 1 did not succeed, 1 dislodged"


def test_an_own_template_stands_before_the_shipped_one_and_can_build_on_it() -> None:
    own("plain.txt", "mine\n{% include 'zine.txt' %}")
    assert desk().run("results --template plain").startswith("mine\nTEST: FALL 1901")


def test_a_template_is_compiled_once_for_all_readers_and_again_when_its_text_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = jinja2.Environment.compile

    def counted(environment: jinja2.Environment, source: str, *others: Any) -> Any:
        compiled.append(source)
        return real(environment, source, *others)

    monkeypatch.setattr(jinja2.Environment, "compile", counted)
    for name in ("Ada", "Ben", "Cleo"):
        assert rendered("once {{ name }}", name=name) == f"once {name}"
    assert rendered("twice {{ name }}", name="Dan") == "twice Dan"
    assert compiled == ["once {{ name }}", "twice {{ name }}"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("one\ntwo {% if %}\n", 2, "Expected an expression"),
        ("one\n\n{{ results.nobody }}", 3, "no attribute 'nobody'"),
        ("one\n{{ 1 / 0 }}", 2, "division"),
        ("{% for a in range(9) %}\n{{ nothing }}\n{% endfor %}", 2, "'nothing' is undefined"),
        ("\n{% include 'gone.txt' %}", None, "gone.txt"),
        ("{{ 'x'|nosuch }}", 1, "No filter named 'nosuch'"),
    ],
)
def test_a_fault_is_named_with_file_and_line_and_nothing_else_is_taken_instead(text: str, line: int | None, words: str) -> None:
    path = own("bad.txt", text)
    with pytest.raises(CommandError) as caught:
        desk().run("results --template bad")
    place = f"{path}:{line}: " if line else f"{path}: "
    assert str(caught.value).startswith(place), caught.value
    assert words in str(caught.value)


@each_nth(
    5,
    "text",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{{ 'long words' * 9 }}{% endfor %}",
        "{% for a in range(60) %}{{ texts[0]|replace('a', texts[0])|replace('a', texts[0]) }}{% endfor %}",
        "{% set ns = namespace(x='aaaaaaaaaa') %}{% for a in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        "{% set ns = namespace(x='aaaaaaaaaa') %}{% for a in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
        "{% set ns = namespace(x=2) %}{% for a in range(99) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
        "{{ 'x' * 10000000000 }}",
        "{{ 2 ** 100000000 }}",
        "{{ '%999999999d' % 3 }}",
        "{{ 'x'.ljust(9999999999) }}",
        "{{ '{:>9999999999}'.format(1) }}",
        "{{ 'x'|center(9999999999) }}",
        "{% macro twice(n) %}{% if n %}{{ twice(n - 1) }}{{ twice(n - 1) }}{% endif %}{% endmacro %}{{ twice(60) }}",
        "{% include 'a.txt' %}",
        "{{ range(10)|batch(100000000000, 'x')|list }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ texts.__class__ }}",
        "{{ texts.append('more') }}",
        "{{ self.__init__.__globals__ }}",
        "{{ cycler.__init__ }}",
    ],
)
def test_no_template_goes_on_for_ever_or_reaches_out(text: str) -> None:
    with pytest.raises(TemplateFault):
        rendered(text, texts=["a" * 100_000])


def test_plain_lists_and_sums_are_not_in_the_way() -> None:
    text = (
        "{% for n in [1, 2] %}{{ loop.index }}{{ n + 1 }}{% endfor %}{{ ['a', 'b', 'c']|words('or') }}{{ 'x'|pad(3) }}|{{ 'y'|right(3) }}"
    )
    assert rendered(text) == "1223a, b or cx  |  y"


def test_a_file_that_is_no_text_or_too_large_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_bytes(b"one\ntw\xff")
    (tmp_path / "big.txt").write_bytes(b"x" * (LARGEST + 1))
    shelf = TemplateShelf(tmp_path)
    with pytest.raises(TemplateFault, match=r"odd\.txt:2: it is not written in UTF-8"):
        shelf.find("odd.txt")
    with pytest.raises(TemplateFault, match=r"big\.txt: a template has at most 100 kB"):
        shelf.find("big.txt")


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/passwd", "a/b.txt", ".hidden.txt", "x.py"])
def test_templates_come_from_the_two_folders_alone(name: str, tmp_path: Path) -> None:
    assert TemplateShelf(tmp_path / "inner").find(name) is None


def test_the_shipped_one_is_copied_to_be_edited_and_then_is_ones_own(tmp_path: Path) -> None:
    shelf = TemplateShelf(tmp_path)
    made = shelf.copy_to_edit(shelf.templates()["zine"])
    assert made == tmp_path / "zine.txt"
    assert shelf.templates()["zine"].own
    assert shelf.templates()["zine"].title == "Magazine (own)"
