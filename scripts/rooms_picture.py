"""Draws ``docs/pictures/rooms.svg``: the rooms of the program as the import contracts have them, each above what it may know.

    python -m scripts.rooms_picture

A test compares the picture with what this would draw.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

WORDS = {
    "app/start": "window or command line",
    "app/cli": "commands without a display",
    "app/judge": "games by mail without anybody",
    "app/qt": "",
    "app/web": "browsers",
    "app/presentation": "the screen without Qt: order tools, layout, pictures and rows as values",
    "app/commands": "every act, declared once",
    "app/board_editor": "the designer's bench",
    "app/gm": "the game master's desk",
    "app/mail_out": "what goes out to players",
    "app/statistics": "what can be said of a game afterwards",
    "app/tables": "seats, programs, phones",
    "app/matches": "games played to their end by programs",
    "app/session": "open games, viewer, hook service, opening, consent",
    "app/import_export": "other programs",
    "app/address_book": "addresses",
    "app/hotseat": "who sits where",
    "app/mail_in": "mails",
    "app/players": "bots, programs",
    "app/hooks": "worker, points",
    "app/library": "variants, imports",
    "app/game": "the game as a document: record, undo, .dpn, journal",
    "entente": "the library for programs",
    "variants": "boards and rule changes as data",
    "adjudicator": "the rules of play",
    "languages": "sentences in the language of whoever reads",
}
"""Text in each room."""

_STYLE = (
    ".n{font:bold 14px sans-serif;text-anchor:middle;fill:#1c2a33}.w{font:12px sans-serif;text-anchor:middle;fill:#3b4a54}"
    ".s{font:10.5px sans-serif;text-anchor:middle;fill:#3b4a54}"
)
_WIDTH, _EDGE, _GAP = 980, 20, 8
_ROW, _ROW_OF_QT, _STEP = 44, 74, 12


def layers_of(name: str) -> list[list[str]]:
    """The rooms of the contract called *name*, from the top down; those on one row stand beside one another."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["name"] == name)
    return [[room.strip().strip("()") for room in row.split(":")] for row in layers]


def rows() -> list[list[str]]:
    """All rooms, from the top down."""
    inside = [[f"app/{room}" for room in row] for row in layers_of("Inside the app, layers point down")]
    return [*inside, *(row for row in layers_of("Layers point down") if row != ["app"])]


def drawn() -> str:
    """The picture."""
    parts: list[str] = []
    top = _EDGE
    for row in rows():
        height = _ROW_OF_QT if row == ["app/qt"] else _ROW
        for (left, width), room in zip(_columns(_EDGE, _WIDTH - 2 * _EDGE, len(row)), row, strict=True):
            parts.append(_box(left, top, width, height, _colour(room)))
            parts.append(_text(left + width / 2, top + 18, "n", room))
            if WORDS[room]:
                parts.append(_text(left + width / 2, top + 35, "w" if len(row) < 4 else "s", WORDS[room]))
        if row == ["app/qt"]:
            parts += _rooms_of_qt(top + 30)
        top += height + _STEP
    height = top - _STEP + _EDGE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif"><style>{_STYLE}</style>'
    return "\n".join([head, f'<rect width="{_WIDTH}" height="{height}" fill="#fbfaf6"/>', *parts, "</svg>"]) + "\n"


def _rooms_of_qt(top: int) -> list[str]:
    rooms = [room for row in layers_of("Inside the window, rooms point down, in type checking too") for room in row]
    found: list[str] = []
    for (left, width), room in zip(_columns(_EDGE + 8, _WIDTH - 2 * _EDGE - 16, len(rooms), gap=3), rooms, strict=True):
        found += [_box(left, top, width, 34, "#fff"), _text(left + width / 2, top + 21, "s", room)]
    return found


def _columns(left: float, width: float, count: int, gap: float = _GAP) -> Sequence[tuple[float, float]]:
    """Return *count* boxes of one width beside one another: left edge and width of each."""
    each = (width - gap * (count - 1)) / count
    return [(left + number * (each + gap), each) for number in range(count)]


def _colour(room: str) -> str:
    if room in ("app/start", "app/judge", "app/cli"):
        return "#dbe7f3"
    if room == "app/qt":
        return "#f3dcd6"
    return "#e2efdc" if room.startswith("app/") else "#f3ead2"


def _box(left: float, top: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" rx="5" fill="{colour}" stroke="#33424d"/>'


def _text(x: float, y: float, kind: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" class="{kind}">{words}</text>'


if __name__ == "__main__":
    answer_help(__doc__)
    PICTURE.write_text(drawn(), encoding="utf-8")
