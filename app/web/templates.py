"""Templates of pages and parts, in ``resources/web``: they place words and escape all of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from resources import resource


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(resource("web")), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def page(name: str, **values: Any) -> str:
    """The whole page *name*."""
    return _environment().get_template(name).render(**values)


def part(name: str, values: object) -> str:
    """The part *name* of a page, with its *values*; blanks at its ends are left out."""
    made: str = getattr(_environment().get_template("parts.html").module, name)(values)
    return str(made).strip()
