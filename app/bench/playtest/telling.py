"""A play-test in words, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board import Terrain
from adjudicator.variant import Variant
from app.bench.playtest.evenness import FEWEST, Interval
from app.bench.playtest.figures import Figures
from app.bench.playtest.pressure import MOVES, pressure
from entente.words.names import counted, join_words, power_name
from languages import tr

Plain = dict[str, object]


def summary(variant: Variant, figures: Figures) -> list[str]:
    """The figures of a play-test, a line each."""
    lines = [f"{counted(figures.games, 'game')} of {variant.name}, {_years(figures.length)} on average"]
    lines.append(f"{'':16}{'score':>24}{'solo':>24}{'draw':>24}{'survival':>26}")
    for each in figures.by_power():
        name = power_name(variant, each.power)
        lines.append(f"{name:16.16}{_part(each.score):>24}{_part(each.solo):>24}{_part(each.draw):>24}{_part(each.survival):>26}")
    lines.append(told_evenness(variant, figures))
    lines += _map_lines(variant, figures)
    lines += pressure_lines(variant)
    if figures.misses:
        lines.append(f"{counted(figures.misses, 'turn')} lost, since a player gave no orders that can be read.")
    return lines


def told_evenness(variant: Variant, figures: Figures) -> str:
    """Whether the seats are even, in one sentence that says what it means."""
    found = figures.evenness()
    if found.p is None:
        why = tr("fewer than {fewest} games", fewest=FEWEST) if figures.games < FEWEST else tr("every game ended alike")
        return tr("Whether the seats are even cannot be said: {why}.", why=why)
    chance = tr("less than 1 in 1000") if found.p < 0.001 else f"{100 * found.p:.2g} %"
    if found.is_even:
        return tr(
            "No difference between the seats shows in {games} games, as even seats differ so much with a chance of "
            "{chance}; one of less than {share:.1f} % of the score would not have shown.",
            games=figures.games,
            chance=chance,
            share=100 * found.finest,
        )
    parts = [
        f"{join_words(power_name(variant, each) for each in powers)} {verb} {what}"
        for powers, what in ((found.above, tr("more than an equal share of the score")), (found.below, "less"))
        if powers
        for verb in ("take" if len(powers) > 1 else "takes",)
    ]
    what = f": {join_words(parts)}" if parts else ", though no single one stands out"
    return f"The seats are not even{what}; even ones would differ so much with a chance of {chance}."


def _map_lines(variant: Variant, figures: Figures) -> Iterable[str]:
    hottest = sorted(figures.fights.items(), key=lambda each: (-each[1], each[0]))[:5]
    if hottest:
        yield tr(
            "Fought over most, in phases a game: {places}",
            places=", ".join((f"{place} {count / figures.games:.1f}" for place, count in hottest)),
        )
    yield tr("Never entered: {places}", places=", ".join(never_entered(variant, figures)) or "none")
    yield tr("Centres that never changed hands: {places}", places=", ".join(never_taken(variant, figures)) or "none")
    clashes = [
        tr("{place} in {phase}, {games}", place=place, phase=phase, games=counted(count, "game"))
        for place, phase, count in figures.first_clashes()
    ]
    yield tr("First clashes: {places}", places="; ".join(clashes) or "none")


def pressure_lines(variant: Variant) -> Iterable[str]:
    """What presses on each power at the start, and what lies open before it."""
    for each in pressure(variant):
        whose = f" of {join_words(power_name(variant, power) for power in each.powers)}" if each.powers else ""
        units = f"{counted(each.units, 'unit')}{whose} within {MOVES} moves of its centres" if each.units else tr("nobody near its centres")
        free = f"{counted(each.open_centres, 'free centre')} in reach, {each.shared_centres} of them in the reach of others"
        yield tr("{power} at the start: {units}; {free}", power=power_name(variant, each.power), units=units, free=free)


def short_pressure(variant: Variant, most: int) -> list[str]:
    """The same in few words, those first on whom most presses; of more than *most* powers it is said how many are left out."""
    found = sorted(pressure(variant), key=lambda each: -each.units)
    lines = []
    for each in found[:most]:
        whose = f" of {join_words(power_name(variant, power) for power in each.powers)}" if each.powers else ""
        free = f"{counted(each.open_centres, 'free centre')}, {each.shared_centres} shared"
        lines.append(f"{power_name(variant, each.power)}: {counted(each.units, 'unit')}{whose}; {free}")
    return [*lines, f"and {counted(len(found) - most, 'power')} on whom less presses"] if len(found) > most else lines


def never_entered(variant: Variant, figures: Figures) -> list[str]:
    """The provinces that no unit ever stood in; impassable ones apart."""
    provinces = variant.board.provinces.values()
    return [each.code for each in provinces if each.terrain is not Terrain.IMPASSABLE and not figures.entered[each.code]]


def never_taken(variant: Variant, figures: Figures) -> list[str]:
    """The centres that had the owner of the start in every game to its end."""
    return [code for code in variant.board.centres if not figures.taken[code]]


def as_data(variant: Variant, figures: Figures, about: Plain) -> Plain:
    """The figures as plain data; the keys stay as they are.

    Args:
        about: what was played: players, seed and the like.
    """
    found = figures.evenness()
    years = figures.years()
    return {
        "variant": variant.id,
        "version": variant.version,
        **about,
        "games": figures.games,
        "phases": figures.phases,
        tr("lost turns"): figures.misses,
        "years": _bounds(figures.length),
        "endings": dict(sorted(figures.endings.items())),
        "powers": {
            each.power: {
                "score": _bounds(each.score),
                "solo": _bounds(each.solo),
                "draw": _bounds(each.draw),
                "survival": _bounds(each.survival),
            }
            for each in map(figures.of_power, figures.powers)
        },
        "evenness": {
            "p": found.p,
            "above": list(found.above),
            "below": list(found.below),
            "sentence": told_evenness(variant, figures),
        },
        tr("centres by year"): {
            "years": years,
            "games": figures.games,
            "means": {power: [round(each, 4) for each in figures.centres(power)] for power in figures.powers},
        },
        "provinces": {
            code: {
                "entered": figures.entered[code],
                tr("fought over"): figures.fought[code],
                tr("phases with a unit"): figures.standing[code],
                tr("phases fought over"): figures.fights[code],
            }
            | ({"taken": figures.taken[code]} if code in variant.board.centres else {})
            for code, each in variant.board.provinces.items()
            if each.terrain is not Terrain.IMPASSABLE
        },
        tr("never entered"): never_entered(variant, figures),
        tr("never taken"): never_taken(variant, figures),
        tr("first clashes"): [
            {"province": place, "phase": phase, "games": count} for place, phase, count in figures.first_clashes(len(figures.clashes))
        ],
        "pressure": {
            each.power: {
                "units": each.units,
                "powers": list(each.powers),
                tr("free centres"): each.open_centres,
                tr("of these shared"): each.shared_centres,
            }
            for each in pressure(variant)
        },
    }


def _bounds(interval: Interval) -> Plain:
    return {"value": round(interval.value, 6), "low": round(interval.low, 6), "high": round(interval.high, 6)}


def _part(interval: Interval) -> str:
    return f"{100 * interval.value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _years(interval: Interval) -> str:
    return tr("{years:.1f} years ({low:.1f} to {high:.1f})", years=interval.value, low=interval.low, high=interval.high)
