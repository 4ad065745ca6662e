"""Misses of powers, the rule for silence and the call for a substitute, in words."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.game.deadlines import due, terms_of
from app.game.record import Game
from app.game.silence import is_extended_for, locked_since, misses, silence_rule
from app.gm.deadline_words import moment_words
from app.mail_in.judge_words import game_tag
from entente.words.names import power_name
from entente.words.phases import describe_phase
from entente.words.strengths import describe_centres, describe_units
from languages import plural, tr


def missed_words(game: Game) -> tuple[str, ...]:
    """``France has missed 2 deadlines: S1901M, F1901M.`` for each power that missed any."""
    return tuple(
        plural(
            "{power} has missed {count} deadline: {phases}.",
            "{power} has missed {count} deadlines: {phases}.",
            len(phases),
            power=power_name(game.variant, power),
            phases=", ".join(phases),
        )
        for power, phases in misses(game).items()
    )


def missed_at(game: Game, phase: Phase) -> tuple[str, ...]:
    """Sentences for everybody on the powers that sent nothing for *phase* in time, and those that are in civil disorder since."""
    rule = silence_rule(game)
    said = []
    for power, phases in misses(game).items():
        if str(phase) not in phases:
            continue
        name, count = power_name(game.variant, power), phases.index(str(phase)) + 1
        said.append(tr("{power} has missed this deadline; misses: {count}.", power=name, count=count))
        if rule is not None and rule.disorder_after is not None and count >= rule.disorder_after:
            said.append(tr("{power} is in civil disorder from now on.", power=name))
    return tuple(said)


def extended_words(game: Game, branch: str, power: str) -> tuple[str, ...]:
    """Sentences for the player of *power* on an extension of the open deadline that was for it, or that locked its orders."""
    name = power_name(game.variant, power)
    if is_extended_for(game, branch, power):
        return (tr("The deadline was put off once for {power}, and is not put off for it again.", power=name),)
    if locked_since(game, branch, power) is not None:
        return (tr("The deadline was put off for others; the orders of {power} are locked.", power=name),)
    return ()


def substitute_call(game: Game, branch: str, power: str) -> str:
    """Return the text that a game master sends to find a substitute for *power*: nothing in it is a secret."""
    turn = game.turn(game.last(branch))
    position, name = turn.position, power_name(game.variant, power)
    centres, units = len(position.centres_of(power)), len(position.units_of(power))
    strength = f"{describe_centres(centres, whole=True)}, {describe_units(units, whole=True)}"
    lines = [
        tr("Wanted: a player for {power} in {game} ({variant}).", power=name, game=game.name, variant=game.variant.name),
        tr("It is {phase}, and {power} has {strength}.", phase=describe_phase(game.variant, turn.phase), power=name, strength=strength),
    ]
    moment = due(turn.deadline)
    if moment is not None:
        lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info)))
    return "\n".join((*lines, "", game_tag(game.id)))
