"""Rule for silence: misses of powers and the call for a substitute in words, and its acts when a phase is processed after the deadline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adjudicator.phase import Phase
from app.game.deadlines import due, terms_of
from app.game.default_lists import IfMissing, policies
from app.game.readiness import readiness
from app.game.record import Game
from app.game.silence import extend, is_extended_for, is_over, locked_since, misses, silence_rule, to_extend
from app.gm.deadline_words import how_long, moment_words
from app.mail_in.judge_words import game_tag
from app.session.moments import now_of
from app.session.processing import waiting
from app.session.session import Session
from entente.words.names import join_words, power_name, variant_name
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
        tr("Wanted: a player for {power} in {game} ({variant}).", power=name, game=game.name, variant=variant_name(game.variant)),
        tr("It is {phase}, and {power} has {strength}.", phase=describe_phase(game.variant, turn.phase), power=name, strength=strength),
    ]
    moment = due(turn.deadline)
    if moment is not None:
        lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info)))
    return "\n".join((*lines, "", game_tag(game.id)))


def extended_by_rule(session: Session) -> bool:
    """Extend the deadline where the rule of the game says so, and say it; whether that was done, so that nothing is processed now."""
    game, branch, now = session.game, session.branch, now_of(session)
    stops = (IfMissing.WAIT, IfMissing.ASK)
    powers = to_extend(game, branch, now)
    if not powers or any(policy in stops for power, policy in policies(game, branch).items() if power in powers):
        return False
    session.perform(tr("Extend the deadline"), lambda game: extend(game, branch, now), show_open_turn=False)
    session.say(extended_by_rule_words(session.game, branch, powers, now))
    session.needs_decision = True
    return True


def extended_by_rule_words(game: Game, branch: str, powers: Sequence[str], now: datetime) -> str:
    """Sentence on the deadline that the rule for silence extended for *powers*, for everybody."""
    moment = due(game.turn(game.last(branch)).deadline)
    assert moment is not None
    return tr(
        "Not processed: by the rule for silence the deadline is extended for {powers}, to {moment} ({time}).",
        powers=join_words(power_name(game.variant, power) for power in powers),
        moment=moment_words(moment, terms_of(game).zone_info),
        time=how_long(moment, now),
    )


def holding_by_rule(session: Session) -> tuple[str, ...] | None:
    """The powers that are taken as holding, where the rule has the phase processed without a question; ``None`` where a person is asked.

    Doubtful lines, powers that ask to wait and what was decided beforehand are asked about, or stop it, as without the rule.
    """
    game, branch, now = session.game, session.branch, now_of(session)
    if silence_rule(game) is None or not is_over(game, branch, now):
        return None
    found, decided = readiness(session.in_full, branch), policies(game, branch)
    if found.not_understood or found.not_legal or found.withdrawn or waiting(session):
        return None
    if any(decided.get(power) in (IfMissing.WAIT, IfMissing.ASK) for power in found.powers):
        return None
    return tuple(power for power in found.silent if decided.get(power) is IfMissing.HOLD)


def said_of_misses(session: Session, before: dict[str, int]) -> None:
    """Say who missed the deadline that was processed, and what the rule makes of it."""
    rule, variant = silence_rule(session.game), session.variant
    if rule is None:
        return
    for power, phases in misses(session.game).items():
        count, name = len(phases), power_name(variant, power)
        if count <= before.get(power, 0):
            continue
        session.say(tr("{power} has missed this deadline; misses: {count}.", power=name, count=count))
        if rule.disorder_after is not None and count >= rule.disorder_after:
            session.say(tr("{power} is in civil disorder from now on.", power=name))
        if rule.substitute_after is not None and count >= rule.substitute_after:
            session.say(tr("A substitute for {power} is called: call-substitute copies a text.", power=name))
