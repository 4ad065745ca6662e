"""Mails whose sender is not known to play the power that they write for: they are asked about as a whole, and change nothing."""

from __future__ import annotations

from dataclasses import replace

from app.address_book.whose import Writers
from app.game.edits import set_player
from app.game.entries import Member, MemberRole, SeatedPlayer, SeatKind
from app.game.member_edits import with_member
from app.game.record import Game
from app.mail_in.accounting import Fate, LetterAccount
from entente.words.names import join_words, power_name
from languages import tr


def vouched(writers: Writers, account: LetterAccount) -> LetterAccount:
    """*account* as it is where its sender may write for all the powers that it would change; else with nothing of it counting.

    What was pasted or typed without a mail's header is the game master's own act.
    """
    if not account.letter.is_mail or account.other_game:
        return account
    powers = writers.game.variant.powers
    wanted = {line.power for line in account.lines if line.fate is not Fate.NOT_ORDER}
    wanted |= {choice.power for line in account.lines for choice in line.choices}
    wanted |= {said.power for said in account.withdrawals} | {account.power}
    sender = account.letter.sender
    own = writers.single.get(sender.casefold())
    foreign = tuple(power for power in powers if power in wanted and not writers.may_write(sender, power))
    if not foreign or (own is not None and account.power == own):  # lines for others in it are refused one by one
        return account
    return claimed(writers, account, foreign)


def claimed(writers: Writers, account: LetterAccount, powers: tuple[str, ...]) -> LetterAccount:
    """*account* with nothing of it counting, since its sender is not known to play *powers*."""
    reason = claim_words(writers, account.letter.sender, powers)
    lines = tuple(
        line if line.fate is Fate.NOT_ORDER else replace(line, fate=Fate.DOUBTFUL, reason=reason, power=None, phase=None, choices=())
        for line in account.lines
    )
    return replace(account, power=None, lines=lines, waits=None, vote=None, press=(), withdrawals=(), claims=powers)


def claim_words(writers: Writers, sender: str, powers: tuple[str, ...]) -> str:
    """Return the reason that nothing of a mail that writes for *powers* counts."""
    names = join_words(power_name(writers.game.variant, power) for power in powers)
    if any(writers.may_write(sender, power) for power in powers):
        return tr("it came before its sender was known, and nobody said that it is from {names}", names=names)
    if any(power in writers.former(sender) for power in powers):
        return tr("its sender plays {names} no longer", names=names)
    return tr("its sender is not known to play {names}", names=names)


def with_learnt_address(game: Game, power: str, name: str, address: str) -> Game:
    """*game* in which mails from *address* are *power*'s from now on: its player's address where they have none, else one more.

    Raises:
        EditError: there is no such address.
    """
    player = game.players.get(power, SeatedPlayer())
    if not player.address and player.name.casefold() in {"", name.casefold()}:
        return set_player(game, power, replace(player, name=player.name or name, address=address, seat=SeatKind.POST))
    return with_member(game, Member(power, MemberRole.ALSO, name, address))
