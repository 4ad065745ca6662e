"""The story of a game, as one value and in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from adjudicator.phase import Phase, PhaseKind
from adjudicator.resolution import Ending
from adjudicator.variant import Variant
from app.game.entries import MemberRole
from app.game.record import Cursor, Game
from app.players.reasons import reasons_of_power
from app.statistics.centres import CentreHistory, FinalStanding, centre_history, standings
from app.statistics.deeds import Deed, DeedFate, DeedKind, deeds_of
from app.statistics.promises import Promise, PromiseKind, promises_of
from app.statistics.stabs import Pair, Stab, pairs_of, stabs_of
from app.statistics.turning_points import PointKind, TurningPoint, end_of, turning_points
from entente.scoring import Scoring
from entente.words.names import describe_phase, describe_season, join_words, place_name, power_name
from entente.words.outcomes import describe_ending, ending_details, ending_in_season
from languages import clauses, in_digits, labelled, mark, plural, sentence, tr
from languages.outside_text import outside_name


@dataclass(frozen=True, slots=True)
class Story:
    """Story of a game."""

    game: Game
    """Game as its viewer may see it."""
    cursor: Cursor
    """Up to where it goes."""
    viewer: str | None
    phases: tuple[Phase, ...]
    """Phases of each turn."""
    centres: CentreHistory
    deeds: tuple[Deed, ...]
    promises: tuple[Promise, ...]
    stabs: tuple[Stab, ...]
    pairs: tuple[Pair, ...]
    turning_points: tuple[TurningPoint, ...]
    standings: tuple[FinalStanding, ...]
    """Empty where the viewer does not see what everybody has."""

    @property
    def ended_in(self) -> Phase:
        """Phase in which the game ended; the last one where it goes on."""
        return self.phases[end_of(self.game.line(self.cursor.branch)) if self.ending is not None else -1]

    @property
    def ending(self) -> Ending | None:
        """Ending of the game."""
        return self.game.branch(self.cursor.branch).ending

    @property
    def most_faithful(self) -> tuple[str, str, int] | None:
        """Most faithful power, the one it helped, and the number of times; ``None`` where there was no help, or several did alike."""
        return _single(Counter((deed.by, deed.to) for deed in self.deeds if deed.helps))

    @property
    def longest_alliance(self) -> tuple[str, str, int] | None:
        """Two powers that were friends for longest, and the number of movements; ``None`` where it is not more than one, or several did."""
        lasted = Counter[tuple[str, str]]()
        line = self.game.line(self.cursor.branch)
        for pair in self.pairs:
            for each in pair.friendships:
                moves = sum(
                    turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None for turn in line[each.first : each.last + 1]
                )
                lasted[pair.one, pair.other] = max(lasted[pair.one, pair.other], moves)
        found = _single(lasted)
        return found if found is not None and found[2] > 1 else None

    @property
    def decided_by(self) -> TurningPoint | None:
        """Turn in which the leader at the end took the lead for good; ``None`` without a single leader, or without a change."""
        leads = [point for point in self.turning_points if point.kind is PointKind.LEAD]
        most = self.centres.most_now
        return leads[-1] if leads and most == (leads[-1].power,) else None

    @property
    def sharpest_knife(self) -> tuple[str, int] | None:
        """Power that stabbed most often, and the number of times; ``None`` where there was no stab, or several did alike."""
        found = _single(Counter((each.by, "") for each in self.stabs))
        return None if found is None else (found[0], found[2])


def story_of(game: Game, branch: str, viewer: str | None = None, *, letters: bool = True) -> Story:
    """The story of *game* on *branch*, from its start to its last turn.

    Args:
        game: as *viewer* may see it.
        branch: of the game.
        viewer: the power that it is seen as; ``None`` sees everything.
        letters: whether promises are taken from press between single powers, which not everybody has read.
    """
    cursor = game.last(branch)
    line = game.line(branch)
    years = [turn.phase.year for turn in line]
    history = centre_history(game, cursor, viewer)
    deeds = deeds_of(game, cursor)
    promises = promises_of(game, cursor, deeds) if letters else ()
    stabs = stabs_of(deeds)
    return Story(
        game,
        cursor,
        viewer,
        tuple(turn.phase for turn in line),
        history,
        deeds,
        promises,
        stabs,
        pairs_of(tuple(game.variant.powers), deeds, promises, stabs, years),
        turning_points(game, cursor, history, stabs, promises),
        standings(game, cursor, history),
    )


def _single(counts: Counter[tuple[str, str]]) -> tuple[str, str, int] | None:
    ranked = counts.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    (by, to), number = ranked[0]
    return by, to, number


_NAMED = 3
"""Powers of a draw that a title names."""
MOST_EARLIER = 12
"""Earlier players that the story names."""


def describe_title(story: Story) -> str:
    """``France and Turkey draw``, ``France has won``, ``Abandoned``; ``Fall 1908`` where the game goes on."""
    variant, ending = story.game.variant, story.ending
    if ending is None:
        return describe_season(variant, story.phases[-1])
    names = [power_name(variant, power) for power in ending.winners]
    match names:
        case []:
            return tr("Abandoned")
        case [winner]:
            return tr("{power} has won", power=winner)
        case _ if len(names) <= _NAMED:
            return tr("{powers} draw", powers=join_words(names))
        case _:
            return tr("A draw among {count} powers", count=len(names))


def describe_outcome_of(story: Story, *, titled: bool = False) -> str:
    """``France wins alone by its centres, Fall 1908; 36 phases played. Ada played France before Fall 1902.``

    Args:
        story: that of the game.
        titled: it stands below :func:`describe_title`, and does not say that once more: ``By the number of centres, Fall 1908; …``.
    """
    return " ".join((_outcome(story, titled=titled), *_earlier_players(story.game)))


def _earlier_players(game: Game) -> list[str]:
    """A sentence for each player who gave a power up, in the sequence in which they did."""
    told = []
    for each in game.members:
        if each.role is not MemberRole.UNTIL or not each.name:
            continue
        with suppress(ValueError):
            season = describe_season(game.variant, Phase.of(each.until))
            power = power_name(game.variant, each.power)
            told.append(tr("{name} played {power} before {phase}.", name=outside_name(each.name), power=power, phase=season))
    return told[:MOST_EARLIER]


def _outcome(story: Story, *, titled: bool) -> str:
    variant, ending = story.game.variant, story.ending
    played = sum(turn.resolution is not None for turn in story.game.line(story.cursor.branch))
    phases = plural("{count} phase played", "{count} phases played", played)
    if ending is None:
        return tr("The game goes on: {phases}.", phases=phases)
    words = ending_details(variant, ending, named=_NAMED) if titled else (describe_ending(variant, ending),)
    return clauses((sentence(ending_in_season(words, describe_season(variant, story.ended_in))), f"{phases}."))


def describe_honours(story: Story, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what some powers or turns are remembered for, each with its name: ``("Most stabs", "Russia, 3 stabs")``.

    Args:
        names: power to the name that it is called by.
    """
    found = []
    if story.most_faithful is not None:
        by, to, count = story.most_faithful
        said = plural(
            "{helper}, {count} time for {helped}", "{helper}, {count} times for {helped}", count, helper=names[by], helped=names[to]
        )
        found.append((tr("Most faithful"), said))
    if story.longest_alliance is not None:
        one, other, count = story.longest_alliance
        both = join_words((names[one], names[other]))
        found.append((tr("Longest alliance"), plural("{powers}, {count} season", "{powers}, {count} seasons", count, powers=both)))
    if story.sharpest_knife is not None:
        by, count = story.sharpest_knife
        found.append((tr("Most stabs"), plural("{power}, {count} stab", "{power}, {count} stabs", count, power=names[by])))
    if story.decided_by is not None:
        point = story.decided_by
        season = describe_season(story.game.variant, point.phase)
        found.append((tr("The turn that decided it"), tr("{season}, when {power} took the lead", season=season, power=names[point.power])))
    kept = sum(each.kept for each in story.promises)
    if story.promises:
        broken = len(story.promises) - kept
        found.append((tr("Promises"), tr("{kept} kept, {broken} broken", kept=kept, broken=broken)))
    return found


def describe_point(game: Game, point: TurningPoint) -> str:
    """Return the event in one or two sentences."""
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
            numbers = {"before": point.before, "after": point.after}
            if point.after > point.before:
                return plural(
                    "{power} gains {count} centre in a year, from {before} to {after}.",
                    "{power} gains {count} centres in a year, from {before} to {after}.",
                    point.after - point.before,
                    power=power,
                    **numbers,
                )
            return plural(
                "{power} loses {count} centre in a year, from {before} to {after}.",
                "{power} loses {count} centres in a year, from {before} to {after}.",
                point.before - point.after,
                power=power,
                **numbers,
            )
        case PointKind.HOME_LOST:
            return tr(
                "{other} loses the first home centre of the game: {place} goes to {power}.",
                other=other,
                place=place_name(variant, point.place),
                power=power,
            )
        case PointKind.ELIMINATION:
            return tr("{power} is out of the game.", power=power)
        case PointKind.LEAD:
            return plural(
                "{power} takes the lead from {other} with {count} centre.",
                "{power} takes the lead from {other} with {count} centres.",
                point.after,
                power=power,
                other=other,
            )
        case PointKind.STALEMATE:
            return tr("No centre changed hands from {before} to {after}.", before=point.before, after=point.after)
        case PointKind.END:
            assert point.ending is not None
            words = describe_ending(variant, point.ending)
            return f"{sentence(words)}."
        case _:
            assert_never(point.kind)


def describe_turning_point(story: Story, point: TurningPoint) -> str:
    """Return the event, and why the opponent whom it is about ordered so in the last moves before it."""
    said, line = describe_point(story.game, point), story.game.line(story.cursor.branch)
    moves = [turn for turn in line[: point.index + 1] if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None]
    if point.kind is PointKind.END or not moves or moves[-1].phase.year != point.phase.year:
        return said
    return " ".join((said, *reasons_of_power(story.game, moves[-1], point.power)))


def describe_stab(variant: Variant, stab: Stab) -> str:
    """``France attacks Germany in Munich and takes it, after Germany had supported France in Fall 1903.``"""
    attack = stab.attack
    by, to = power_name(variant, attack.by), power_name(variant, attack.to)
    blow = tr("{power} stabs {victim}: {what}.", power=by, victim=to, what=_move(variant, attack))
    return f"{blow} {_help(variant, stab.help)}"


def describe_stab_shortly(variant: Variant, stab: Stab) -> str:
    """``France takes Munich``, ``France attacks Munich``."""
    power, place = power_name(variant, stab.by), place_name(variant, stab.attack.place)
    if stab.attack.fate is DeedFate.DONE:
        return tr("{power} takes {place}", power=power, place=place)
    return tr("{power} attacks {place}", power=power, place=place)


def _move(variant: Variant, attack: Deed) -> str:
    place = place_name(variant, attack.place, article=True)
    if attack.takes_centre:
        return tr("it takes {place}", place=place)
    if attack.fate is DeedFate.DONE:
        return tr("it moves into {place}", place=place)
    return tr("it attacks {place}, and is beaten off", place=place)


def _help(variant: Variant, deed: Deed) -> str:
    by, to, season = power_name(variant, deed.by), power_name(variant, deed.to), describe_season(variant, deed.phase)
    if deed.kind is DeedKind.SUPPORT:
        return tr("{power} had supported {other} in {season}.", power=by, other=to, season=season)
    return tr("{power} had carried an army of {other} in {season}.", power=by, other=to, season=season)


def describe_promise(variant: Variant, promise: Promise) -> str:
    """Return the promise and whether it was kept; its own words are left to the caller."""
    by, to = power_name(variant, promise.by), power_name(variant, promise.to)
    match promise.kind:
        case PromiseKind.SUPPORT:
            if promise.kept:
                return tr("{power} promised {other} support, and gave it.", power=by, other=to)
            return tr("{power} promised {other} support, and gave none.", power=by, other=to)
        case PromiseKind.PEACE:
            if promise.kept:
                return tr("{power} promised not to attack {other}, and kept the promise.", power=by, other=to)
            return tr("{power} promised not to attack {other}, and did.", power=by, other=to)
        case PromiseKind.KEEP_OUT:
            assert promise.place is not None
            place = place_name(variant, promise.place, article=True)
            if promise.kept:
                return tr("{power} promised {other} to keep out of {place}, and kept the promise.", power=by, other=to, place=place)
            return tr("{power} promised {other} to keep out of {place}, and moved there.", power=by, other=to, place=place)
        case _:
            assert_never(promise.kind)


def describe_deed(variant: Variant, deed: Deed) -> str:
    """``France supports Germany in Belgium``, with what came of it."""
    by, to = power_name(variant, deed.by), power_name(variant, deed.to)
    place = place_name(variant, deed.place, article=True)
    is_broken = deed.fate is DeedFate.BROKEN
    match deed.kind:
        case DeedKind.SUPPORT:
            words = tr("{power} supports {other} in {place}", power=by, other=to, place=place)
            return f"{words} ({tr('cut')})" if is_broken else words
        case DeedKind.CONVOY:
            words = tr("{power} carries {other} to {place}", power=by, other=to, place=place)
            return f"{words} ({tr('disrupted')})" if is_broken else words
        case DeedKind.ATTACK:
            words = tr("{power} attacks {other} in {place}", power=by, other=to, place=place)
            return f"{words} ({tr('beaten off')})" if is_broken else words
        case _:
            assert_never(deed.kind)


def story_lines(story: Story) -> list[str]:
    """The whole story as lines of text, for where there is no picture."""
    variant = story.game.variant
    names = {power: power_name(variant, power) for power in variant.powers}
    lines = [
        describe_title(story),
        describe_outcome_of(story, titled=True),
        "",
        tr("Centres"),
        *(f"  {line}" for line in counts_lines(story.centres, names)),
    ]
    if story.centres.unknown:
        lines.append(tr("  Not known here: {powers}", powers=join_words(power_name(variant, power) for power in story.centres.unknown)))
    lines += ["", tr("Turning points")]
    points_told = [
        f"  {labelled(describe_season(variant, point.phase), describe_turning_point(story, point))}" for point in story.turning_points
    ]
    lines += points_told or [f"  {tr('none yet')}"]
    honours = describe_honours(story, names)
    if honours:
        lines += ["", *(f"  {labelled(heading, words)}" for heading, words in honours)]
    if story.deeds:
        lines += ["", tr("Who helped, who attacked")]
        for deed in story.deeds:
            if deed.helps or deed.attacks:
                lines.append(f"  {labelled(describe_phase(variant, deed.phase), describe_deed(variant, deed))}")
    if story.standings:
        lines += ["", tr("Points")]
        lines += [f"  {line}" for line in points_lines(story.standings, names)]
    return lines


def points_lines(
    standings: Sequence[FinalStanding],
    names: Mapping[str, str],
    system: Scoring | None = None,
    own: Mapping[str, float] | None = None,
) -> list[str]:
    """Return a line for each power with its centres and points.

    Args:
        names: power to the name that it is called by.
        system: the only one that is said; all unless given.
        own: points by a formula, which are said alone.
    """
    lines = []
    for each in standings:
        if own is not None:
            points = points_text(own[each.power])
        else:
            said = [system] if system is not None else list(Scoring)
            points = ", ".join(f"{system_name(one)} {points_text(each.points[one])}" for one in said)
        centres = plural("{count} centre", "{count} centres", each.centres)
        lines.append(labelled(names[each.power], clauses((centres, points))))
    return lines


def counts_lines(history: CentreHistory, names: Mapping[str, str]) -> list[str]:
    """Return a line of years, and a line with its centres for each power."""
    width = max((len(names[power]) for power, _ in history.counts), default=0)
    lines = ["  ".join(("".ljust(width), *history.moments))]
    for power, counts in history.counts:
        numbers = (str(count).rjust(len(moment)) for count, moment in zip(counts, history.moments, strict=True))
        lines.append("  ".join((names[power].ljust(width), *numbers)))
    return lines


_SYSTEMS = {
    Scoring.DRAW_SIZE: mark("Draw size"),
    Scoring.SUM_OF_SQUARES: mark("Sum of squares"),
    Scoring.CENTRES: mark("By centres"),
    Scoring.CARNAGE: mark("Carnage"),
    Scoring.C_DIPLO: mark("C-Diplo"),
    Scoring.TRIBUTE: mark("Tribute"),
    Scoring.BANGKOK: mark("Bangkok"),
    Scoring.DETOUR09: mark("Detour09"),
    Scoring.WORLD_CLASSIC: mark("World Classic"),
}


def system_name(system: Scoring) -> str:
    """Return the name of a system of points: ``Draw size``."""
    return tr(_SYSTEMS[system])


def points_text(number: float) -> str:
    """``0.5``, ``7018``: whole numbers plain, shares with three places at most."""
    return in_digits(number, ".3f").rstrip("0").rstrip(".,")
