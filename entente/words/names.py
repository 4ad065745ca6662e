"""Names of powers, places and units, as a sentence uses them. A code that the variant does not know stands as it is."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board import Board, Terrain
from adjudicator.board_tables import board_tables
from adjudicator.location import Location
from adjudicator.unit import Piece
from adjudicator.variant import Variant


def power_name(variant: Variant, power: str) -> str:
    """``Austria-Hungary``"""
    known = variant.powers.get(power)
    return power if known is None else known.name


def power_adjective(variant: Variant, power: str) -> str:
    """``Austrian``"""
    known = variant.powers.get(power)
    return power if known is None else known.adjective or known.name


def kind_name(variant: Variant, kind: str) -> str:
    """``Army``"""
    return _names(variant).kinds.get(kind, kind)


def coast_name(variant: Variant, coast: str) -> str:
    """``north coast``"""
    return variant.board.coast_names.get(coast, coast)


def place_name(variant: Variant, place: Location | str, *, article: bool = False) -> str:
    """``St Petersburg (north coast)``; with *article*, ``the North Sea``: seas take one within a sentence."""
    names = _names(variant)
    known = names.in_sentences if article else names.places
    if isinstance(place, str):
        if place in known:
            return known[place]
        place = Location.of(place)
    name = known.get(place.province, place.province)
    return name if place.coast is None else f"{name} ({coast_name(variant, place.coast)})"


def unit_name(variant: Variant, piece: Piece) -> str:
    """``Fleet St Petersburg (south coast)``"""
    known = _names(variant).units
    text = str(piece)
    name = known.get(text)
    if name is None:
        name = f"{kind_name(variant, piece.kind)} {place_name(variant, piece.location)}"
        if text in board_tables(variant.board).spot_of_text:
            known[text] = name
    return name


class _Names:
    """The names of a board, made once."""

    def __init__(self, board: Board) -> None:
        self.kinds = {letter: kind.name.capitalize() for letter, kind in board.kinds.items()}
        self.places = {code: province.name for code, province in board.provinces.items()}
        self.in_sentences = {
            code: f"the {province.name}"
            if province.terrain is Terrain.SEA and not province.name.casefold().startswith("the ")
            else province.name
            for code, province in board.provinces.items()
        }
        """With the article that a sea takes within a sentence."""
        self.units: dict[str, str] = {}
        """The text of a unit to its name, for those of the board that were asked for."""


def _names(variant: Variant) -> _Names:
    board = variant.board
    return board_tables(board).once(_Names, board)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``"""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {last} {all_words[-1]}"


def counted(number: int, noun: str) -> str:
    """``1 unit``, ``2 units``"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
