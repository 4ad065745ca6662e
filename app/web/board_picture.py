"""The board of a game as one picture that stands for itself: drawn as on the pages of a table, with its colours in it."""

from __future__ import annotations

import re
from functools import lru_cache

from app.game.record import Cursor, Game
from app.presentation.drawn_boards import DrawnBoard, drawn_board
from app.session.view_options import View
from app.web.board_layers import board_svg, symbols_svg
from app.web.page_parts import colours_css
from app.web.seat_page import BoardKit, board_parts
from languages import using
from resources import resource

_PROVINCE = re.compile(r'class="p(?P<water> water)?" data-p="(?P<code>[^"]+)"')
_RULES = re.compile(r"/\* the board \*/(.*?)/\*", re.DOTALL)


@lru_cache(maxsize=8)
def board_kit(variant: str, language: str) -> BoardKit:
    """The board of a variant with its names in a language, for all pictures of it."""
    with using(language):
        return BoardKit(drawn_board(variant))


def ground(drawn: DrawnBoard) -> str:
    """The board without units, with its names in the language in use, and the symbols of its units."""
    whole = board_svg(drawn)
    start = whole.index(">") + 1
    return whole[:start] + symbols_svg(drawn.units(View().unit_symbols).units, drawn.folder.variant.board.kinds) + whole[start:]


@lru_cache(maxsize=8)
def _ground(variant: str, language: str) -> str:
    """The board without units, with its symbols and its rules for colours."""
    drawn = board_kit(variant, language).drawn
    with using(language):
        whole = ground(drawn)
    known = drawn.folder.variant
    rules = _RULES.search(resource("web", "style.css").read_text(encoding="utf-8"))
    assert rules is not None
    style = f"<style>{colours_css(known, known.start, drawn.styles)}{rules[1]}</style>"
    start = whole.index(">") + 1
    return whole[:start] + style + whole[start:]


def still_board(shown: Game, cursor: Cursor, language: str, hidden: frozenset[str], own: str | None) -> str:
    """The board of *shown*, a game as its reader may see it, at *cursor*.

    Args:
        hidden: provinces out of the reader's sight.
        own: the reader's power.
    """
    variant = shown.variant.id
    with using(language):
        parts = board_parts(board_kit(variant, language), shown, cursor, own or "", hidden, own)
    fill, layer = parts["fill"], str(parts["layer"])
    assert isinstance(fill, dict)

    def coloured(found: re.Match[str]) -> str:
        owner = f" o{fill[found['code']]}" if found["code"] in fill else ""
        fog = " fogged" if found["code"] in hidden else ""
        return f'class="p{found["water"] or ""}{owner}{fog}" data-p="{found["code"]}"'

    return _PROVINCE.sub(coloured, _ground(variant, language)).replace('<g id="layer"></g>', f'<g id="layer">{layer}</g>')
