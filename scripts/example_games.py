"""Writes the saved games of docs/examples, each with hooks in use: the same games each time.

python -m scripts.example_games
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.game.dpn.writer import write
from app.game.edits import new_game, process, set_lines, set_note, set_player
from app.game.entries import Press, SeatedPlayer
from app.game.record import MAIN, Game
from app.game.table_edits import attach_hook, put_hook
from app.game.variant_source import ShippedShelf
from app.hooks.hook_consent import hook_of
from app.hooks.host import HookHost
from app.hooks.next_phase import start_with_hooks
from app.hooks.press import deliver_due, send_with_hooks
from app.hooks.referee import hooked_referee
from app.players.easy import RandomBot
from scripts.asked_help import answer_help
from variants.hooks.hook_text import shipped_hooks

TARGET = Path(__file__).resolve().parents[1] / "docs" / "examples"


@dataclass(frozen=True)
class Example:
    """One game: its hooks with their parameters, and what is ordered; what is not written here bots of a fixed seed order."""

    name: str
    title: str
    note: str
    hooks: Mapping[str, str]
    phases: int
    orders: Mapping[str, Mapping[str, str]]
    """Phase to power to orders."""
    press: Mapping[str, Sequence[Press]]
    """Phase to messages."""


HOLD = "A BER H; A MUN H; F KIE H"
SIEGE = {"FRANCE": "A BUR - MUN; A MAR H; F MAO H", "ITALY": "A TYR S A BUR - MUN; A ROM H; F ION H", "GERMANY": HOLD}
RELIEF = {
    "FRANCE": "A MUN H; A MAR H; A PAR H; F MAO H",
    "ITALY": "A TYR - MUN; A ROM H; F ION H",
    "GERMANY": "A BER S A TYR - MUN; F KIE H",
}

EXAMPLES = (
    Example(
        "wires-cut",
        "The wires to Constantinople",
        "England and Turkey may not write to one another before 1903: the hook restrict at work. Press between others goes its way.",
        {"restrict": "powers=ENGLAND,TURKEY until=1903"},
        5,
        {
            "S1901M": {"ENGLAND": "F LON - NTH; F EDI - NWG; A LVP - YOR", "TURKEY": "A CON - BUL; A SMY - CON; F ANK - BLA"},
            "F1901M": {"ENGLAND": "A YOR - NWY; F NTH C A YOR - NWY; F NWG S A YOR - NWY"},
        },
        {
            "S1901M": (
                Press("ENGLAND", ("TURKEY",), "Shall we squeeze Russia between us?"),
                Press("ENGLAND", ("FRANCE",), "The Channel stays empty, I trust?"),
            ),
            "F1901M": (Press("TURKEY", (), "Whoever reads this: the Black Sea is mine."),),
        },
    ),
    Example(
        "fog",
        "Fog over Europe",
        "Each power sees its own units and centres and what stands next to them: the hook fog_of_war. View the board as one power.",
        {"fog_of_war": "", "gunboat": ""},
        6,
        {"S1901M": {"FRANCE": "A PAR - BUR; A MAR S A PAR - BUR; F BRE - MAO", "GERMANY": "A MUN - BUR; F KIE - DEN; A BER - KIE"}},
        {},
    ),
    Example(
        "truce",
        "A year of truce",
        "In one year, drawn by lot, no unit is dislodged; and units are built on any owned centre. Two hooks side by side.",
        {"year_of_truce": "first=1901 last=1902", "build_anywhere": ""},
        9,
        {
            "S1901M": {"FRANCE": "A PAR - BUR; A MAR H; F BRE - MAO", "ITALY": "A VEN - TYR; A ROM H; F NAP - ION", "GERMANY": HOLD},
            "F1901M": SIEGE,
            "W1901A": {"GERMANY": "A RUH D"},
            "S1902M": RELIEF,
            "F1902M": RELIEF,
            "S1903M": RELIEF,
        },
        {},
    ),
)


def played(example: Example, host: HookHost) -> Game:
    """The game, from its start."""
    shelved = ShippedShelf().find("standard")
    assert shelved is not None
    game = new_game(shelved.variant, example.title, checksum=shelved.checksum, game_id="e0e0e0e0")
    game = set_note(game, example.note)
    for power, name in zip(game.variant.powers, ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"), strict=True):
        game = set_player(game, power, SeatedPlayer(name))
    for name, arguments in example.hooks.items():
        game = attach_hook(put_hook(game, hook_of(shipped_hooks()[name])), MAIN, name, arguments)
    game, _ = start_with_hooks(game, host)
    bots = {power: RandomBot(at + len(example.name)) for at, power in enumerate(game.variant.powers)}
    for power, bot in bots.items():
        bot.started(game.variant, power)
    for _ in range(example.phases):
        turn = game.turn(game.last(MAIN))
        written = example.orders.get(str(turn.phase), {})
        for message in example.press.get(str(turn.phase), ()):
            game, _, _ = send_with_hooks(game, MAIN, message, host)
        for power, bot in bots.items():
            lines = (
                written[power].split(";") if power in written else [str(order) for order in bot.choose_orders(turn.position, power, None)]
            )
            game = set_lines(game, MAIN, power, lines)
        game = deliver_due(process(game, referee=hooked_referee(host)), MAIN)
        if game.ending is not None:
            break
    return game


def main() -> None:
    """Write them."""
    TARGET.mkdir(exist_ok=True)
    host = HookHost()
    for example in EXAMPLES:
        (TARGET / f"{example.name}.dpn").write_text(write(played(example, host)), encoding="utf-8", newline="\n")
    host.close()


if __name__ == "__main__":
    answer_help(__doc__)
    main()
