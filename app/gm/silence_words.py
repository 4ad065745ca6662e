"""Misses of powers, the rule for silence and the call for a substitute, in words."""

from __future__ import annotations

from app.game.deadlines import due, terms_of
from app.game.record import Game
from app.game.silence import misses
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
