"""A game that holds one of everything that a game can hold."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from adjudicator.phase import Phase, PhaseKind
from adjudicator.resolution import Ending, Result
from adjudicator.unit import DislodgedUnit, Unit
from app.game.branch_edits import fork, rename_branch
from app.game.default_lists import set_default_list
from app.game.edits import process, set_lines, set_note, set_player, set_turn_note
from app.game.entries import (
    SEALED_TEXT,
    Adjustment,
    ClockTerms,
    Deadline,
    EmbeddedFile,
    ForcedResult,
    Hook,
    HookLeftOut,
    KeyWork,
    LaterLine,
    LeftOut,
    LetterKeys,
    Lock,
    LockKind,
    Mail,
    Member,
    MemberRole,
    Press,
    RevealTime,
    RulesChanged,
    SealedLetter,
    SealedOrders,
    SeatedPlayer,
    SeatKind,
    TableTerms,
    Vote,
)
from app.game.gm_edits import edit_position, force_result, set_deadline, with_member
from app.game.record import MAIN, Cursor, Game
from app.game.table_edits import attach_hook, cast_vote, detach_hook, put_hook, send_press, set_hook_state
from tests.unit.app.game.play import fresh_game, ordered, seal_orders, wishes

HOOK = Hook("restrict", ("press", "results"), 'def on_press(ctx):\n    # "no"\n\n    return {"allow": False}', "England may not write")


def game_with_everything() -> Game:
    """Every block, every mark, every kind of line; it need not be a sensible game."""
    game = fresh_game("Everything at once")
    game = replace(game, rules=(("4.A.3", "DPTG"), ("nmr", "hold")), settings=(("x-colour", "blue as the sea"),))
    game = set_player(game, "AUSTRIA", SeatedPlayer("Ada (the first)", "ada@example.org", SeatKind.POST))
    game = set_player(game, "ENGLAND", SeatedPlayer(seat=SeatKind.BOT, detail="holding"))
    game = with_member(game, Member("AUSTRIA", MemberRole.ALSO, "Bea", "bea@example.org"))
    game = with_member(game, Member("ITALY", MemberRole.UNTIL, "Ian", until="F1901M"))
    game = set_note(game, "A game of notes.\n\nWith an empty line.")
    game = put_hook(game, HOOK)
    game = attach_hook(game, MAIN, "restrict", "ENGLAND TURKEY")
    game = set_hook_state(game, MAIN, "restrict", '{"seen": 1}')
    game = set_deadline(game, MAIN, Deadline("2026-11-20T21:00Z", "sharp"))
    game = send_press(game, MAIN, Press("ENGLAND", ("FRANCE", "ITALY"), "Shall we?\n[phase S1901M]\n# no comment", "2026-11-19"))
    game = send_press(game, MAIN, Press("GM", (), "Hello all"))
    shares = (("ENGLAND", bytes(range(60))), ("FRANCE", bytes(range(60, 120))))
    closed = SealedLetter("x25519-aesgcm", "S1901M", shares, bytes(range(200)))
    game = send_press(game, MAIN, Press("ENGLAND", ("FRANCE",), SEALED_TEXT, "2026-11-19", closed))
    game = cast_vote(game, MAIN, "FRANCE", "draw FRANCE, ITALY")
    game = ordered(game, "AUSTRIA", "A VIE - GAL", "A BUD - SER", "F TRI - ALB")
    game = ordered(game, "RUSSIA", "A WAR - GAL")
    game = set_lines(game, MAIN, "TURKEY", 'A CON - BUL\nf ank - con\ngibberish about "the" # sea\nA CON H\nA SMY - PAR')
    game = set_lines(game, MAIN, "ITALY", "")
    game = set_default_list(game, MAIN, "ITALY", wishes("A VEN R TYR, F NAP D, F NAP B, A ROM B"))
    game = force_result(game, game.last(), Unit.of("AUSTRIA F TRI"), {Result.BOUNCE}, "The dice said so.", at="2026-11-20")
    game = set_turn_note(process(game), Cursor(MAIN, 0), "How it began")
    game = detach_hook(game, MAIN, "restrict")
    game = set_default_list(game, MAIN, "ITALY", ())
    game = set_default_list(game, MAIN, "RUSSIA", wishes(", ".join(f"A {place} D" for place in game.variant.board.provinces)))
    game = seal_orders(game, MAIN, SealedOrders("FRANCE", "scrypt-aesgcm n=2", bytes(range(200))))
    game = seal_orders(game, MAIN, SealedOrders("GERMANY", "plain", b"a draft", is_draft=True))
    given_up = SealedOrders("ITALY", "plain", b"dropped", is_draft=True, is_given_up=True)
    game = seal_orders(game, MAIN, given_up)
    game = with_a_table(game)
    turn = game.turn(game.last())
    units = tuple(unit for unit in turn.position.units if unit.power != "GERMANY")
    edited = replace(turn.position, units=units, owners=MappingProxyType({**turn.position.owners, "SWE": "RUSSIA"}))
    game = edit_position(game, MAIN, edited, "Germany left.\nSweden was promised.", at="2026-11-21T08:00Z")
    game = _with_rare_marks(game)
    game = replace(game, files=(EmbeddedFile("board.svg", "image/svg", b"<svg/>" * 40),))
    game = fork(game, Cursor(MAIN, 0), "What if")
    game = process(ordered(game, "AUSTRIA", "A VIE H", branch="What if"), "What if")
    game = _with_a_dislodgement(game, "What if")
    game = fork(game, game.last("What if"))
    game = rename_branch(game, "b3", "again")
    first = replace(game.branches[0], ending=Ending(("FRANCE", "ITALY"), "draw"))
    return game.with_branch(first)


def with_a_table(game: Game) -> Game:
    """A table with every kind of value, and notes."""
    lock = Lock(LockKind.PIN, KeyWork(2**15, 8, 1), bytes(range(16)), bytes(range(30)), (LetterKeys(bytes(range(32)), bytes(range(60))),))
    clock = ClockTerms(900, 90, None, bell=False)
    locks = {"FRANCE": lock, "GM": replace(lock, kind=LockKind.PASSPHRASE)}
    terms = TableTerms(clock, RevealTime.VOTE, True, "Gil the Fair", MappingProxyType(locks), (("x-lights", "green"),))
    return replace(game, table=terms, notes=MappingProxyType({"FRANCE": "Ask about Burgundy.\n\n# Not yet"}))


def _with_a_dislodgement(game: Game, branch: str) -> Game:
    """A Russian army without an order is driven out."""
    turn = game.turn(game.last(branch))
    units = tuple(Unit.of(text) for text in ("AUSTRIA A BUD", "AUSTRIA A GAL", "RUSSIA A RUM", "TURKEY F BLA"))
    game = edit_position(game, branch, replace(turn.position, units=units), "Set up.", by="", at="")
    game = ordered(game, "AUSTRIA", "A GAL - RUM", "A BUD S A GAL - RUM", branch=branch)
    return process(ordered(game, "TURKEY", "F BLA H", branch=branch), branch)


def _with_rare_marks(game: Game) -> Game:
    """Return *game* with parts that come about in long games and strange variants only."""
    cursor = game.last()
    turn = game.turn(cursor)
    out = DislodgedUnit(Unit.of("TURKEY F SEV"), "ARM", by_convoy=True)
    position = replace(
        turn.position,
        dislodged=(out,),
        contested=frozenset({"GAL", "RUM"}),
        conditions=frozenset({"closed NTH-EDI"}),
        counters=MappingProxyType({"years without capture": 2}),
    )
    rare = Adjustment(
        "So it was.",
        by="GM",
        phase_before=Phase("S", 1902, PhaseKind.MOVEMENT),
        removed_dislodged=(DislodgedUnit(Unit.of("RUSSIA F SEV"), "RUM"),),
        added_dislodged=(out,),
        owners=MappingProxyType({"SWE": None}),
        contested_removed=frozenset({"BUR"}),
        contested_added=frozenset({"GAL"}),
        conditions_removed=frozenset({"open"}),
        conditions_added=frozenset({"closed NTH-EDI"}),
        counters=MappingProxyType({"years without capture": 2, "snow": None}),
    )
    forced = ForcedResult(Unit.of("RUSSIA A WAR"), frozenset({Result.CUT, Result.DISLODGED}), "", by="GM")
    changed = replace(
        turn,
        position=position,
        adjustments=(*turn.adjustments, rare),
        forced=(forced,),
        changes=(
            *turn.changes,
            HookLeftOut("restrict", "it used the processor for too long"),
            RulesChanged((("nmr", "repeat"), ("4.A.2", "1971"))),
        ),
        votes=(Vote("ITALY", "no"),),
        later=(LaterLine("FRANCE", Phase.of("F1907M"), "A Bur - Mun, if it gets there"),),
        mails=(
            Mail(
                "FRANCE",
                "Marcel",
                "marcel@example.fr",
                "Re: [orders]",
                "2026-11-24T21:04:00+01:00",
                "2026-11-24T20:10:00Z",
                "A Par - Bur\n\n# no",
            ),
            Mail(
                text="| a line\n[end]",
                left_out=(LeftOut(3, 9, "quote"), LeftOut(11, 11, "kept press")),
                decided=True,
                received="2026-11-20T10:00:00Z",
                mark="01795000000000000000-7-0a0b0c0d",
                settled=(0, 12),
            ),
        ),
        waits=("FRANCE", "TURKEY"),
    )
    return game.with_turn(cursor, changed)
