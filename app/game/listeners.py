"""Listeners to events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Listeners(Generic[P]):
    """Plain functions that are called one after the other; windows wrap them in their signals."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def add(self, listener: Callable[P, object]) -> Callable[[], None]:
        """Call *listener* from now on.

        Returns:
            A function that ends this; it may be called again, and while listeners are called.
        """
        self._listeners.append(listener)

        def remove() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return remove

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them; one that is added meanwhile is not called yet."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)
