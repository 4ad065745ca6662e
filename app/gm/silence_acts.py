"""Acts of a game's rule for missing orders when a phase is processed after the deadline."""

from __future__ import annotations

from app.game.deadlines import due, terms_of
from app.game.default_lists import IfMissing, policies
from app.game.readiness import readiness
from app.game.silence import extend, is_over, misses, silence_rule, to_extend
from app.gm.deadline_words import how_long, moment_words
from app.session.moments import now_of
from app.session.processing import waiting
from app.session.session import Session
from entente.words.names import join_words, power_name
from languages import tr


def extended_by_rule(session: Session) -> bool:
    """Extend the deadline where the rule of the game says so, and say it; whether that was done, so that nothing is processed now."""
    game, branch, now = session.game, session.branch, now_of(session)
    stops = (IfMissing.WAIT, IfMissing.ASK)
    powers = to_extend(game, branch, now)
    if not powers or any(policy in stops for power, policy in policies(game, branch).items() if power in powers):
        return False
    session.perform(tr("Extend the deadline"), lambda game: extend(game, branch, now), show_open_turn=False)
    moment, zone = due(session.open_turn.deadline), terms_of(session.game).zone_info
    assert moment is not None
    names = join_words(power_name(session.variant, power) for power in powers)
    session.say(
        tr(
            "Not processed: by the rule for silence the deadline is extended for {powers}, to {moment} ({time}).",
            powers=names,
            moment=moment_words(moment, zone),
            time=how_long(moment, now),
        )
    )
    session.needs_decision = True
    return True


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
