"""The text of an SVG, element by element, with nothing in it that depends on the moment or the machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

_NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def number(value: float) -> str:
    """The shortest text of *value* to a tenth."""
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")


def path_data(lines: Iterable[Sequence[Point]], closed: bool) -> str:
    """Path data of straight lines, absolute, one subpath for each of *lines*."""
    parts: list[str] = []
    for line in lines:
        points = list(line[:-1]) if closed and line[0] == line[-1] else list(line)
        parts.append("M" + " ".join(f"{number(x)},{number(y)}" for x, y in points) + ("Z" if closed else ""))
    return "".join(parts)


class SvgWriter:
    """Collects elements; :meth:`text` is the file."""

    def __init__(self, width: float, height: float, title: str, **attributes: str) -> None:
        view = f'viewBox="0 0 {number(width)} {number(height)}"'
        self._lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg {_NAMES} width="{number(width)}" height="{number(height)}" {view}{_written(_dashed(attributes))}>',
            f"<title>{escape(title)}</title>",
        ]
        self._depth = 0

    def open_layer(self, label: str, **attributes: str) -> None:
        """Begin a layer as Inkscape knows it."""
        self._open("g", {"id": f"layer-{label}", "inkscape:groupmode": "layer", "inkscape:label": label, **_dashed(attributes)})

    def open_group(self, **attributes: str) -> None:
        """Begin a group."""
        self._open("g", _dashed(attributes))

    def close(self) -> None:
        """End the innermost layer or group."""
        self._depth -= 1
        self._lines.append("  " * self._depth + "</g>")

    def element(self, tag: str, text: str | None = None, **attributes: str) -> None:
        """One element."""
        inside = "/>" if text is None else f">{escape(text)}</{tag}>"
        self._lines.append("  " * self._depth + f"<{tag}{_written(_dashed(attributes))}{inside}")

    def text(self) -> str:
        """The whole file."""
        return "\n".join([*self._lines, "</svg>", ""])

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        self._lines.append("  " * self._depth + f"<{tag}{_written(attributes)}>")
        self._depth += 1


def _dashed(attributes: dict[str, str]) -> dict[str, str]:
    """``data_kind`` for ``data-kind``, and ``class_`` for ``class``, which Python keeps for itself; ``inkscape__label`` has a prefix."""
    return {key.rstrip("_").replace("__", ":").replace("_", "-"): value for key, value in attributes.items()}


def _written(attributes: dict[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())


def write_or_compare(target: Path, text: str, arguments: Sequence[str]) -> int:
    """Write the drawing, or with ``--check`` compare it with the one that is there. Returns the exit code."""
    content = text.encode()
    if "--check" in arguments:
        same = target.is_file() and target.read_bytes() == content
        sys.stdout.write(
            "the drawing is what its sources give\n" if same else f"{target.name} is not what its sources give: build it anew\n"
        )
        return 0 if same else 1
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(content)
    return 0
