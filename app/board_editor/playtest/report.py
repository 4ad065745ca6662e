"""A play-test in words, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.board import Terrain
from adjudicator.phase import Phase
from adjudicator.variant import Variant
from app.board_editor.playtest.evenness import FEWEST, Interval
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.pressure import MOVES, pressure
from entente.words.names import counted, describe_phase, join_words, place_name, power_name, variant_name
from languages import clauses, in_digits, labelled, mark, plural, tr

Plain = dict[str, object]


def summary(variant: Variant, figures: Figures) -> list[str]:
    """The figures of a play-test, a line each."""
    lines = [
        tr(
            "{games} of {variant}, {years} on average",
            games=counted(figures.games, "game"),
            variant=variant_name(variant),
            years=_years(figures.length),
        )
    ]
    lines.append(f"{'':16}{tr('score'):>24}{tr('solo'):>24}{tr('draw'):>24}{tr('survival'):>26}")
    for each in figures.by_power():
        name = power_name(variant, each.power)
        lines.append(f"{name:16.16}{_part(each.score):>24}{_part(each.solo):>24}{_part(each.draw):>24}{_part(each.survival):>26}")
    lines.append(evenness_sentence(variant, figures))
    lines += _map_lines(variant, figures)
    lines += pressure_lines(variant)
    if figures.misses:
        lines.append(
            plural(
                "{count} turn lost, since a player gave no orders that can be read.",
                "{count} turns lost, since a player gave no orders that can be read.",
                figures.misses,
            )
        )
    return lines


def evenness_sentence(variant: Variant, figures: Figures) -> str:
    """Return the evenness of the seats in one sentence that says what it means."""
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
    parts = [*_takers(variant, found.above, _MORE), *_takers(variant, found.below, _LESS)]
    if not parts:
        text = mark("The seats are not even, though no single one stands out; even ones would differ so much with a chance of {chance}.")
        return tr(text, chance=chance)
    text = mark("The seats are not even: {seats}; even ones would differ so much with a chance of {chance}.")
    return tr(text, seats=join_words(parts), chance=chance)


_MORE = (mark("{power} takes more than an equal share of the score"), mark("{powers} take more than an equal share of the score"))
_LESS = (mark("{power} takes less"), mark("{powers} take less"))


def _takers(variant: Variant, powers: Sequence[str], texts: tuple[str, str]) -> Iterable[str]:
    if len(powers) == 1:
        yield tr(texts[0], power=power_name(variant, powers[0]))
    elif powers:
        yield tr(texts[1], powers=join_words(power_name(variant, each) for each in powers))


def _map_lines(variant: Variant, figures: Figures) -> Iterable[str]:
    hottest = sorted(figures.fights.items(), key=lambda each: (-each[1], each[0]))[:5]
    if hottest:
        yield tr(
            "Fought over most, in phases a game: {places}",
            places=", ".join((f"{place_name(variant, place)} {in_digits(count / figures.games, '.1f')}" for place, count in hottest)),
        )
    yield tr("Never entered: {places}", places=_places(variant, never_entered(variant, figures)) or tr("none"))
    yield tr("Centres that never changed hands: {places}", places=_places(variant, never_taken(variant, figures)) or tr("none"))
    clashes = [
        tr(
            "{place} in {phase}, {games}",
            place=place_name(variant, place),
            phase=describe_phase(variant, Phase.of(phase)),
            games=counted(count, "game"),
        )
        for place, phase, count in figures.first_clashes()
    ]
    yield tr("First clashes: {places}", places=clauses(clashes) or tr("none"))


def _places(variant: Variant, codes: Iterable[str]) -> str:
    return ", ".join(place_name(variant, code) for code in codes)


def pressure_lines(variant: Variant) -> Iterable[str]:
    """Yield the threats to each power at the start, and the free centres that it can reach."""
    for each in pressure(variant):
        powers = join_words(power_name(variant, power) for power in each.powers)
        units = counted(each.units, "unit")
        if not each.units:
            units = tr("nobody near its centres")
        elif powers:
            units = tr("{units} of {powers} within {moves} moves of its centres", units=units, powers=powers, moves=MOVES)
        else:
            units = tr("{units} within {moves} moves of its centres", units=units, moves=MOVES)
        text = mark("{centres} in reach, {count} of them in the reach of others")
        free = tr(text, centres=counted(each.open_centres, "free centre"), count=each.shared_centres)
        yield tr("{power} at the start: {units}; {free}", power=power_name(variant, each.power), units=units, free=free)


def short_pressure(variant: Variant, most: int) -> list[str]:
    """The same in few words, those under most pressure first; of more than *most* powers with the number that are left out."""
    found = sorted(pressure(variant), key=lambda each: -each.units)
    lines = []
    for each in found[:most]:
        powers, units = join_words(power_name(variant, power) for power in each.powers), counted(each.units, "unit")
        whose = tr("{units} of {powers}", units=units, powers=powers) if powers else units
        free = tr("{centres}, {count} shared", centres=counted(each.open_centres, "free centre"), count=each.shared_centres)
        lines.append(labelled(power_name(variant, each.power), clauses((whose, free))))
    if len(found) > most:
        lines.append(plural("and {count} power under less pressure", "and {count} powers under less pressure", len(found) - most))
    return lines


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
        "lost turns": figures.misses,
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
            "sentence": evenness_sentence(variant, figures),
        },
        "centres by year": {
            "years": years,
            "games": figures.games,
            "means": {power: [round(each, 4) for each in figures.centres(power)] for power in figures.powers},
        },
        "provinces": {
            code: {
                "entered": figures.entered[code],
                "fought over": figures.fought[code],
                "phases with a unit": figures.standing[code],
                "phases fought over": figures.fights[code],
            }
            | ({"taken": figures.taken[code]} if code in variant.board.centres else {})
            for code, each in variant.board.provinces.items()
            if each.terrain is not Terrain.IMPASSABLE
        },
        "never entered": never_entered(variant, figures),
        "never taken": never_taken(variant, figures),
        "first clashes": [
            {"province": place, "phase": phase, "games": count} for place, phase, count in figures.first_clashes(len(figures.clashes))
        ],
        "pressure": {
            each.power: {
                "units": each.units,
                "powers": list(each.powers),
                "free centres": each.open_centres,
                "of these shared": each.shared_centres,
            }
            for each in pressure(variant)
        },
    }


def _bounds(interval: Interval) -> Plain:
    return {"value": round(interval.value, 6), "low": round(interval.low, 6), "high": round(interval.high, 6)}


def _part(interval: Interval) -> str:
    return tr("{share:.1f} % ({low:.1f} to {high:.1f})", share=100 * interval.value, low=100 * interval.low, high=100 * interval.high)


def _years(interval: Interval) -> str:
    return tr("{years:.1f} years ({low:.1f} to {high:.1f})", years=interval.value, low=interval.low, high=interval.high)
