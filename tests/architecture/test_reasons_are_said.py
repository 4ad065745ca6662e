"""Reasons of refusals are sentences too: whatever is raised, refused or reported as a fault is in the catalogues, or has a reason here.

Where a part of the program knows no catalogue (the rules), says a thing in English first (a program is told so, a game keeps it) or says
it too often, its sentence is known again where it is shown: then it stands there in ``mark``. docs/decisions/0158 has the rule.

So is what the pieces of a line are joined with: French has a space before ``:`` and ``;``, which an f-string does not know.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("languages", "adjudicator", "variants", "entente", "app")

FOR_PROGRAMS = {
    "entente/": "exceptions of the library, for whoever writes a program",
    "adjudicator/__init__.py": "a mistake of the program",
    "adjudicator/joint_orders.py": "the library's",
    "adjudicator/notation/reading.py": "what a file keeps of a reading; its reader says what is wrong with the line",
    "adjudicator/rules.py": "with_choice is the library's; what is typed goes through Rules.of",
    "app/import_export/entente_formats.py": "the library's",
    "app/game/opening.py": "a mistake of the program",
    "variants/__init__.py": "a mistake of the program",
    "app/players/board_bot.py": "a mistake of the program",
    "app/qt/statistics/booklet.py": "a mistake of the program",
    "app/players/subprocess_player.py": "a mistake of the program",
    "app/players/terminal.py": "a mistake of the program",
    "app/players/strong/": "a mistake of the program",
    "app/players/daide/frames.py": "a mistake of the program",
    "app/players/daide/language.py": "words of the protocol, which only programs and tests write",
    "app/players/daide/press.py": "press that is none is passed on as a text",
    "app/players/daide/tokens.py": "a mistake of the program",
    "app/players/programs/answers.py": "told to a program, in the protocol",
    "app/players/programs/dialogue.py": "told to a program, in the protocol",
    "app/players/mcp/": "told to a program, which is a model",
    "app/qt/statistics/story_files.py": "a mistake of the program",
    "app/mail_out/phase_facts.py": "a mistake of the program",
    "app/matches/arena.py": "a mistake of the program; letters are told to a program",
    "app/tables/table_letters.py": "told to a program, in the protocol",
    "app/tables/table_players.py": "told to a program, in the protocol",
    "app/library/board_making.py": "caught: another worker is asked",
    "app/presentation/layout/drawing.py": "a mistake of the program",
    "app/presentation/piece_setup.py": "a mistake of the program",
    "variants/compiling.py": "between two processes of the program",
    "variants/review.py": "between two processes of the program",
}
"""Files and folders whose reasons stay English, and why."""

JOINED_IN_ENGLISH = {
    "app/board_editor/godip_export.py": "Go text",
    "app/board_editor/webdiplomacy_export.py": "PHP text",
    "app/board_editor/playtest/figures.py": "keys of data",
    "app/commands/gm/corrections.py": "a game keeps it, in English",
    "app/commands/declaring/completion.py": "a shell's script",
    "app/commands/gm/mails.py": "order text, which is read again",
    "app/commands/ordering.py": "a game keeps it, in English",
    "app/commands/view.py": "a docstring, which is read again",
    "app/crash_words.py": "a crash report, which is read by whoever mends it",
    "app/import_export/writing.py": "results as judges write them",
    "app/import_export/entente_formats.py": "exceptions of the library",
    "app/import_export/position_blocks.py": "a file of positions",
    "app/game/": "a game keeps it, in English; trail_words.py says it again",
    "app/hooks/": "a game or a hook's log keeps it, in English",
    "app/players/daide/": "a protocol",
    "app/players/mcp/": "told to a program",
    "app/players/programs/": "told to a program, and its log",
    "app/qt/board_editor/overlay.py": "a mark on the map",
    "app/qt/panels/replies_panel.py": "what is typed after a command",
    "app/qt/main_window/application.py": "a crash report",
    "app/qt/hotseat/lobby_dialog.py": "lines to fill in, which are read again",
    "app/qt/widgets/background.py": "a mistake of the program",
    "app/matches/arena.py": "told to a program",
    "app/gm/order_mails.py": "a game keeps it, in English",
    "app/session/board_text.py": "order text, which is read again",
    "app/tables/table_acts.py": "a game keeps it, in English",
    "app/tables/table_letters.py": "told to a program",
    "app/tables/table_setup.py": "a game keeps it, in English",
    "adjudicator/": "knows no catalogue",
    "entente/": "exceptions and formats of the library",
    "languages/wording.py": "the helpers",
    "variants/": "files, and what is told between two processes of the program",
}
"""Files and folders whose lines are joined in English, and why."""
READ_BY_PEOPLE = ("entente/position_text.py", "entente/results_text.py", "entente/words/")
"""Files that people read all the same."""

_SAYS = {"tr", "plural", "tr_in", "mark"}
_REASONS = re.compile(
    r"(?:[Ee]rror|[Ff]aults?|[Rr]efused?|[Rr]efusal|RefusedOrder|Abort|GivenUp|[Tt]rouble|[Ff]ailed|Stopped"
    r"|inform|add_audit|_audited|left_out|unusable|mended|_told|_lost|warning|close|Fix|fix_of)$"
)
"""Names of the functions that take a reason: errors, faults, and the helpers that make them."""
_SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}")
_WORD = re.compile(r"(?<![\w{.])[a-z]{3,}(?![\w.=}])")
_NO_SENTENCE = re.compile(r"[\w.]+ = |\{\}:|who: ")
"""A line of a file as it should be, and a place before a reason that went through the catalogue itself."""

_JOINT = re.compile(r"\{\}[)\"”]?[:;](?= |$)|[a-z)][;!?] |[“„«]\{\}|\{\}[?!](?= |$)")
_PLACE_IN_A_FILE = re.compile(r"\{\}:\{\}(?::|$|\{)")
"""``file:line: what``, as every tool writes and reads it."""
_STYLE = re.compile(r"[a-z]+: [^;]*;|\{\{|\{\}:\{\};")


def template(node: ast.expr) -> str | None:
    """The text of a constant, or of an f-string with ``{}`` in its places."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)


def without_names(text: str) -> str:
    """*text* with ``{}`` for each of its places: what tells a sentence of the catalogue from another."""
    try:
        return "".join(before + ("" if name is None else "{}") for before, name, _, _ in Formatter().parse(text))
    except ValueError:
        return text


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def unsaid(node: ast.AST) -> Iterator[str]:
    """The sentences below *node* that are handed on unchanged."""
    if isinstance(node, ast.Call) and called(node) in _SAYS:
        return
    text = template(node) if isinstance(node, ast.expr) else None
    if text is not None and not _NO_SENTENCE.match(text):
        is_sentence = _SENTENCE.search(text) if isinstance(node, ast.Constant) else _WORD.search(text)
        if is_sentence:
            yield text
    for each in ast.iter_child_nodes(node):
        if not (text is not None and isinstance(each, ast.Constant)):
            yield from unsaid(each)


@dataclass(frozen=True)
class Told:
    """Sentences of the code for people, each with its file and line."""

    catalogue: set[str]
    """All that it says or marks, without the names of its places."""
    reasons: list[tuple[str, int, str]]
    """Reasons that are handed on, unchanged."""
    in_places: list[tuple[str, int, str]]
    """Words of ours that stand in a place of a sentence without having gone through the catalogue themselves: ``names or "none"``."""
    decisions: list[str]
    """Decisions that depend on the words of a sentence."""
    joined: dict[str, list[str]]
    """Joins in English punctuation, by file."""


@pytest.fixture(scope="module")
def told() -> Told:
    found = Told(set(), [], [], [], {})
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            take(found, file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8")))
    return found


def take(found: Told, name: str, tree: ast.Module) -> None:
    for call in ast.walk(tree):
        if isinstance(call, ast.Compare) and name not in BY_OTHERS and is_decided_by_words(call):
            found.decisions.append(f"{name}:{call.lineno}: {ast.unparse(call)}")
        if isinstance(call, ast.expr) and (line := joined_in_english(call)) is not None:
            found.joined.setdefault(name, []).append(f"{name}:{call.lineno}: {line}")
        if not isinstance(call, ast.Call):
            continue
        if called(call) in _SAYS:
            found.catalogue.update(without_names(text) for each in call.args if (text := template(each)) is not None)
            found.in_places.extend((name, call.lineno, text) for each in call.keywords for text in instead(each.value))
        elif _REASONS.search(called(call)) and called(call) != "AssertionError":
            given = (*call.args, *(each.value for each in call.keywords))
            found.reasons.extend((name, call.lineno, text) for each in given for text in unsaid(each))


@pytest.mark.slow
def test_every_reason_is_in_the_catalogues_or_is_for_programs(told: Told) -> None:
    escaped = [
        f"{name}:{line}: {text}"
        for name, line, text in told.reasons
        if without_names(text) not in told.catalogue and not name.startswith(tuple(FOR_PROGRAMS))
    ]
    assert escaped == []


@pytest.mark.slow
def test_no_file_is_excused_that_needs_no_excuse(told: Told) -> None:
    english = [name for name, _, text in told.reasons if without_names(text) not in told.catalogue]
    assert [each for each in FOR_PROGRAMS if not any(name.startswith(each) for name in english)] == []


def instead(node: ast.expr) -> Iterator[str]:
    """The texts that *node* may be or be joined with, unchanged."""
    match node:
        case ast.BoolOp(values=values):
            for each in values:
                yield from instead(each)
        case ast.IfExp(body=body, orelse=orelse):
            yield from instead(body)
            yield from instead(orelse)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as between), attr="join")) if re.search("[a-z]", between):
            yield between
        case ast.Constant() | ast.JoinedStr():
            text = template(node)
            if text is not None and _WORD.search(text) and not text.startswith("<"):
                yield text


@pytest.mark.slow
def test_no_words_of_ours_stand_in_a_place_of_a_sentence(told: Told) -> None:
    assert told.in_places == []


BY_OTHERS = {"app/mail_out/mail_sending.py"}
"""Files that look at the words of a library, which come in no other language."""


def is_decided_by_words(node: ast.Compare) -> bool:
    """Return True if it looks for a fault in the words of a sentence: in another language they are different."""
    match node:
        case ast.Compare(
            left=ast.Constant(value=str() as text),
            ops=[ast.In() | ast.NotIn()],
            comparators=[ast.Call(func=ast.Name("str")) | ast.Attribute(attr="what" | "message" | "reason")],
        ):
            return bool(re.search("[a-z]{3,}", text))
        case _:
            return False


@pytest.mark.slow
def test_nothing_is_decided_by_the_words_of_a_sentence(told: Told) -> None:
    assert told.decisions == []


def joined_in_english(node: ast.expr) -> str | None:
    """Return the text that *node* joins with English punctuation, with ``{}`` in its places."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as between), attr="join")) if re.search("[:;] $", between):
            return f"{{}}{between}{{}}"
        case ast.JoinedStr():
            text = template(node) or ""
            is_for_programs = _PLACE_IN_A_FILE.search(text) or _STYLE.search(text) or text.startswith("<")
            return text if _JOINT.search(text) and not is_for_programs else None
        case _:
            return None


@pytest.mark.slow
def test_what_people_read_is_joined_by_the_catalogue(told: Told) -> None:
    excused = {name for name in told.joined if name.startswith(tuple(JOINED_IN_ENGLISH)) and not name.startswith(READ_BY_PEOPLE)}
    helpers = "labelled, heading, clauses and quoted are in languages/wording.py"
    assert [line for name, lines in told.joined.items() if name not in excused for line in lines] == [], helpers
    assert [each for each in JOINED_IN_ENGLISH if not any(name.startswith(each) for name in excused)] == []
