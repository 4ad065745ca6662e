"""The two pages as they are first sent: no person, power or order is in them."""

from __future__ import annotations

from app.web.templates import page
from languages import tr, using
from languages.choosing import available_languages


def page_text(name: str, language: str, key: str, game: str) -> str:
    """The page ``seat`` or ``stage`` in *language*, with the server's public *key*."""
    with using(language):
        return page(
            f"{name}.html",
            language=language,
            key=key,
            game=game,
            languages=[{"code": code, "name": words} for code, words in {"en": "English", **available_languages()}.items()],
            words={
                "title": tr("Entente table"),
                "board": tr("The board"),
                "whole": tr("The whole board"),
                "own": tr("My country"),
                "closer": tr("Closer"),
                "farther": tr("Farther"),
                "connecting": tr("Connecting…"),
                "lost": tr("No connection. This page goes on by itself."),
                "noscript": tr("This page needs JavaScript."),
                "old": tr("This browser is too old for the table."),
                "which": tr("Which do you mean?"),
                "language": tr("Language"),
                "sure": tr("Seal"),
                "on": tr("Write on"),
                "again": tr("Sit down here again"),
            },
        )
