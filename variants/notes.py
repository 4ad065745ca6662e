"""Notes of a designer on a board besides its rules: faults that are known, and answers to questions that a drawing leaves open.

They stand in ``variant.toml``, in ``[[known]]``, ``[[answers]]`` and ``[[shores]]``, apart from lists and from what is derived. They are no
rules of play.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from languages import tr
from variants.fault import Fault, FaultKind
from variants.node import Node
from variants.toml_edit import TomlEditor
from variants.toml_text import toml_string


class Reply(StrEnum):
    """Relation of two provinces, where the drawing leaves it open."""

    YES = "yes"
    """Neighbours: the border is meant, however short."""
    NO = "no"
    """No neighbours: they only seem to touch."""
    BRIDGE = "bridge"
    """Neighbours although they do not touch."""
    CUT = "cut"
    """No neighbours although they touch."""

    @property
    def joins(self) -> bool:
        """True if it makes neighbours of the two."""
        return self in (Reply.YES, Reply.BRIDGE)


@dataclass(frozen=True, slots=True)
class BorderAnswer:
    """A border that the drawing leaves open, and what its author says."""

    between: tuple[str, str]
    """Sorted."""
    reply: Reply
    reason: str


class ShoreKind(StrEnum):
    """Kind of land between two waters."""

    COASTS = "coasts"
    """Its shores are coasts of their own: a fleet on one cannot sail from the other."""
    CANAL = "canal"
    """One coast: its neck is so narrow that ships pass."""
    STRAIT = "strait"
    """One coast: the only way into a closed water leads through it."""


@dataclass(frozen=True, slots=True)
class ShoreAnswer:
    """A land between two waters, and what its author says it is."""

    land: str
    kind: ShoreKind
    reason: str


@dataclass(frozen=True, slots=True)
class Known:
    """A fault that is not reported any more, until the ground it stands on changes."""

    kind: FaultKind
    places: tuple[str, ...]
    element: str
    ground: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes in one file."""

    answers: Mapping[tuple[str, str], BorderAnswer]
    known: tuple[Known, ...]
    shores: Mapping[str, ShoreAnswer] = field(default_factory=dict)
    """Answers on shores by land."""

    def reason_for(self, fault: Fault, grounds: Collection[str]) -> str | None:
        """Return the reason that *fault*, which stands on one of the *grounds*, is known, if it is."""
        for each in self.known:
            if (each.kind, each.places, each.element) == (fault.kind, fault.places, fault.element) and each.ground in grounds:
                return each.reason
        return None


NOTHING = Notes({}, ())

_UNSPOKEN = re.compile(r"[A-Z][A-Z0-9_/]+\b|\b[A-Z](?![\w'’.])|\d+|\w+(?:[._]\w+)+|'[^']*'|\"[^\"]*\"")
"""Codes, letters of kinds of units, numbers, keys of the file and what is quoted."""


def read_notes(root: Node) -> Notes:
    """The notes of a variant's file; what is wrong with them is noted and left out."""
    answers: dict[tuple[str, str], BorderAnswer] = {}
    for node in root.list_of_tables("answers"):
        between, reply, reason = node.texts("between"), node.choice("answer", Reply, None), node.text("reason", "", longest=500)
        node.done()
        if len(between) != 2:
            node.fault(tr("an answer is about two provinces"), tr('between = ["PAR", "BUR"]'), "between")
        elif reply is not None:
            pair = (min(between).upper(), max(between).upper())
            answers[pair] = BorderAnswer(pair, reply, reason)
    known: list[Known] = []
    for node in root.list_of_tables("known"):
        kind, ground = node.choice("fault", FaultKind, None), node.text("ground", "")
        each = (node.texts("places"), node.text("element", ""), ground, node.text("reason", "", longest=500))
        node.done()
        if kind is not None:
            known.append(Known(kind, *each))
    shores: dict[str, ShoreAnswer] = {}
    for node in root.list_of_tables("shores"):
        land, shore, reason = node.text("land"), node.choice("is", ShoreKind, None), node.text("reason", "", longest=500)
        node.done()
        if shore is not None:
            shores[land.upper()] = ShoreAnswer(land.upper(), shore, reason)
    return Notes(answers, tuple(known), shores)


def ground_of(fault: Fault, about: object) -> str:
    """Return the ground of a fault, in eight digits: the facts in file and drawing *about* its places, and its words that no language
    changes.
    """
    return _digits(fault, " ".join(sorted(_UNSPOKEN.findall(fault.what))), about)


def worded_ground_of(fault: Fault, about: object) -> str:
    """The same with all of its words, as versions before languages wrote it."""
    return _digits(fault, fault.what, about)


def _digits(fault: Fault, said: str, about: object) -> str:
    return hashlib.sha256(repr((fault.kind.value, said, fault.element, fault.places, about)).encode()).hexdigest()[:8]


def with_known(content: bytes, fault: Fault, ground: str, reason: str) -> bytes:
    """The file with a note that *fault* is known, and why.

    Raises:
        TomlEditError: it is no TOML.
    """
    editor = TomlEditor(content)
    values = {"fault": toml_string(fault.kind.value)}
    if fault.places:
        values["places"] = f"[{', '.join(map(toml_string, fault.places))}]"
    if fault.element:
        values["element"] = toml_string(fault.element)
    editor.add_table("known", {**values, "ground": toml_string(ground), "reason": toml_string(reason)})
    return editor.content()


def with_answer(content: bytes, answer: BorderAnswer) -> bytes:
    """The file with an answer; an earlier one about the same border is replaced.

    Raises:
        TomlEditError: it is no TOML.
    """
    editor = TomlEditor(content)
    tables = editor.value(("answers",))
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        between = table.get("between") if isinstance(table, dict) else None
        if isinstance(between, list) and sorted(str(each).upper() for each in between) == list(answer.between):
            editor.set_text(("answers", index, "answer"), answer.reply.value)
            _give_reason(editor, ("answers", index, "reason"), answer.reason)
            return editor.content()
    words = ", ".join(map(toml_string, answer.between))
    editor.add_table("answers", {"between": f"[{words}]", "answer": toml_string(answer.reply.value), **_reason(answer.reason)})
    return editor.content()


def _reason(reason: str) -> dict[str, str]:
    """The key of a reason, where one was given."""
    return {"reason": toml_string(reason)} if reason else {}


def _give_reason(editor: TomlEditor, path: tuple[str | int, ...], reason: str) -> None:
    if reason:
        editor.set_text(path, reason)
    elif editor.has(path):
        editor.drop_key(path)


def with_shore_answer(content: bytes, answer: ShoreAnswer) -> bytes:
    """The file with what a land is; an earlier answer about the same land is replaced.

    Raises:
        TomlEditError: it is no TOML.
    """
    editor = TomlEditor(content)
    tables = editor.value(("shores",))
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        if isinstance(table, dict) and str(table.get("land")).upper() == answer.land:
            editor.set_text(("shores", index, "is"), answer.kind.value)
            _give_reason(editor, ("shores", index, "reason"), answer.reason)
            return editor.content()
    editor.add_table("shores", {"land": toml_string(answer.land), "is": toml_string(answer.kind.value), **_reason(answer.reason)})
    return editor.content()


def without_notes(content: bytes) -> bytes:
    """The file without its notes: a game on the board does not care about them.

    Only what this module writes is taken away: from ``[[known]]``, ``[[answers]]`` or ``[[shores]]`` to the next table.
    """
    kept: list[bytes] = []
    inside = False
    for line in content.split(b"\n"):
        head = line.strip()
        if head.startswith(b"["):
            inside = head.startswith((b"[[known]]", b"[[answers]]", b"[[shores]]"))
        if not inside:
            kept.append(line)
    return b"\n".join(kept)
