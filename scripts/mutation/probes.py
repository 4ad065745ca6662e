"""Probe of the statements that each test runs: source text with a mark before every statement, and an importer for it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType

MARKS = "__marks_of_statements__"

Compiled = Callable[[str, str], CodeType]
"""From a path below the project and its text to code."""


class Rewriter(MetaPathFinder):
    """Imports the files *paths*, each through *compiled*; all others as ever."""

    def __init__(self, root: Path, paths: Sequence[str], compiled: Compiled, names: Mapping[str, object]) -> None:
        self.root = root
        self.wanted = {str(root / path): path for path in paths}
        self.compiled = compiled
        self.names = names
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin in self.wanted:
            spec.loader = _Rewritten(self, spec.origin)
            return spec
        return None


class _Rewritten(Loader):
    def __init__(self, rewriter: Rewriter, origin: str) -> None:
        self.rewriter = rewriter
        self.origin = origin

    def exec_module(self, module: ModuleType) -> None:
        text = decode_source(Path(self.origin).read_bytes())
        vars(module).update(self.rewriter.names)
        exec(self.rewriter.compiled(self.rewriter.wanted[self.origin], text), vars(module))  # noqa: S102


class Marks(dict[str, set[int]]):
    """File to the lines on which statements began that ran."""

    def compiled(self, path: str, text: str) -> CodeType:
        """*text* with a mark set before each statement."""
        self[path] = set()
        tree = _Marking(path).visit(ast.parse(text))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _Marking(ast.NodeTransformer):
    def __init__(self, path: str) -> None:
        self.path = path

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                setattr(node, name, [each for inner in body for each in self._with_mark(inner)])
        return node

    def _with_mark(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.ImportFrom(module="__future__"):
                return [node]  # they must stay first
        mark = ast.parse(f"{MARKS}[{self.path!r}].add({node.lineno})").body[0]
        for each in ast.walk(mark):
            if isinstance(each, ast.expr | ast.stmt):
                each.lineno = each.end_lineno = node.lineno
                each.col_offset = each.end_col_offset = 0
        return [mark, node]
