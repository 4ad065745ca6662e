"""A drawing to a compiled board. Needs shapely and svgelements; nothing that plays imports this package."""

from variants.compile.board import Compilation, compile_board
from variants.compile.elements import CompilationStoppedError

__all__ = ["Compilation", "CompilationStoppedError", "compile_board"]
