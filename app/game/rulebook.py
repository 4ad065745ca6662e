"""The adjudicator's functions as the game calls them."""

from __future__ import annotations

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Board
from adjudicator.board_tables import board_tables
from adjudicator.check import check_order
from adjudicator.notation import read_order
from adjudicator.unit import Piece

__all__ = ["adjudicate", "can_stand", "check_order", "read_order", "standing_places"]


def can_stand(board: Board, piece: Piece) -> bool:
    """Return True if a unit of that kind can stand there; where a coast has to be named, with it."""
    location = piece.location
    return (piece.kind, location.province, location.coast) in board_tables(board).spot_index


def standing_places(board: Board, piece: Piece) -> tuple[Piece, ...]:
    """Return the places in the province of *piece* where a unit of its kind can stand: on each of several coasts, perhaps."""
    tables = board_tables(board)
    province = tables.province_index.get(piece.location.province)
    return () if province is None else tuple(tables.pieces[spot] for spot in tables.spots_in.get((piece.kind, province), ()))
