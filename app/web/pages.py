"""The pages of a table as they are first sent, and parts of them: templates in ``resources/web`` place words and escape all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from languages import tr, using
from languages.choosing import available_languages
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


AT_A_TABLE: Mapping[str, str] = {"socket": "/ws/seat", "ground": "/board/", "colours": "/colours.css", "forms": ""}
"""Addresses that the page of a seat asks for at a table."""


def page_text(name: str, language: str, key: str, game: str, paths: Mapping[str, str] = AT_A_TABLE) -> str:
    """The page ``seat`` or ``stage`` in *language*, with the server's public *key*.

    Args:
        paths: addresses that it asks for; ``forms`` is a page for the same seat that needs no script, empty where there is none.
    """
    with using(language):
        return page(
            f"{name}.html",
            language=language,
            key=key,
            game=game,
            paths=paths,
            languages=[{"code": code, "name": words} for code, words in {"en": "English", **available_languages()}.items()],
            words={
                "title": tr("Entente table"),
                "table": tr("My seat"),
                "board": tr("The board"),
                "whole": tr("The whole board"),
                "own": tr("My country"),
                "closer": tr("Closer"),
                "farther": tr("Farther"),
                "connecting": tr("Connecting…"),
                "lost": tr("No connection. This page goes on by itself."),
                "undone": tr("No connection: that was not done. Try it again when this line is gone."),
                "noscript": tr("This page needs JavaScript."),
                "old": tr("This browser is too old for the table."),
                "which": tr("Which do you mean?"),
                "language": tr("Language"),
                "sure": tr("Seal"),
                "on": tr("Write on"),
                "large": tr("This board is too large for a page. Orders are written in the list; the laptop shows the board."),
                "again": tr("Sit down here again"),
            },
        )
