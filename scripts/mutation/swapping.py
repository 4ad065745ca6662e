"""Puts a changed function in the place of the one that runs, without importing its file again."""

from __future__ import annotations

import functools
import gc
from types import CodeType, FunctionType

from scripts.mutation.changes import Mutant


def swap(mutant: Mutant, origin: str, source: str) -> bool:
    """Give every function made from the changed text its new code, and have caches forget.

    Returns:
        Whether that was possible; where it was not, the file must be imported anew.
    """
    old = _codes(compile(source, origin, "exec", dont_inherit=True))
    new = _codes(compile(mutant.applied(source), origin, "exec", dont_inherit=True))
    changed = {key: code for key, code in new.items() if key in old and old[key] != code}
    if not changed or set(old) - set(new):
        changed = {key: code for key, code in new.items() if old.get(key) != code}
    swapped = False
    gc.unfreeze()  # what is frozen is not among the objects
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == origin:
            code = changed.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None:
                try:
                    each.__code__ = code
                except ValueError:
                    return False
                swapped = True
        elif isinstance(each, functools._lru_cache_wrapper):  # noqa: SLF001
            each.cache_clear()
    return swapped


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found[each.co_qualname, each.co_firstlineno] = each
            found.update(_codes(each))
    return found
