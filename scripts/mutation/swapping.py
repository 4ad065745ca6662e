"""Puts a changed function in the place of the one that runs, without importing its file again.

What there is to change is looked up once, before the first fork: a look at every object there costs more than most tests.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterable
from types import CodeType, FunctionType

from scripts.mutation.changes import Mutant


class Functions:
    """The functions that were made from certain files, and every cache of answers."""

    def __init__(self, origins: Iterable[str]) -> None:
        self._made: dict[str, list[FunctionType]] = {origin: [] for origin in origins}
        self._codes: dict[str, dict[tuple[str, int], CodeType]] = {}
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        gc.unfreeze()  # what the tests froze would not be among the objects
        for each in gc.get_objects():
            # isinstance() would ask a weak proxy for its object's class, and a proxy whose object is gone raises
            if type(each) is FunctionType:
                if each.__code__.co_filename in self._made:
                    self._made[each.__code__.co_filename].append(each)
            elif type(each) is functools._lru_cache_wrapper:  # noqa: SLF001
                self._caches.append(each)

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
            for cache in self._caches:
                cache.cache_clear()
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
