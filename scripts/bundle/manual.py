"""The manual and the completion of shells, as the program itself prints them."""

from __future__ import annotations

from app.commands.declaring.completion import Shell
from app.commands.declaring.completion import completion as words_of
from app.commands.declaring.manual import engine_page, manual_page
from app.commands.declaring.registry import COMMANDS


def manual() -> dict[str, str]:
    """The pages by the names of the programs."""
    return {"entente": manual_page(COMMANDS), "entente-engine": engine_page()}


def completion(shell: str) -> str:
    """For ``bash``, ``zsh`` or ``fish``."""
    return words_of(Shell(shell), COMMANDS)
