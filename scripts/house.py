"""Figures of the form of the code: ``python scripts/house.py`` prints them as a table in Markdown.

It reports and is no test. The product is what the wheel carries; docstrings are counted in the tests and scripts too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("languages", "adjudicator", "variants", "entente", "app")
"""Packages from the lowest to the highest: one imports those below it."""

PRODUCT = (*LAYERS, "maps", "resources")
OTHERS = ("benchmarks", "scripts", "tests")
WITH_EXAMPLES = ("adjudicator", "entente", "variants", "app/game/dpn")
"""Rooms whose public modules have examples that run."""

QUESTION_WORDS = frozenset({"What", "Whether", "How", "Where", "Who", "Why", "When", "Which", "Whose", "Whom"})
SMALL = 30
"""Lines below which a module is a crumb."""

_FIRST_WORD = re.compile(r"\W*(\w+)")
_OWN_NAMES = frozenset({"__init__", "__main__"})


@dataclass(frozen=True)
class Module:
    """A Python file of the project."""

    path: str
    """Its path from the root, with slashes."""

    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its statements, parsed when they are first asked for."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Number of its lines."""
        return len(self.text.splitlines())

    @property
    def name(self) -> str:
        """Name that it is imported by, without its package."""
        return self.path.rpartition("/")[2].removesuffix(".py")

    @property
    def folder(self) -> str:
        """Path of its folder."""
        return self.path.rpartition("/")[0]


def modules_of(root: Path, rooms: Iterable[str]) -> list[Module]:
    """Read the Python files below each of *rooms* of the project at *root*, sorted by path."""
    found = []
    for file in sorted(file for room in rooms for file in (root / room).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        found.append(Module(file.relative_to(root).as_posix(), text))
    return found


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Yield the docstrings of modules, classes and functions, and the texts below attributes and constants."""
    for node in ast.walk(tree):
        for block in (getattr(node, field, None) for field in ("body", "orelse", "finalbody")):
            for statement in block if isinstance(block, list) else ():
                match statement:
                    case ast.Expr(value=ast.Constant(value=str() as text)):
                        yield text


def begins_with_question_word(docstring: str) -> bool:
    """Return True if the first word of *docstring* asks instead of naming the thing."""
    word = _FIRST_WORD.match(docstring)
    return word is not None and word[1] in QUESTION_WORDS


def import_lines(tree: ast.AST) -> int:
    """Return the number of lines that import statements take."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def upward_imports(modules: Iterable[Module]) -> list[str]:
    """Return the calls of ``import_module`` for a package of a higher layer, as path and module."""
    found = []
    for module in modules:
        room = module.path.partition("/")[0]
        above = LAYERS[LAYERS.index(room) + 1 :] if room in LAYERS else ()
        for node in ast.walk(module.tree) if "import_module" in module.text else ():
            match node:
                case ast.Call(
                    func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"), args=[ast.Constant(value=str() as wanted)]
                ):
                    if wanted.partition(".")[0] in above:
                        found.append(f"{module.path}: {wanted}")
    return found


def repeated_names(modules: Iterable[Module]) -> Mapping[str, list[str]]:
    """Return the names that several modules have, with the paths of those."""
    paths = defaultdict(list)
    for module in modules:
        if module.name not in _OWN_NAMES:
            paths[module.name].append(module.path)
    return {name: found for name, found in sorted(paths.items()) if len(found) > 1}


def figures(product: list[Module], others: list[Module]) -> list[tuple[str, str]]:
    """Return the rows of the table: the name of each figure, and its value."""
    lines = sum(module.lines for module in product)
    imports = sum(import_lines(module.tree) for module in product)
    (fullest, files), *_ = Counter(module.folder for module in product).most_common(1) or [("", 0)]
    texts = [text for module in (*product, *others) for text in docstrings(module.tree)]
    asking = sum(map(begins_with_question_word, texts))
    public = [module for module in product if module.path.startswith(tuple(f"{room}/" for room in WITH_EXAMPLES))]
    repeated = repeated_names(product)
    return [
        ("product files / lines", f"{len(product):,} / {lines:,}"),
        (f"modules under {SMALL} lines", f"{sum(module.lines < SMALL for module in product if module.name not in _OWN_NAMES):,}"),
        ("import lines", f"{100 * imports / max(1, lines):.1f} %"),
        ("fullest flat room", f"{files} (`{fullest}`)"),
        ("docstrings that begin with a question word", f"{asking:,} of {len(texts):,}"),
        ("usage examples in public modules", f"{sum(text.count('>>> ') for module in public for text in docstrings(module.tree)):,}"),
        ("upward arrows behind `import_module`", f"{len(upward_imports(product)):,}"),
        ("module names used twice or more", f"{len(repeated):,} over {sum(map(len, repeated.values())):,} files"),
    ]


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Return *rows* as a table in Markdown."""
    return "\n".join(("| figure | now |", "| --- | ---: |", *(f"| {name} | {value} |" for name, value in rows)))


if __name__ == "__main__":
    answer_help(__doc__)
    sys.stdout.write(f"{table(figures(modules_of(ROOT, PRODUCT), modules_of(ROOT, OTHERS)))}\n")
