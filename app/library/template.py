"""Removal of the template's parts from a new variant's file once another drawing has taken the place of its own."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.library.starter import STARTER
from variants.inherit import MANIFEST
from variants.toml_edit import TomlEditor


@dataclass(frozen=True, slots=True)
class WithoutTemplate:
    """A file without what the template left."""

    content: bytes
    provinces: tuple[str, ...]
    powers: tuple[str, ...]
    """Ids of powers, which have their homes in those provinces."""


def without_template(content: bytes, drawn: Collection[str]) -> WithoutTemplate:
    """*content* without provinces and powers that are the template's, letter for letter, and that the drawing has no more.

    Nothing goes as long as the drawing has half of the template's provinces: then it is the template with changes.

    Args:
        content: a ``variant.toml`` that can be read.
        drawn: the codes of the drawing's provinces.
    """
    template, own = tomllib.loads((STARTER / MANIFEST).read_text(encoding="utf-8")), tomllib.loads(content.decode("utf-8-sig"))
    codes = template["provinces"]
    if 2 * sum(code in drawn for code in codes) >= len(codes):
        return WithoutTemplate(content, (), ())
    left = _same(template, own, "provinces", [code for code in codes if code not in drawn])
    powers = _same(template, own, "powers", list(template["powers"])) if left else ()
    editor = TomlEditor(content)
    for path in (*(("provinces", code) for code in left), *(("powers", power) for power in powers)):
        editor.drop_table(path)
    return WithoutTemplate(editor.content(), left, powers)


def _same(template: Mapping[str, dict[str, object]], own: Mapping[str, object], key: str, names: list[str]) -> tuple[str, ...]:
    mine = own.get(key, {})
    return tuple(name for name in names if isinstance(mine, dict) and name in mine and mine[name] == template[key][name])
