"""The pages of a table as they are first sent: templates, the style sheet of a game's colours, and QR codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from adjudicator import Position, Variant
from app.presentation.picture import MapPicture
from app.presentation.power_colours import PictureColours, faded_ink, picture_colours_of, provisional_ink
from app.presentation.theme import Colour, contrast, mixed
from app.presentation.window_colours import WindowColours
from languages import tr, using
from languages.choosing import available_languages
from resources import resource
from variants.style import PowerStyle


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


_QUIET = 3
"""Modules of light ground around a code."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code to be drawn."""

    side: int
    """Its width in modules, with the ground around it."""
    modules: tuple[tuple[int, int], ...]
    """Places of all dark modules."""
    label: str
    """Name for screen readers."""

    @property
    def dots(self) -> str:
        """Path of all dark modules."""
        return "".join(f"M{x} {y}h1v1h-1z" for x, y in self.modules)


def qr_code(text: str, label: str) -> QrCode:
    """The code of *text*."""
    import segno

    matrix = segno.make(text, error="m", micro=False).matrix
    dark = tuple((x + _QUIET, y + _QUIET) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit)
    return QrCode(len(matrix) + 2 * _QUIET, dark, label)


LIGHT, DARK = "parchment", "night"
_READABLE = 4.6
"""Contrast of letters on a power's band."""


def power_numbers(variant: Variant) -> Mapping[str, int]:
    """The number under which a page knows each power: names of powers are no part of any style."""
    return {power: number for number, power in enumerate(variant.powers)}


def colours_css(variant: Variant, position: Position, styles: Mapping[str, PowerStyle]) -> str:
    """The colours of a game on *variant*."""
    light = picture_colours_of(MapPicture(variant, position, styles, theme=LIGHT))
    dark = picture_colours_of(MapPicture(variant, position, styles, theme=DARK))
    bands = "".join(_bands(light, variant))
    rules = [f":root{{{''.join(_properties(light, variant))}{bands}}}"]
    rules.append(f"@media (prefers-color-scheme:dark){{:root{{{''.join(_properties(dark, variant))}}}}}")
    rules += map(_rules_of, power_numbers(variant).values())
    return "\n".join(rules)


def _rules_of(number: int) -> str:
    names = ("ink", "face", "glyph", "land", "draft", "pale", "band", "onband")
    own = "".join(_rule(f"--{name}", f"var(--{name}{number})") for name in names)
    return f".p{number}{{{own}}}.p.o{number}{{fill:var(--land{number})}}"


def _properties(colours: PictureColours, variant: Variant) -> Iterator[str]:
    theme = colours.theme
    yield _rule("color-scheme", "dark" if theme.dark else "light")
    for name, group in (
        ("sea", theme.sea),
        ("land", theme.land),
        ("ink", theme.ink),
        ("unit", theme.unit),
        ("order", theme.orders),
        ("w", theme.window),
    ):
        for field, value in _colours_in(group).items():
            yield _rule(f"--{name}-{field.replace('_', '-')}", _css(value))
    for power, number in power_numbers(variant).items():
        own = colours.power(power)
        parts = {
            "ink": own.ink,
            "face": own.face,
            "glyph": own.glyph,
            "land": own.land,
            "draft": provisional_ink(own.ink, theme),
            "pale": faded_ink(own.ink, theme),
        }
        yield "".join(_rule(f"--{name}{number}", _css(colour)) for name, colour in parts.items())


def _bands(colours: PictureColours, variant: Variant) -> Iterator[str]:
    """The ground and letters of what is a power's own on a page, the same by day and by night."""
    white, black = Colour(255, 255, 255), Colour(0, 0, 0)
    for power, number in power_numbers(variant).items():
        band = colours.power(power).ink
        while contrast(band, white) < _READABLE:
            band = mixed(band, black, 0.15)
        yield _rule(f"--band{number}", _css(band)) + _rule(f"--onband{number}", _css(white))


def _colours_in(group: Any) -> Mapping[str, Colour]:
    """The colours among the fields of a part of a theme; those of the window are texts by name."""
    if isinstance(group, WindowColours):
        return {name: Colour.of(said) for name, said in group.colours}
    return {field.name: value for field in fields(group) if isinstance(value := getattr(group, field.name), Colour)}


def _rule(name: str, value: str) -> str:
    return ":".join((name, value)) + ";"


def _css(colour: Colour) -> str:
    solid = f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
    return solid if colour.alpha == 255 else f"{solid}{colour.alpha:02x}"
