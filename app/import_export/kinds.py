"""Recognition of a file from its first bytes: a game, a board, or something that we do not read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from languages import mark, tr


class FileFamily(StrEnum):
    """Family of a file, by what can be done with it."""

    GAME = "game"
    """A game of ours."""
    SAVED_GAME = "saved game"
    """A saved game of the package ``diplomacy``."""
    RESULTS = "results"
    """The results of a phase as a judge mails them."""
    HISTORY = "history"
    """Orders of whole seasons as they are pasted from a page, with what became of them."""
    JDIP = "jdip"
    """A game saved by jDip."""
    POSITIONS = "positions"
    """Blocks of positions and orders, as conformance cases are written."""
    CENTRES = "centres"
    """A table of who owned which centre, or how many, by year."""
    BOARD = "board"
    """A board or unit symbols of another program."""
    OTHER = "other"
    """None of these."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """Kind of file that the first bytes suggest."""

    family: FileFamily
    words: str
    """``a saved game of the package diplomacy``"""


READ = mark(
    "What is read: games of ours (.dpn), saved games of the package diplomacy (.json, .jsonl), results that a judge mailed (.txt), "
    "games saved by jDip (.jdip), blocks of positions and orders as conformance cases have them (.txt), tables of centres (.csv), and with "
    "import packed variants (.dpv) and boards of jDip, the judges, DiplomacyGM, godip and Realpolitik (.zip, .map, .go, .var, folders)."
)
"""Advice where a file is of another kind."""

HEAD = 65_536
"""Bytes that are looked at."""

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", mark("a PDF document")),
    (b"\x89PNG", mark("a PNG picture")),
    (b"\xff\xd8\xff", mark("a JPEG picture")),
    (b"GIF8", mark("a GIF picture")),
    (b"SQLite format 3\x00", mark("a SQLite database, such as DiplomacyGM keeps its games in")),
    (b"\xd0\xcf\x11\xe0", mark("an old office document")),
    (b"MZ", mark("a program for Windows")),
    (b"\x7fELF", mark("a program for Linux")),
    (b"Rar!", mark("a RAR archive")),
    (b"7z\xbc\xaf", mark("a 7-Zip archive")),
    (b"DM", mark("a stream of a DAIDE client")),
)
# Blanks before a word are those of its line: over lines, thousands of empty ones would be tried from each of them.
_RESULTS = re.compile(
    r"^[^\S\n]*(movement|retreats?|adjustments?|builds?|diplomatic)\b[^\n]{0,60}\b(results|of|for)\b", re.IGNORECASE | re.MULTILINE
)
_JUDGE_LINE = re.compile(
    r"^[^\S\n]*[A-Z][a-z]+(?:-[A-Z][a-z]+)?\s*:\s+(?:(?:builds?|removes?|defaults)\b|(?:Army|Fleet|A|F)\s+\w)", re.MULTILINE | re.IGNORECASE
)
_SEASON = re.compile(
    r"^[ \t>*_#\u2022|-]*(?:(?:results?|orders?|turn|phase|movement|diplomacy|retreats?|builds?|adjustments?)[\s:,-]*(?:(?:for|of)\s+)?)?"
    r"(?:(?:spring|summer|fall|autumn|winter)[\s,]+(?:of\s+)?\d{3,4}|[A-Z]\d{4}[MRA]\b)(?![^\n]{60})(?![^\n]*\bUTC\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""Headings of seasons, and not the lines of a chat that name one."""
_PASTED_LINE = re.compile(
    r"\bThe (?:army|fleet) at\b|\b(?:A|F|Army|Fleet)\s+[A-Z][\w/. ]{1,30}\s*(?:-|->|S|C|H|hold|support|convoy|move|retreat)|"
    r"^[ \t*-]*(?:[AF] )?[a-z]{3}(?:/[a-z]{2})? (?:Move|Hold|Support|Convoy)\b",
    re.IGNORECASE | re.MULTILINE,
)
_FEWEST_SEASONS = 2
_FEWEST_ORDERS = 4
_BLOCK = re.compile(r"^[^\S\n]*(CASE\b|PRESTATE\b|POSTSTATE\b|ORDERS[^\S\n]*$)", re.MULTILINE)


def recognise(name: str, data: bytes) -> Recognised:
    """Recognise the file called *name*, which begins with *data*."""
    ending = PurePath(name).suffix.casefold()
    head = data[:HEAD]
    bare = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if bare.startswith(b"entente-game"):
        return Recognised(FileFamily.GAME, tr("a game of ours"))
    found = _of_content(ending, head, bare)
    if ending == ".dpn" and found.family not in {FileFamily.SAVED_GAME, FileFamily.JDIP, FileFamily.BOARD}:
        return Recognised(FileFamily.GAME, tr("a game of ours"))
    return found


def _of_content(ending: str, head: bytes, bare: bytes) -> Recognised:
    if head.startswith(b"PK\x03\x04"):
        return Recognised(FileFamily.BOARD, tr("a zip archive"))
    if head.startswith(b"\x1f\x8b"):
        return (
            Recognised(FileFamily.JDIP, tr("a game saved by jDip"))
            if ending == ".jdip"
            else Recognised(FileFamily.OTHER, tr("a gzip archive"))
        )
    for magic, words in _MAGIC:
        if head.startswith(magic):
            return Recognised(FileFamily.OTHER, tr(words))
    if b"\x00" in head:
        return Recognised(FileFamily.OTHER, tr("a file of bytes, no text"))
    return _of_text(ending, bare.decode("utf-8", "replace"))


def _of_text(ending: str, text: str) -> Recognised:
    if not text.strip():
        return Recognised(FileFamily.OTHER, tr("an empty file"))
    if text[0] in "{[":
        return _of_json(text)
    if text.startswith("<"):
        return _of_markup(text)
    if (
        ending in {".map", ".toml", ".var"}
        or (re.search(r"(?m)^-1\b", text[:HEAD]) and re.search(r"(?m)^[^\s:,-]{1,20}-(?:mv|xc):", text))
        or (ending == ".go" and "graph.New()" in text)
    ):
        return Recognised(FileFamily.BOARD, tr("a board of another program"))
    if _BLOCK.search(text):
        return Recognised(FileFamily.POSITIONS, tr("blocks of positions and orders"))
    if _looks_like_a_table(text, ending):
        return Recognised(FileFamily.CENTRES, tr("a table of centres"))
    if len(_SEASON.findall(text)) >= _FEWEST_SEASONS and len(_PASTED_LINE.findall(text)) >= _FEWEST_ORDERS:
        return Recognised(FileFamily.HISTORY, tr("a history of orders as it is pasted from a page"))
    if _RESULTS.search(text) or len(_JUDGE_LINE.findall(text)) >= 3:
        return Recognised(FileFamily.RESULTS, tr("results as a judge mails them"))
    if re.match(r"(From |[A-Za-z-]+: .*\n[A-Za-z-]+: )", text):
        return Recognised(FileFamily.OTHER, tr("a mail; orders in mails are read with: read-mail"))
    if re.match(r"[\[(]?\s*(NOW|SCO|MDF|HLO|ORD)\s*\(", text):
        return Recognised(FileFamily.OTHER, tr("messages of a DAIDE game"))
    return Recognised(FileFamily.OTHER, "a text")


def _of_json(text: str) -> Recognised:
    if '"phases"' in text:
        return Recognised(FileFamily.SAVED_GAME, tr("a saved game of the package diplomacy"))
    if '"state_history"' in text or '"order_history"' in text:
        return Recognised(FileFamily.OTHER, tr("a game of a server of the package diplomacy, not the saved game that its export writes"))
    if '"Graph"' in text and '"Nodes"' in text:
        return Recognised(FileFamily.BOARD, tr("a board of godip, as diplicity's server sends it"))
    if '"SupplyCenters"' in text or '"Dislodgeds"' in text:
        return Recognised(FileFamily.OTHER, tr("a phase of godip or Diplicity"))
    if '"gameID"' in text and '"countryID"' in text:
        return Recognised(FileFamily.OTHER, tr("an answer of webDiplomacy"))
    if '"map"' in text and '"players"' in text:
        return Recognised(FileFamily.BOARD, tr("a board of DiplomacyGM"))
    return Recognised(FileFamily.OTHER, tr("JSON of some other kind"))


def _of_markup(text: str) -> Recognised:
    if "<jsx" in text[:2000]:
        return Recognised(FileFamily.JDIP, tr("a game saved by jDip"))
    if re.search(r"<game\b", text[:2000]) and "<turn" in text:
        return Recognised(FileFamily.JDIP, tr("a game saved by jDip"))
    if re.search(r"<svg\b", text[:8000]):
        return Recognised(FileFamily.OTHER, tr("an SVG drawing; a board is a folder or an archive with what is drawn in it"))
    if re.search(r"<html\b|<!doctype html", text[:2000], re.IGNORECASE):
        return Recognised(FileFamily.OTHER, tr("a web page"))
    if re.search(r"<(VARIANTS|SYMBOLS|PROVINCES)\b", text[:8000], re.IGNORECASE):
        return Recognised(FileFamily.BOARD, tr("a part of a jDip package"))
    return Recognised(FileFamily.OTHER, tr("XML of some other kind"))


def _looks_like_a_table(text: str, ending: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = re.split(r"[,;\t]", first)
    if len(cells) < 2 or "." in first:
        return False
    return ending in {".csv", ".tsv"} or cells[0].strip().strip('"').casefold() in {
        "year",
        "centre",
        "center",
        tr("supply centre"),
        "province",
    }
