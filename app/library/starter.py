"""A variant to begin with: a drawing with its layers ready and rules with comments, on the shelf from the first moment."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
import tomllib
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from languages.outside_text import outside_name
from resources import resource
from variants.source import MANIFEST
from variants.toml_edit import TomlEditor
from variants.toml_text import toml_string

STARTER = resource("starter")
"""Folder that is copied; a whole variant itself, so that it is checked like any other."""
DRAWING = "board.svg"
LONGEST_NAME = 80
_NAMELESS = "my-board"


class TakenError(Exception):
    """A variant or a folder has that name already. Carries the id."""


def id_from(name: str) -> str:
    """A variant's id from its name: ``Két tó`` gives ``ket-to``; empty where it has no letter or digit of ours."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")


def write_starter(name: str, folder: Path, taken: Collection[str]) -> Path:
    """Write the starter under *name* as a folder of its own in *folder*, whole or not at all.

    Args:
        taken: ids on the shelf.

    Returns:
        The new folder, which is named by the variant's id.

    Raises:
        TakenError: there is such a variant already.
        OSError: it could not be written.
    """
    name = outside_name(name, LONGEST_NAME)
    wanted = id_from(name)
    if not wanted:
        wanted, number = _NAMELESS, 2
        while wanted in taken or (folder / wanted).exists():
            wanted, number = f"{_NAMELESS}-{number}", number + 1
    if wanted in taken or (folder / wanted).exists():
        raise TakenError(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    rules = (STARTER / MANIFEST).read_text(encoding="utf-8")
    rules = rules.replace('id = "starter"', f"id = {toml_string(wanted)}")
    rules = rules.replace('name = "Starter"', f"name = {toml_string(name or wanted)}")
    making = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        for file, content in ((MANIFEST, rules.encode()), (DRAWING, (STARTER / DRAWING).read_bytes())):
            (making / file).write_bytes(content)
            if (making / file).read_bytes() != content:
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(folder / wanted / file))
        making.chmod(0o755)
        making.rename(folder / wanted)
    except OSError:
        shutil.rmtree(making, ignore_errors=True)
        raise
    return folder / wanted


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
