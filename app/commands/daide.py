"""Games for programs that speak DAIDE, served without a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.playing import at_a_terminal
from app.game.record import Game
from app.players.bots import OPPONENTS, Bot
from app.session.errors import Abort
from app.session.matches import limits_sight
from app.session.roles import Who
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from entente.playing import Player

LONGEST_LIMIT = 8191
"""Seconds: what DAIDE can say."""


@command("serve", "Serve a game to programs", who=Who.ANYBODY, available=at_a_terminal)
def serve(
    session: Session,
    *,
    daide: int = -1,
    variant: str = "standard",
    address: str = "127.0.0.1",
    level: int = 0,
    clients: int = 0,
    bots: Bot | None = None,
    seed: int = 1,
    wait: int = 0,
    moves: int = 0,
    retreats: int = 0,
    builds: int = 0,
    press: int = 0,
    out: str = "tolerant",
    years: int = 50,
    into: Path | None = None,
) -> None:
    """Serve one game to programs that connect, from its beginning to its end, without a window.

    For example: ``serve --daide 16713 --moves 60 --retreats 30 --builds 30 --into evening.dpn``. Whoever may connect can take a seat, so
    only this machine is listened to unless ``--address`` says otherwise.

    Args:
        daide: the port for programs that speak DAIDE, customarily 16713; 0 takes a free one.
        variant: what is played.
        address: the network address to listen at; 0.0.0.0 is every network of this machine.
        level: of press: 0 is none; 10 is peace, alliances, draws and solos.
        clients: the game begins when so many programs are there; one for every power unless given, or one where there are bots.
        bots: who plays the powers that no program takes; they stand still unless given.
        seed: of the bots; the same number plays the same.
        wait: after so many seconds the game begins with the programs that are there.
        moves: seconds for a movement phase; 0 is no limit, and then a program that never answers stops the game.
        retreats: seconds for a retreat phase; as for movement unless given.
        builds: seconds for an adjustment phase; as for movement unless given.
        press: press ends so many seconds before the end of a phase.
        out: who is told that a power is out: all, nobody, or tolerant: all but programs that are known to leave at it.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, written after every phase.
    """
    import asyncio

    from app.commands.playing import keep
    from app.players.daide.board import UnspeakableError
    from app.players.daide.host import Host
    from app.players.daide.match import Match
    from app.players.daide.options import LEVELS, GameOptions, TellOut
    from app.players.daide.server import Doors, run_match

    if daide < 0:
        raise Abort("Say how programs connect: serve --daide 16713")
    limits = [moves, retreats or moves, builds or moves, press, wait]
    if daide > 65535 or level not in LEVELS or not all(0 <= each <= LONGEST_LIMIT for each in limits) or not 1 <= years <= 1000:
        raise Abort(f"Ports go up to 65535, press levels are 0 and 10, times 0 to {LONGEST_LIMIT} seconds, years 1 to 1000.")
    if out not in set(TellOut):
        raise Abort(f"There is no --out={out[:40]}; there are {', '.join(TellOut)}.")
    entry = playable(session, variant)
    assert entry.folder is not None
    game, log = begin(session, entry, f"{entry.folder.variant.name} over DAIDE", hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    if limits_sight(session, game):
        raise Abort(
            f"{entry.id} hides something from powers, and DAIDE tells everybody everything; --hooks=off plays it by its board alone."
        )
    if level and game.hooks:
        raise Abort(f"The hooks of {entry.id} may keep back press, and DAIDE has no word for that: --level 0, or --hooks=off.")
    options = GameOptions(
        level,
        movement_seconds=limits[0] or None,
        retreat_seconds=limits[1] or None,
        build_seconds=limits[2] or None,
        press_seconds=press or None,
        tell_out=TellOut(out),
    )
    target = None if into is None else with_ending(into)
    heard: list[Match] = []
    try:
        host = Host(game.variant, options, say=session.say, heard=lambda sent: heard[0].heard(sent))
    except UnspeakableError as error:
        raise Abort(f"{error}.") from error
    if clients > len(host.seats):
        raise Abort(f"{entry.id} has seats for {len(host.seats)} programs.")

    def keep_so_far(so_far: Game) -> None:
        if target is not None:
            _write(target, so_far)

    match = Match(
        game,
        host,
        others=None if bots is None else _maker(bots, seed, list(game.variant.powers)),
        titles=("Entente", "" if bots is None else OPPONENTS[bots].title),
        clients=clients or (len(host.seats) if bots is None else 1),
        last_year=game.turn(game.last()).phase.year + years - 1,
        referee=session.referee,
        say=session.say,
        keep=keep_so_far,
    )
    heard.append(match)
    doors = Doors(address, daide)
    try:
        asyncio.run(run_match(match, doors, opened=lambda port: session.say(_opened(match, address, port)), wait=wait or None))
    except OSError as error:
        raise Abort(f"Nobody can connect at {address}:{daide}: {error.strerror or error}.") from error
    except KeyboardInterrupt:
        session.say(f"Stopped in {match.game.turn(match.game.last()).phase}.")
    _say_end(session, match.game)
    keep(session, match.game, into, "The game")


def _opened(match: object, address: str, port: int) -> str:
    from app.players.daide.match import Match

    assert isinstance(match, Match)
    few = "1 program" if match.clients == 1 else f"{match.clients} programs"
    return f"Programs that speak DAIDE can connect at {address}:{port}. The game begins with {few}."


def _say_end(session: Session, game: Game) -> None:
    from entente.words import describe_ending

    if game.ending is not None:
        session.say(f"The game ended in {game.turn(game.last()).phase}: {describe_ending(game.variant, game.ending)}.")


def _write(target: Path, game: Game) -> None:
    from app.game.dpn.writer import write
    from app.game.storage.atomic import write_atomically

    write_atomically(target, write(game).encode())


def _maker(kind: Bot, seed: int, powers: list[str]) -> Callable[[str], Player]:
    from random import Random

    def make(power: str) -> Player:
        dice = Random(f"{seed} {powers.index(power)}")  # noqa: S311 - dice, no secrets
        return OPPONENTS[kind].make(dice.getrandbits(32))

    return make
