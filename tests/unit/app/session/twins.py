"""Twin games that differ only in what one power must not see, and the table of every field that a game has.

`SECRETS` says how each secret field is made to differ; `OPEN` says why each other field is no secret. A field in neither makes
`test_twin_games.py` fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from adjudicator.phase import Phase
from app.game.default_lists import set_default_list
from app.game.edits import add_audit, process, set_lines, set_note, set_player, set_turn_note
from app.game.entries import LeftOut, Mail, Member, MemberRole, Press, SealedLetter, SealedOrders, SeatedPlayer, SeatKind
from app.game.gm_edits import with_member
from app.game.mail_edits import keep_for_later, keep_mail, set_wait
from app.game.record import MAIN, Cursor, Game
from app.game.table_edits import GAME_MASTER, cast_vote, send_press, set_hook_state
from tests.unit.app.game.play import fresh_game, ordered, seal_orders, wishes
from tests.unit.app.hooks.playing import with_shipped

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

Differing = Callable[[Game, str, int], Game]
"""From a game, the power whose secret it is and the number of the twin (1 or 2) to the game with that secret."""

HOME = {"AUSTRIA": "VIE", "ENGLAND": "LON", "FRANCE": "PAR", "GERMANY": "BER", "ITALY": "ROM", "RUSSIA": "MOS", "TURKEY": "CON"}


def secret(power: str, number: int, what: str) -> str:
    """Words that tell which secret came out."""
    return f"secret {what} {'one' if number == 1 else 'number two'} of {power.lower()}"


def open_orders(game: Game, power: str, number: int) -> Game:
    """Return the game with open orders: two against none in the other twin, for the power after this one; this one orders otherwise."""
    turn = game.turn(game.last(MAIN))
    for unit in turn.position.units_of(power):
        target = "H" if number == 1 else None
        if target:
            game = ordered(game, power, f"{unit.piece} H")
    return game if number == 1 else set_lines(game, MAIN, power, secret(power, number, "line"))


def received_words(game: Game, power: str, number: int) -> Game:
    """The words of a line that was read alike in both, and of one that could not be read, in a phase that is over."""
    turn = game.turn(Cursor(MAIN, 0))
    lines = tuple(replace(line, text=f"{line.order} and {secret(power, number, 'words')}") for line in turn.orders_of(power))
    lost = replace(lines[0], text=secret(power, number, "unread line"), order=None, verdict=None)
    return game.with_turn(Cursor(MAIN, 0), turn.with_orders(power, (*lines, lost)[: len(lines) + number - 1]))


def press_to_another(game: Game, power: str, number: int) -> Game:
    """Letters between the power and the game master, so that they are another's letters to every other power."""
    other = GAME_MASTER
    game = send_press(game, MAIN, Press(power, (other,), secret(power, number, "letter")))
    return game if number == 1 else send_press(game, MAIN, Press(other, (power,), secret(power, number, "answer")))


def delayed_press(game: Game, power: str, number: int) -> Game:
    held = f'["main", 9, "{power}", ["{_other(power)}"], "{secret(power, number, "delayed letter")}", ""]'
    taken = len(game.settings)
    found = (*game.settings, (f"delayed press {taken + 1}", held))
    return replace(game, settings=found if number == 1 else (*found, (f"delayed press {taken + 2}", held)))


def votes(game: Game, power: str, number: int) -> Game:
    return cast_vote(game, MAIN, power, "draw") if number == 1 else game


def sealed(game: Game, power: str, number: int) -> Game:
    return seal_orders(game, MAIN, SealedOrders(power, "scrypt-aesgcm n=2", secret(power, number, "seal").encode()))


def kept_for_later(game: Game, power: str, number: int) -> Game:
    game = keep_for_later(game, MAIN, power, game.turn(game.last(MAIN)).phase, secret(power, number, "line for now"))
    return keep_for_later(game, MAIN, power, Phase.of("F1907M"), secret(power, number, "line for later"))


def mails(game: Game, power: str, number: int) -> Game:
    """Return the game with mails: another number of mails, and their words, senders and times; and waits."""
    name, address, subject, sent, taken, words = (
        secret(power, number, f"mail {what}") for what in ("name", "address", "subject", "sent", "taken", "words")
    )
    mail = Mail(
        power, name, address, subject, sent, taken, words, (LeftOut(2, 2 + number, "quote"),), decided=number == 1, settled=(number,)
    )
    for _ in range(number):
        game = keep_mail(game, MAIN, mail)
    return set_wait(game, MAIN, power, waits=number == 1)


def default_lists(game: Game, power: str, number: int) -> Game:
    home = HOME[power]
    return set_default_list(game, MAIN, power, wishes(f"A {home} D" if number == 1 else f"A {home} D, A {home} B"))


def hook_state(game: Game, power: str, number: int) -> Game:
    return set_hook_state(game, MAIN, "restrict", f'{{"{power}": "{secret(power, number, "state")}"}}')


def addresses(game: Game, power: str, number: int) -> Game:
    mail = f"{secret(power, number, 'address').replace(' ', '.')}@example.org"
    game = with_member(game, Member(power, MemberRole.ALSO, f"Who else plays {power}", f"also.{mail}"))
    return set_player(game, power, SeatedPlayer(f"Who plays {power}", mail, SeatKind.POST, secret(power, number, "detail")))


def audit(game: Game, power: str, number: int) -> Game:
    return add_audit(game, secret(power, number, "audit"), reason=secret(power, number, "reason of the audit"))


def notes(game: Game, power: str, number: int) -> Game:
    game = set_note(game, secret(power, number, "note"))
    return set_turn_note(game, game.last(MAIN), secret(power, number, "note of the turn"))


def sealed_letters(game: Game, power: str, number: int) -> Game:
    text = secret(power, number, "letter").encode()
    closed = SealedLetter("x25519-aesgcm", "S1901M", ((power, text), (GAME_MASTER, text)), text)
    return send_press(game, MAIN, Press(power, (GAME_MASTER,), "(sealed)", sealed=closed))


def power_notes(game: Game, power: str, number: int) -> Game:
    return replace(game, notes=MappingProxyType({**game.notes, power: secret(power, number, "thought")}))


SECRETS: Mapping[str, tuple[Differing, tuple[str, ...]]] = MappingProxyType(
    {
        "sealed orders": (
            sealed,
            (
                "Turn.sealed",
                "SealedOrders.power",
                "SealedOrders.scheme",
                "SealedOrders.data",
                "SealedOrders.is_draft",
                "SealedOrders.is_given_up",
            ),
        ),
        "orders of an open phase": (open_orders, ("Turn.orders", "OrderLine.order", "OrderLine.verdict", "OrderLine.is_withdrawn")),
        "received words": (received_words, ("OrderLine.text",)),
        "press to another": (press_to_another, ("Turn.press", "Press.sender", "Press.receivers", "Press.text", "Press.at")),
        "sealed letters": (
            sealed_letters,
            ("Press.sealed", "SealedLetter.scheme", "SealedLetter.phase", "SealedLetter.shares", "SealedLetter.data"),
        ),
        "delayed press": (delayed_press, ("Game.settings",)),
        "votes": (votes, ("Turn.votes", "Vote.power", "Vote.choice")),
        "lines kept for later": (kept_for_later, ("Turn.later", "LaterLine.power", "LaterLine.phase", "LaterLine.text")),
        "mails": (
            mails,
            (
                "Turn.mails",
                "Turn.waits",
                *(f"Mail.{name}" for name in "power name address subject sent taken text left_out decided received mark settled".split()),  # noqa: SIM905 - a list to read
                *(f"LeftOut.{name}" for name in ("first", "last", "what")),
            ),
        ),
        "default lists": (default_lists, ("Turn.changes", "DefaultList.power", "DefaultList.orders")),
        "what hooks keep": (hook_state, ("HookState.name", "HookState.state")),
        "addresses of players": (addresses, ("SeatedPlayer.address", "SeatedPlayer.detail", "Member.address")),
        "audit": (audit, ("Game.audit", "AuditLine.text", "AuditLine.reason", "AuditLine.by", "AuditLine.at")),
        "notes": (notes, ("Game.note", "Turn.note")),
        "notes of a power": (power_notes, ("Game.notes",)),
    }
)
"""Name to what makes it differ, and the fields that hold it. Secret from every power but its own, or from all: `SECRET_FROM_ALL`."""

SECRET_FROM_ALL = frozenset({"delayed press", "what hooks keep", "audit", "notes"})
"""Secrets from every power, even the one that they are about."""

OPEN: Mapping[str, str] = MappingProxyType(
    {
        "Game.id Game.name Game.variant Game.variant_checksum Game.rules Game.files": "what is played is agreed on by all",
        "Game.table TableTerms.clock TableTerms.shown TableTerms.secret_votes TableTerms.game_master TableTerms.locks TableTerms.further "
        "ClockTerms.first_talks ClockTerms.talks ClockTerms.orders ClockTerms.bell": "how it is played is agreed on by all",
        "Lock.kind Lock.work Lock.salt Lock.check Lock.pairs LetterKeys.public LetterKeys.private "
        "KeyWork.n KeyWork.r KeyWork.p": "they open nothing; each guess costs that work",
        "Game.branches Branch.name Branch.parent Branch.turns Branch.ending": "that a phase was played, and how it ended, is public",
        "Game.players SeatedPlayer.name SeatedPlayer.seat Game.members "
        "Member.power Member.role Member.name Member.until": "who plays is announced; games of strangers leave the names out",
        "Game.hooks Hook.name Hook.points Hook.source Hook.note HookAttached.name HookAttached.arguments HookDetached.name "
        "HookLeftOut.name HookLeftOut.why RulesChanged.words": "the rules are everybody's, and each agrees to a hook's text",
        "Turn.position Turn.resolution Turn.starts_here": "public, except what hooks hide: see FOG",
        "Resolution.skipped Resolution.ending": "that a phase was passed over, and how the game ended, is public",
        "Turn.deadline Deadline.at Deadline.note": "announced to all",
        "Turn.adjustments Turn.forced": "what the game master did to the board is announced, except in fog: see FOG",
        "EmbeddedFile.name EmbeddedFile.media EmbeddedFile.data": "what the board looks like",
        "Position.phase Position.barred Position.unseen": "made for the viewer",
        "Capture.province Capture.old Capture.new Ending.winners Ending.reason": "public, except what hooks hide: see FOG",
    }
)
"""Fields that are no secret, and why."""

_CHANGED = (
    "reason by at phase_before removed added removed_dislodged added_dislodged owners contested_removed contested_added "
    "conditions_removed conditions_added counters"
)
_ADJUSTMENT = tuple(f"Adjustment.{name}" for name in _CHANGED.split())
_FORCED = tuple(f"ForcedResult.{name}" for name in ("unit", "results", "reason", "by", "at"))

FOG: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "units out of sight": ("Position.units",),
        "centres out of sight": ("Position.owners",),
        "dislodged units out of sight": ("Position.dislodged",),
        "standoffs out of sight": ("Position.contested",),
        "conditions out of sight": ("Position.conditions",),
        "counters": ("Position.counters",),
        "results out of sight": (
            "Resolution.outcomes",
            "Resolution.refused",
            "Resolution.captures",
            "Resolution.next",
        ),
        "what the game master did out of sight": (*_ADJUSTMENT, *_FORCED),
    }
)
"""Facts that hooks may hide, and the fields that hold them: see `fog_twins.py`."""


@cache
def base(fog: bool = False) -> Game:
    """The game that twins are made from: one phase is over, and everybody has sent orders for it."""
    game = fresh_game("Twins")
    game = with_shipped(game, "restrict", "ENGLAND TURKEY")
    game = with_shipped(game, "fog_of_war") if fog else game
    for power in POWERS:
        unit = game.turn(game.last(MAIN)).position.units_of(power)[0]
        game = ordered(game, power, f"{unit.piece} H")
    return process(game)


@cache
def twin(viewer: str, number: int, names: tuple[str, ...] = tuple(SECRETS), public: tuple[str, ...] = ()) -> Game:
    """One of two games that differ only in what *viewer* must not see: in the secrets *names* of all other powers.

    Args:
        public: secrets that are the same in both twins.
    """
    game = twin(viewer, 1, public) if public else base()
    for name in names:
        differ, _ = SECRETS[name]
        for power in POWERS:
            if power != viewer or name in SECRET_FROM_ALL:
                game = differ(game, power, number)
            elif number in {1, 2}:
                game = differ(game, power, 1)  # its own it sees, and it is the same
    return game


def _other(power: str) -> str:
    return POWERS[(POWERS.index(power) + 1) % len(POWERS)]
