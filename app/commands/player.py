"""Who plays a power."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import set_player
from app.game.entries import Player
from app.session.parameter_kinds import PowerName, RestOfLine
from app.session.session import Session, game_open
from entente.words.names import power_name


@command("player", "Name a player…", menu="Game", place=31, available=game_open)
def player(session: Session, power: PowerName, name: RestOfLine | None = None) -> None:
    """Write down who plays a power, or show it.

    Args:
        power: the power.
        name: of its player, with a mail address in angle brackets where there is one: Ada <ada@example.org>.
    """
    if name is None:
        seated = session.game.players.get(power)
        session.say(f"{power_name(session.variant, power)}: {seated.name if seated is not None else 'nobody is named'}")
        return
    called, bracket, address = name.partition("<")
    seated = Player(called.strip(), address.rstrip("> ") if bracket else "")
    session.perform(
        f"Name the player of {power_name(session.variant, power)}", lambda game: set_player(game, power, seated), show_open_turn=False
    )
