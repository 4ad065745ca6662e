"""The reminder for a power that lacks orders: what is missing, and when it is due; made of what that power may see."""

from __future__ import annotations

from app.address_book.letter_languages import language_of, own_book
from app.game.deadlines import due, terms_of
from app.game.readiness import unattended
from app.gm.deadline_words import away_words, moment_words
from app.gm.if_processed import lacking_words
from app.gm.silence_words import extended_words
from app.mail_in.account import asked_about, asked_words
from app.mail_in.judge_words import game_tag
from app.session.moments import now_of
from app.session.session import Session
from entente.words.names import join_words, power_name
from entente.words.phases import describe_phase
from languages import tr, using


def reminder_subject(session: Session, power: str) -> str:
    """With the mark of the game, so that an answer is known to be for it; in the language of who plays *power*."""
    with using(language_of(session.game, power, own_book())):
        phase = describe_phase(session.variant, session.open_turn.phase)
        return tr("{game}: orders for {phase} {game_tag}", game=session.game.name, phase=phase, game_tag=game_tag(session.game.id))


def reminder(session: Session, power: str) -> str:
    """Return the reminder to the player of *power*, in their language; empty where it lacks nothing, or is not expected to order."""
    with using(language_of(session.game, power, own_book())):
        return _reminder(session, power)


def _reminder(session: Session, power: str) -> str:
    game, variant = session.game, session.variant
    if power in unattended(game):
        return ""
    turn = session.viewpoint.turn(game, game.last(session.branch), power)
    lacking = lacking_words(variant, turn, power)
    doubtful = [line.text for line in turn.orders_of(power) if not line.is_legal and not line.is_replaced]
    if not lacking and not doubtful:
        return ""
    name = game.players[power].name if power in game.players else ""
    phase, who = describe_phase(variant, turn.phase), power_name(variant, power)
    said = [tr("Dear {name},", name=name or who), ""]
    if power not in turn.orders:
        said.append(
            tr(
                "for {phase} of {game} I have no orders from {who} yet. Still open: {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    elif lacking:
        said.append(
            tr(
                "for {phase} of {game} I still lack orders of {who} for {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    else:
        said.append(tr("thank you for your orders for {phase} of {game}.", phase=phase, game=game.name))
    if doubtful:
        asked = dict(zip(asked_about(variant, turn, power), asked_words(variant, turn, power), strict=True))
        said.extend(("", tr("Please say what you mean by:"), *(f"  {asked.get(text, text)}" for text in doubtful)))
    moment = due(turn.deadline)
    if moment is not None:
        said.extend(("", tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info))))
    said.extend(extended_words(game, session.branch, power))
    said.extend(away_words(game, now_of(session)))
    return "\n".join(said)
