"""Puts a changed function in the place of the one that runs, without importing its file again.

What there is to change is looked up once, before the first fork: a look at every object there costs more than most tests.
"""

from __future__ import annotations

import ast
import functools
import gc
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType

from scripts.mutation.changes import Mutant


class Functions:
    """The functions that were made from certain files, and every cache of answers that they may have had a part in."""

    def __init__(self, root: Path, origins: Iterable[str]) -> None:
        self._made: dict[str, list[FunctionType]] = {origin: [] for origin in origins}
        self._codes: dict[str, dict[tuple[str, int], CodeType]] = {}
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        apart = _apart_from(root, self._made)
        gc.unfreeze()  # what the tests froze would not be among the objects
        for each in gc.get_objects():
            # isinstance() would ask a weak proxy for its object's class, and a proxy whose object is gone raises
            if type(each) is FunctionType:
                if each.__code__.co_filename in self._made:
                    self._made[each.__code__.co_filename].append(each)
            elif type(each) is functools._lru_cache_wrapper and each.__module__ not in apart:  # noqa: SLF001
                self._caches.append(each)

    def forget(self) -> None:
        """Empty the caches."""
        for cache in self._caches:
            cache.cache_clear()

    def swap(self, mutant: Mutant, origin: str, source: str, *, ran: bool) -> bool:
        """Give every function made from the changed text its new code.

        Args:
            mutant: the change.
            origin: the path of its file.
            source: the text of the file.
            ran: whether the changed statement ran before, so that answers it had a part in may be kept somewhere; caches then forget.

        Returns:
            Whether that was possible; where it was not, the file must be imported again.
        """
        self.prepare(origin, source)
        old = self._codes[origin]
        new = _codes(compile(mutant.applied(source), origin, "exec", dont_inherit=True))
        changed = {key: code for key, code in new.items() if old.get(key) != code}
        swapped = False
        for function in self._made[origin]:
            code = changed.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if code is not None:
                try:
                    function.__code__ = code
                except ValueError:
                    return False
                swapped = True
        if ran:
            self.forget()
        return swapped

    def prepare(self, origin: str, source: str) -> None:
        """Compile *source* once for all its mutants, before the fork."""
        if origin not in self._codes:
            self._codes[origin] = _codes(compile(source, origin, "exec", dont_inherit=True))


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found[each.co_qualname, each.co_firstlineno] = each
            found.update(_codes(each))
    return found


def _apart_from(root: Path, origins: Iterable[str]) -> set[str]:
    """The modules below *root* that import none of the files *origins*, not even through others."""
    places = {name: module.__file__ for name, module in list(sys.modules.items()) if getattr(module, "__file__", None)}
    own = {name: place for name, place in places.items() if place and place.endswith(".py") and Path(place).is_relative_to(root)}
    importers = defaultdict(set)
    for name, place in own.items():
        for imported in _imports(name, Path(place)):
            importers[imported].add(name)
    waiting = [name for name, place in own.items() if place in set(origins)]
    reaching = set(waiting)
    while waiting:
        new = importers[waiting.pop()] - reaching
        reaching |= new
        waiting += new
    return set(own) - reaching


def _imports(name: str, place: Path) -> set[str]:
    """Return the names that a module imports, and those of the packages around them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(place.read_bytes())):
        if isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = name.split(".")[: -node.level or None] if place.name != "__init__.py" else name.split(".")[: 1 - node.level or None]
            source = ".".join([*(around if node.level else []), *([node.module] if node.module else [])])
            found.update([source, *(f"{source}.{each.name}" for each in node.names)])
    return found
