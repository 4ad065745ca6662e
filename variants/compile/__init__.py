"""A drawing to a compiled board. Needs shapely and svgelements; nothing that plays imports this package."""

from variants.compile.board import Compilation, compile_board

__all__ = ["Compilation", "compile_board"]
