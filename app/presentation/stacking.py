"""Stacking of the things of one layer, with as little moved as can be."""

from __future__ import annotations

_STEP = 0.0005
_BETWEEN = _STEP / 64


class Stacking:
    """Gives the things of each layer heights that rise in the sequence they are asked for.

    A thing keeps the height that it has where it can: to change it means to repaint all that it covers, and one order more or less would
    change those of all that come after it.
    """

    def __init__(self, *, fresh: bool) -> None:
        """*fresh*: whether nothing was there before; then all are far enough apart for others to come between."""
        self._tops: dict[float, float] = {}
        self._new = _STEP if fresh else _BETWEEN

    def height(self, layer: float, before: float | None) -> float:
        """The height of the next thing in *layer*, which had the height *before*; ``None`` where it is new."""
        top = self._tops.get(layer)
        least = layer if top is None else top
        if before is not None and least < before < layer + 1:
            found = before
        elif top is None:
            found = layer + _STEP
        else:
            found = top + (_STEP if before is not None else self._new)
        self._tops[layer] = found
        return found
