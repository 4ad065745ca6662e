"""The hooks that an import writes do in a game what the other program's rules say."""

from __future__ import annotations

from app.game.record import MAIN, Game
from app.hooks.host import HookHost
from app.hooks.next_phase import phase_conditions
from tests.unit.app.hooks.playing import build_sites, fresh, last, ordered, placed, process_with_hooks, with_text
from variants.hooks.hook_text import read_hook_text
from variants.importers.carried_hooks import Closing, ClosingTime, builds_anywhere, changing_homes, closed_steps, victory_by_year

WINTER = ClosingTime("W", 1903, "A")


def played(game: Game, host: HookHost) -> Game:
    game, log = process_with_hooks(game, host=host)
    assert not [entry for entry in log if entry.failed], log
    return game


def sites(game: Game, power: str, host: HookHost) -> set[str]:
    return {f"{kind} {site.location}" for site in build_sites(game, game.last(MAIN), power, host) for kind in site.kinds}


def test_their_first_lines_can_be_read() -> None:
    texts = [
        victory_by_year([18, 17], 1901),
        builds_anywhere(["FRANCE", "TURKEY"]),
        changing_homes([(WINTER, {"FRANCE": ["PAR", "BUR"]})]),
        closed_steps({Closing(("S",), 1901, 1901): ["PAR - BUR"]}),
    ]
    for text in texts:
        hook = read_hook_text("x", text)
        assert hook.faults == ()
        assert hook.title
        assert hook.note
        assert len(hook.points) == 1


def test_the_number_of_centres_that_wins_goes_with_the_years(host: HookHost) -> None:
    game = with_text(fresh(), "victory_by_year", victory_by_year([5, 4, 3], 1901))
    owned = "FRANCE PAR BRE MAR; GERMANY MUN"
    assert played(placed(game, "F1901M", "FRANCE A PAR; GERMANY A MUN", owned), host).ending is None
    assert played(placed(game, "S1909M", "FRANCE A PAR; GERMANY A MUN", owned), host).ending is None
    for year in (1903, 1909):
        ending = played(placed(game, f"F{year}M", "FRANCE A PAR; GERMANY A MUN", owned), host).ending
        assert ending is not None
        assert ending.winners == ("FRANCE",)
    level = placed(game, "F1909M", "FRANCE A PAR; GERMANY A MUN", f"{owned} BER KIE")
    assert played(level, host).ending is None


def test_some_powers_build_at_every_centre_they_own(host: HookHost) -> None:
    game = with_text(fresh(), "builds_anywhere", builds_anywhere(["FRANCE"]))
    game = placed(game, "W1901A", "FRANCE A PAR", "FRANCE PAR BRE BEL MUN; GERMANY BER HOL")
    assert sites(game, "FRANCE", host) == {"A BRE", "F BRE", "A BEL", "F BEL", "A MUN"}
    assert sites(game, "GERMANY", host) == {"A BER", "F BER"}


def test_home_centres_change_for_their_time(host: HookHost) -> None:
    game = with_text(fresh(), "changing_homes", changing_homes([(WINTER, {"FRANCE": ["BEL"]})]))
    owned = "FRANCE PAR BRE BEL; GERMANY BER"
    assert sites(placed(game, "W1903A", "FRANCE A PAR", owned), "FRANCE", host) == {"A BEL", "F BEL"}
    assert sites(placed(game, "W1903A", "FRANCE A PAR", owned), "GERMANY", host) == {"A BER", "F BER"}
    assert sites(placed(game, "W1904A", "FRANCE A PAR", owned), "FRANCE", host) == {"A BRE", "F BRE"}
    for_ever = with_text(fresh(), "changing_homes", changing_homes([(ClosingTime("W", 1903, "A", True), {"FRANCE": ["BEL"]})]))
    assert sites(placed(for_ever, "W1902A", "FRANCE A PAR", owned), "FRANCE", host) == {"A BRE", "F BRE"}
    assert sites(placed(for_ever, "W1907A", "FRANCE A PAR", owned), "FRANCE", host) == {"A BEL", "F BEL"}


def test_a_step_is_closed_in_its_phase_and_open_in_the_next(host: HookHost) -> None:
    game = with_text(fresh(), "closed_steps", closed_steps({Closing(("F",), 1901, 1901): ["PAR - BUR"]}))
    game = played(placed(game, "S1901M", "FRANCE A PAR", "FRANCE PAR"), host)
    game = played(ordered(game, FRANCE="A PAR - BUR"), host)
    assert [str(unit) for unit in last(game).position.units] == ["FRANCE A PAR"]
    while str(last(game).position.phase) != "S1902M":
        game = played(game, host)
    game = played(ordered(game, FRANCE="A PAR - BUR"), host)
    assert [str(unit) for unit in last(game).position.units] == ["FRANCE A BUR"]


def crosses(when: Closing, phase: str, host: HookHost) -> bool:
    """Return True if an army gets from Paris to Burgundy in *phase*."""
    game = with_text(fresh(), "closed_steps", closed_steps({when: ["PAR - BUR"]}))
    game = placed(game, phase, "FRANCE A PAR", "FRANCE PAR")
    position, log = phase_conditions(game, game.last(MAIN), host)
    assert not [entry for entry in log if entry.failed], log
    return "closed PAR - BUR" not in position.conditions


def test_steps_are_closed_by_year_parity_and_kind_of_phase(host: HookHost) -> None:
    odd = Closing(odd=True)
    assert (crosses(odd, "S1901M", host), crosses(odd, "S1902M", host)) == (False, True)
    assert (crosses(Closing(odd=False), "S1901M", host), crosses(Closing(odd=False), "S1902M", host)) == (True, False)
    years = Closing(first=1903, last=1904)
    assert [crosses(years, f"F{year}M", host) for year in (1902, 1903, 1904, 1905)] == [True, False, False, True]
    retreats = Closing(kind="R")
    assert (crosses(retreats, "S1901M", host), crosses(retreats, "S1901R", host)) == (True, False)
