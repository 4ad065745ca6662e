"""Changes that break a source file: one operator, constant, condition, answer or statement at a time."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

FLIPPED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
EXCHANGED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
LONGEST_WORD = 24
"""A longer text, or one of several words, is what a person reads; such texts are left alone."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one file. Lines and columns count from 1 and 0; columns are bytes of UTF-8, as in `ast`."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    new: str
    statement: int
    """The line on which the smallest statement around the change begins."""

    function: str
    """The functions and classes around it, joined by dots; empty at the top of the file."""

    deferred: bool
    """True if it lies in the body of a function, so that importing the file does not run it."""

    id: str = ""
    """The same for the same change in the same function, wherever it stands in the file."""

    def applied(self, source: str) -> str:
        """*source* with the change, on as many lines as before."""
        lines = source.split("\n")
        lines[self.line - 1 : self.end_line] = self._changed(lines[self.line - 1 : self.end_line])
        return "\n".join(lines)

    def shown(self, source: str) -> tuple[str, str]:
        """The lines before and after the change, each as one line."""
        old = source.split("\n")[self.line - 1 : self.end_line]
        new = self._changed(old)
        return " ".join(" ".join(old).split()), " ".join(" ".join(new).split())

    def _changed(self, lines: list[str]) -> list[str]:
        """The lines of the change, as many as before."""
        before, after = lines[0].encode()[: self.column], lines[-1].encode()[self.end_column :]
        new = self.new + "\n" * (self.end_line - self.line)
        return (before + new.encode() + after).decode().split("\n")


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every change to the file *path*, in the order of the file; a few may not be Python: see `is_python`."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in _Search(path, source).mutants():
        before, after = mutant.shown(source)
        if before == after:
            continue
        text = f"{path}\n{mutant.function}\n{before}\n{after}"
        seen[text] += 1
        mark = hashlib.sha256(f"{text}\n{seen[text]}".encode()).hexdigest()[:16]
        found.append(replace(mutant, id=mark))
    return found


def is_python(mutant: Mutant, source: str) -> bool:
    """Return True if *source* with the change can be run at all."""
    try:
        compile(mutant.applied(source), mutant.path, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class _Search:
    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source
        self.lines = [line.encode() for line in source.split("\n")]
        self.statement = 1
        self.names: list[str] = []
        self.deferred = False
        self.answer = ""

    def mutants(self) -> Iterator[Mutant]:
        yield from self._body(ast.parse(self.source).body)

    def _body(self, body: list[ast.stmt]) -> Iterator[Mutant]:
        for each in body:
            yield from self._statement(each)

    def _statement(self, node: ast.stmt) -> Iterator[Mutant]:
        outer, self.statement = self.statement, node.lineno
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                kept = self.deferred, self.answer
                yield from self._expressions(node.args.defaults + [each for each in node.args.kw_defaults if each is not None])
                self.names.append(node.name)
                self.deferred, self.answer = True, ast.unparse(node.returns) if node.returns else ""
                yield from self._body(node.body)
                self.names.pop()
                self.deferred, self.answer = kept
            case ast.ClassDef():
                self.names.append(node.name)
                yield from self._body(node.body)
                self.names.pop()
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom() | ast.Assert():
                pass
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case _ if _cannot_matter(node):
                pass
            case _:
                yield from self._dropped(node)
                yield from self._parts(node)
        self.statement = outer

    def _dropped(self, node: ast.stmt) -> Iterator[Mutant]:
        match node:
            case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Raise() | ast.Delete() | ast.Return(value=None):
                yield self._made(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield self._made(node, "pass")
            case ast.Return(value=value) if value is not None:
                yield from self._answers(node, value)
            case _:
                pass

    def _answers(self, node: ast.Return, value: ast.expr) -> Iterator[Mutant]:
        plain = ast.unparse(value)
        others: tuple[str, ...] = ("None",)
        if self.answer == "bool":
            others = ("True", "False")
        elif "bool" in self.answer or self.answer == "Decision":
            others = ("None", "True", "False")
        for other in others:
            if plain != other:
                yield self._made(node, f"return {other}")

    def _parts(self, node: ast.AST) -> Iterator[Mutant]:
        """Changes to what stands in *node*, statements inside it included."""
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "decorator_list", "returns", "type_comment"}:
                continue
            for each in value if isinstance(value, list) else [value]:
                match each:
                    case ast.stmt():
                        yield from self._statement(each)
                    case ast.expr():
                        yield from self._expressions([each])
                    case ast.AST():
                        yield from self._parts(each)
                    case _:
                        pass
        test = getattr(node, "test", None)
        if isinstance(node, ast.If | ast.IfExp) and isinstance(test, ast.expr):
            yield from self._always(test, "True", "False")
        elif isinstance(node, ast.While) and isinstance(test, ast.expr) and not isinstance(test, ast.Constant):
            yield from self._always(test, "False")
        elif isinstance(node, ast.comprehension):
            for each in node.ifs:
                yield from self._always(each, "True", "False")

    def _always(self, test: ast.expr, *others: str) -> Iterator[Mutant]:
        for other in others:
            yield self._made(test, other)

    def _expressions(self, nodes: list[ast.expr]) -> Iterator[Mutant]:
        for node in nodes:
            yield from self._changed(node)
            if not isinstance(node, ast.JoinedStr):
                yield from self._parts(node)

    def _changed(self, node: ast.expr) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [left, *others]
                for number, operator in enumerate(ops):
                    for new in FLIPPED[type(operator)]:
                        yield self._between(sides[number], sides[number + 1], new)
            case ast.BoolOp(op=joint, values=values):
                new = "or" if isinstance(joint, ast.And) else "and"
                for first, second in pairwise(values):
                    yield self._between(first, second, new)
                words = [self._text(each) for each in values]
                joint_word = " and " if isinstance(joint, ast.And) else " or "
                for number in range(len(values)):
                    rest = joint_word.join(f"({each})" for each in words[:number] + words[number + 1 :])
                    yield self._made(node, f"({rest})")
            case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
                yield self._made(node, f"({self._text(operand)})")
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in EXCHANGED:
                if not any(isinstance(each, ast.JoinedStr | ast.Tuple) or _is_text(each) for each in (left, right)):
                    yield self._between(left, right, EXCHANGED[type(operator)])
            case ast.Constant(value=bool(value)):
                yield self._made(node, str(not value))
            case ast.Constant(value=int(value)):
                yield self._made(node, str(value + 1))
                yield self._made(node, str(value - 1) if value else "(-1)")
            case ast.Constant(value=str(value)) if value and len(value) <= LONGEST_WORD and " " not in value and "\n" not in value:
                yield self._made(node, repr(f"{value}~"))
            case ast.Call(func=ast.Name(id=name) as called) if name in CALLED:
                yield self._made(called, CALLED[name])
            case _:
                pass

    def _text(self, node: ast.expr) -> str:
        end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self._segment((node.lineno, node.col_offset), end).replace("\n", " ")

    def _segment(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        if start[0] == end[0]:
            return self.lines[start[0] - 1][start[1] : end[1]].decode()
        whole = self.lines[start[0] : end[0] - 1]
        return b"\n".join([self.lines[start[0] - 1][start[1] :], *whole, self.lines[end[0] - 1][: end[1]]]).decode()

    def _between(self, left: ast.expr, right: ast.expr, new: str) -> Mutant:
        """The operator between two operands, with the brackets that stand around them."""
        start, end = (left.end_lineno or left.lineno, left.end_col_offset or 0), (right.lineno, right.col_offset)
        between = self._segment(start, end)
        if start[0] == end[0]:
            before, after = between[: len(between) - len(between.lstrip(" )"))], between[len(between.rstrip(" (")) :]
            return self._at(start, end, f"{before or ' '}{new}{after or ' '}")
        return self._at(start, end, f"{')' * between.count(')')} {new} {'(' * between.count('(')}")

    def _made(self, node: ast.expr | ast.stmt, new: str) -> Mutant:
        return self._at((node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0), new)

    def _at(self, start: tuple[int, int], end: tuple[int, int], new: str) -> Mutant:
        return Mutant(self.path, *start, *end, new, self.statement, ".".join(self.names), self.deferred)


def _cannot_matter(node: ast.stmt) -> bool:
    """Return True if no test should notice a change: names for tools, numbers that need only differ, dead code, a cache emptied."""
    match node:
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__" | "__match_args__")]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec" | "range"))):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError" | "NotImplementedError"))):
            return True
        case ast.If(body=[*dropped], orelse=[]):
            return any(_empties(each) for each in dropped) and all(_empties(each) or _is_zero(each) for each in dropped)
        case _:
            return False


def _empties(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="clear"), args=[])):
            return True
        case _:
            return False


def _is_zero(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value == 0


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
