"""The story in sentences."""

from __future__ import annotations

from typing import assert_never

from adjudicator.variant import Variant
from app.game.record import Game
from app.story.deeds import Deed, DeedFate, DeedKind
from app.story.promises import Promise, PromiseKind
from app.story.stabs import Stab
from app.story.story import Story
from app.story.turning_points import PointKind, TurningPoint
from entente.words.endings import describe_ending
from entente.words.names import counted, join_words, place_name, power_name
from entente.words.phases import describe_phase, describe_season


def describe_title(story: Story) -> str:
    """``France and Turkey draw``, ``France has won``, ``Abandoned``; ``Fall 1908`` where the game goes on."""
    variant, ending = story.game.variant, story.ending
    if ending is None:
        return describe_season(variant, story.phases[-1])
    names = [power_name(variant, power) for power in ending.winners]
    match names:
        case []:
            return "Abandoned"
        case [winner]:
            return f"{winner} has won"
        case [_, _] | [_, _, _]:
            return f"{join_words(names)} draw"
        case _:
            return f"A draw among {len(names)} powers"


def describe_outcome_of(story: Story) -> str:
    """``France wins alone by its centres, Fall 1908, after 36 phases.``"""
    variant, ending = story.game.variant, story.ending
    played = sum(turn.resolution is not None for turn in story.game.line(story.cursor.branch))
    phases = f"{counted(played, 'phase')} played"
    if ending is None:
        return f"The game goes on: {phases}."
    words = describe_ending(variant, ending)
    return f"{words[:1].upper()}{words[1:]}, {describe_season(variant, story.phases[-1])}; {phases}."


def describe_point(game: Game, point: TurningPoint) -> str:
    """What happened, in one or two sentences."""
    variant = game.variant
    power, other = power_name(variant, point.power), power_name(variant, point.other)
    match point.kind:
        case PointKind.STAB:
            assert point.stab is not None
            return describe_stab(variant, point.stab)
        case PointKind.BROKEN_WORD:
            assert point.promise is not None
            return describe_promise(variant, point.promise)
        case PointKind.SWING:
            way = "gains" if point.after > point.before else "loses"
            return f"{power} {way} {counted(abs(point.after - point.before), 'centre')} in a year, from {point.before} to {point.after}."
        case PointKind.HOME_LOST:
            return f"{other} loses the first home centre of the game: {place_name(variant, point.place)} goes to {power}."
        case PointKind.ELIMINATION:
            return f"{power} is out of the game."
        case PointKind.LEAD:
            return f"{power} takes the lead from {other} with {counted(point.after, 'centre')}."
        case PointKind.STALEMATE:
            return f"No centre changed hands from {point.before} to {point.after}."
        case PointKind.END:
            assert point.ending is not None
            words = describe_ending(variant, point.ending)
            return f"{words[:1].upper()}{words[1:]}."
        case _:
            assert_never(point.kind)


def describe_stab(variant: Variant, stab: Stab) -> str:
    """``France attacks Germany in Munich and takes it, after Germany had supported France in Fall 1903.``"""
    attack = stab.attack
    by, to = power_name(variant, attack.by), power_name(variant, attack.to)
    blow = f"{by} stabs {to}: {_move(variant, attack)}"
    return f"{blow}. {_help(variant, stab.help)} in {describe_season(variant, stab.help.phase)}."


def describe_stab_shortly(variant: Variant, stab: Stab) -> str:
    """``France takes Munich``, ``France attacks Munich``."""
    verb = "takes" if stab.attack.fate is DeedFate.DONE else "attacks"
    return f"{power_name(variant, stab.by)} {verb} {place_name(variant, stab.attack.place)}"


def _move(variant: Variant, attack: Deed) -> str:
    place = place_name(variant, attack.place, article=True)
    if attack.takes_centre:
        return f"it takes {place}"
    return f"it moves into {place}" if attack.fate is DeedFate.DONE else f"it attacks {place}, and is beaten off"


def _help(variant: Variant, deed: Deed) -> str:
    by, to = power_name(variant, deed.by), power_name(variant, deed.to)
    verb = "supported" if deed.kind is DeedKind.SUPPORT else "carried an army of"
    return f"{by} had {verb} {to}"


def describe_promise(variant: Variant, promise: Promise) -> str:
    """What was promised and what came of it; the words themselves are left to whoever shows them."""
    by, to = power_name(variant, promise.by), power_name(variant, promise.to)
    match promise.kind:
        case PromiseKind.SUPPORT:
            word, done = f"promised {to} support", "gave it" if promise.kept else "gave none"
        case PromiseKind.PEACE:
            word, done = f"promised not to attack {to}", "kept to it" if promise.kept else "did"
        case PromiseKind.KEEP_OUT:
            assert promise.place is not None
            word = f"promised {to} to keep out of {place_name(variant, promise.place, article=True)}"
            done = "kept to it" if promise.kept else "moved there"
        case _:
            assert_never(promise.kind)
    return f"{by} {word}, and {done}."


def describe_deed(variant: Variant, deed: Deed) -> str:
    """``France supports Germany in Belgium``, with what came of it."""
    by, to = power_name(variant, deed.by), power_name(variant, deed.to)
    place = place_name(variant, deed.place, article=True)
    match deed.kind:
        case DeedKind.SUPPORT:
            words = f"{by} supports {to} in {place}" + (" (cut)" if deed.fate is DeedFate.BROKEN else "")
        case DeedKind.CONVOY:
            words = f"{by} carries {to} to {place}" + (" (disrupted)" if deed.fate is DeedFate.BROKEN else "")
        case DeedKind.ATTACK:
            words = f"{by} attacks {to} in {place}" + (" (beaten off)" if deed.fate is DeedFate.BROKEN else "")
        case _:
            assert_never(deed.kind)
    return words


def story_lines(story: Story) -> list[str]:
    """The whole story as lines of text, for where there is no picture."""
    variant = story.game.variant
    lines = [describe_title(story), describe_outcome_of(story), "", "Centres", "  " + "  ".join(("".ljust(16), *story.centres.moments))]
    for power, counts in story.centres.counts:
        numbers = (str(count).rjust(len(moment)) for count, moment in zip(counts, story.centres.moments, strict=True))
        lines.append("  " + "  ".join((power_name(variant, power).ljust(16), *numbers)))
    if story.centres.unknown:
        lines.append(f"  Not known here: {join_words(power_name(variant, power) for power in story.centres.unknown)}")
    lines += ["", "Turning points"]
    points_told = [f"  {describe_season(variant, point.phase)}: {describe_point(story.game, point)}" for point in story.turning_points]
    lines += points_told or ["  none"]
    if story.deeds:
        lines += ["", "Who helped, who attacked"]
        for deed in story.deeds:
            if deed.helps or deed.attacks:
                lines.append(f"  {describe_phase(variant, deed.phase)}: {describe_deed(variant, deed)}")
    if story.standings:
        lines += ["", "Points"]
        for standing in story.standings:
            points = ", ".join(f"{system.value} {points_text(number)}" for system, number in standing.points.items())
            lines.append(f"  {power_name(variant, standing.power)}: {counted(standing.centres, 'centre')}; {points}")
    return lines


def points_text(number: float) -> str:
    """``0.5``, ``7018``: whole numbers plain, shares with three places at most."""
    return f"{number:.3f}".rstrip("0").rstrip(".")
