"""Games for programs that speak DAIDE, served without a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.game.record import Game
from app.game.storage.atomic import is_there
from app.hotseat.table import first_table
from app.matches.arena import limits_sight
from app.players.bots import OPPONENTS, Bot
from app.session.errors import Abort
from app.session.game_files import open_file, with_ending
from app.session.parameters import SeatWords
from app.session.requests import Recovery, WebTerms
from app.session.roles import Who
from app.session.session import Session, at_a_terminal
from app.session.starting import begin, hooks_to_play_with, playable
from app.tables.table_setup import set_table
from entente.playing import Player
from languages import labelled, plural, sentence, system_words, tr

if TYPE_CHECKING:
    from app.players.daide.match import Match
    from app.players.daide.visitor import ReceivedPress, Visitor
    from app.session.services import GoOn


def serve_phones(session: Session, path: Path, variant: str, terms: WebTerms) -> None:
    """Serve the game at *path* until Ctrl+C.

    Raises:
        Abort: it cannot be played, or nothing serves it here.
    """
    if session.serve_web is None:
        raise Abort(tr("This cannot be done here."))
    if not 0 <= terms.port <= 65535:
        raise Abort(tr("Ports go up to 65535."))
    _open_or_begin(session, with_ending(path), variant)
    if session.document.read_only:
        raise Abort(tr("This game can only be looked at: {read_only}", read_only=session.document.read_only))
    if session.seating is None:
        seats = first_table(session.game)
        set_table(session, replace(seats, seats=tuple(replace(seat, by_phone=True) for seat in seats.seats)), {})
        session.document.save()
    session.serve_web(terms)


def _open_or_begin(session: Session, path: Path, variant: str) -> None:
    if is_there(path):
        choices = session.chosen
        open_file(session, path, replace(choices, recovery=choices.recovery or Recovery.TAKE))
        return
    entry = playable(session, variant)
    assert entry.folder is not None
    game, log = begin(session, entry, path.stem, hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    document = session.library.new(game)
    session.add(document)
    document.save(path)


LONGEST_LIMIT = 8191
"""Seconds: what DAIDE can say."""


@command("serve", "Serve a game to programs", who=Who.ANYBODY, available=at_a_terminal)
def serve(
    session: Session,
    *seats: SeatWords,
    daide: int = -1,
    mcp: str = "",
    web: Path | None = None,
    host: str = "127.0.0.1",
    port: int = 1901,
    public_url: str = "",
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
    pace: float = 3.5,
    http: int = -1,
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
    talk: int = 0,
    out: str = "tolerant",
    years: int = 50,
    into: Path | None = None,
    record: Path | None = None,
    logs: Path | None = None,
) -> None:
    """Serve one game to programs or phones that connect, from its beginning to its end, without a window.

    For example: ``serve --daide 16713 --moves 60 --retreats 30 --builds 30 --into evening.dpn``. Whoever may connect can take a seat, so
    only this machine is listened to unless ``--address`` says otherwise.

    ``serve --mcp france`` seats a language model that starts this command and talks to it over standard input and output (Model Context
    Protocol); ``serve --mcp france,italy --http 8700`` seats several, each with the token that is printed.

    ``serve --web evening.dpn --host 0.0.0.0`` opens the table of a game to phones and browsers on the local network; a file that is
    not there yet becomes a new game, in which a phone can sit down at every power. The address, the table password and a QR code are
    printed.

    Args:
        seats: with --mcp, who plays the other powers, written GERMANY=WHO or --germany WHO, as for play.
        daide: the port for programs that speak DAIDE, customarily 16713; 0 takes a free one.
        web: the file of the game at whose table phones and browsers are let in.
        host: with --web, the address to listen at; this machine alone unless given, 0.0.0.0 for every network.
        port: with --web; 0 takes a free one.
        public_url: with --web, the address by which others reach it, behind a reverse proxy or a tunnel.
        tls_cert: with --web, the file of a certificate, for HTTPS.
        tls_key: with --web, the file of its key.
        pace: with --web, seconds for which the stage shows each step of a reveal; 0 shows no steps.
        mcp: powers that language models play, with commas between them.
        http: the port for them on this machine; 0 takes a free one, and without it there is one model, over standard input and output.
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
        talk: with --mcp, seconds of a round of letters before the orders of each movement phase; it ends when all models are done.
        out: who is told that a power is out: all, nobody, or tolerant: all but programs that are known to leave at it.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, written after every phase.
        record: with --mcp, a file for the game as JSON lines: orders, reasons, letters, results.
        logs: with --mcp, a folder for what was said with each model and program.
    """
    import asyncio

    from app.commands.players.matches import keep
    from app.game.file_store import write_game
    from app.players.daide.board import UnspeakableError
    from app.players.daide.host import Host
    from app.players.daide.match import Match
    from app.players.daide.options import LEVELS, GameOptions, TellOut
    from app.players.daide.server import Doors, run_match

    if web is not None:
        serve_phones(session, web, variant, WebTerms(host, port, public_url, tls_cert, tls_key, max(0.0, pace)))
        return
    if mcp:
        from app.matches.model_games import ModelTerms, serve_models

        serve_models(
            session, variant, mcp, seats, bots or Bot.HOLDING, ModelTerms(http, float(moves or 600), seed, years, talk, into, record, logs)
        )
        return
    if seats:
        raise Abort(tr("{seats}: who plays what is said with --mcp; DAIDE programs take the seats that are free.", seats=seats[0]))
    if talk:
        raise Abort(tr("A round of talk is held by models alone: --talk goes with --mcp."))
    if daide < 0:
        raise Abort(tr("Say who connects: serve --daide 16713, serve --mcp france, or serve --web evening.dpn"))
    limits = [moves, retreats or moves, builds or moves, press, wait]
    if daide > 65535 or level not in LEVELS or not all(0 <= each <= LONGEST_LIMIT for each in limits) or not 1 <= years <= 1000:
        raise Abort(
            tr(
                "Ports go up to 65535, press levels are 0 and 10, times 0 to {longest_limit} seconds, years 1 to 1000.",
                longest_limit=LONGEST_LIMIT,
            )
        )
    if out not in set(TellOut):
        raise Abort(tr("There is no --out={out}; there are {tellout}.", out=out[:40], tellout=", ".join(TellOut)))
    entry = playable(session, variant)
    assert entry.folder is not None
    game, log = begin(
        session, entry, tr("{variant} over DAIDE", variant=entry.folder.variant.name), hooks=hooks_to_play_with(session, entry)
    )
    session.hooks.note(game, log)
    if limits_sight(session, game):
        raise Abort(
            tr(
                "{entry} hides something from powers, and DAIDE tells everybody everything; --hooks=off plays it by its board alone.",
                entry=entry.id,
            )
        )
    if level and game.hooks:
        raise Abort(
            tr("The hooks of {entry} may keep back press, and DAIDE has no word for that: --level 0, or --hooks=off.", entry=entry.id)
        )
    options = GameOptions(
        level,
        movement_seconds=limits[0] or None,
        retreat_seconds=limits[1] or None,
        build_seconds=limits[2] or None,
        press_seconds=press or None,
        tell_out=TellOut(out),
    )
    target = None if into is None else with_ending(into)
    matches: list[Match] = []
    try:
        server = Host(game.variant, options, say=session.say, on_press=lambda sent: matches[0].write_press(sent))
    except UnspeakableError as error:
        raise Abort(f"{error}.") from error
    if clients > len(server.seats):
        raise Abort(tr("{entry} has seats for {count} programs.", entry=entry.id, count=len(server.seats)))

    def keep_so_far(so_far: Game) -> None:
        if target is not None:
            write_game(target, so_far)

    match = Match(
        game,
        server,
        others=None if bots is None else _maker(bots, seed, list(game.variant.powers)),
        titles=("Entente", "" if bots is None else OPPONENTS[bots].title),
        clients=clients or (len(server.seats) if bots is None else 1),
        last_year=game.turn(game.last()).phase.year + years - 1,
        referee=session.referee,
        say=session.say,
        keep=keep_so_far,
    )
    matches.append(match)
    doors = Doors(address, daide)
    try:
        asyncio.run(run_match(match, doors, opened=lambda port: session.say(_opened(match, address, port)), wait=wait or None))
    except OSError as error:
        raise Abort(
            tr("Nobody can connect at {address}:{daide}: {error}.", address=address, daide=daide, error=system_words(error))
        ) from error
    except KeyboardInterrupt:
        session.say(tr("Stopped in {phase}.", phase=_last_phase(match.game)))
    _say_end(session, match.game)
    keep(session, match.game, into, tr("The game"))


@command("join", "Join a game of programs…", who=Who.ANYBODY, menu="Tools", place=32)
def join(
    session: Session,
    address: str,
    *,
    bot: Bot | None = None,
    seed: int = 1,
    name: str = "Entente",
    back: str = "",
    watch: bool = False,
    into: Path | None = None,
) -> None:
    """Take a seat at a DAIDE server elsewhere, and play there until the game is over.

    For example: ``join daide.example.org:16713 --bot steady --into away.dpn``. Without a bot, orders are typed at the terminal; in the
    window *steady* plays then, and the game is opened once it is over or left. What the server sends is followed as a game of ours: a board
    that is one of ours is shown by its names, another is made of what the server tells.

    Args:
        address: of the server, with its port: localhost:16713; 16713 unless given.
        bot: who plays our seat; a person at the terminal unless given. No bot of ours keeps a promise: it answers every proposal with no.
        seed: of the bot.
        name: that we say to the server.
        back: power and passcode of a seat that was ours before: FRANCE:4277.
        watch: only look on.
        into: a file for the game as it was followed.
    """
    import asyncio

    from app.commands.players.matches import keep
    from app.players.daide.remote import RemoteSeat, visit
    from app.players.daide.visitor import Visitor
    from app.players.terminal import Terminal

    host, port = _address(address)
    in_window = session.services.screen is not None
    if in_window and not watch:
        bot = bot or Bot.STEADY
    known = [shelved.variant for each in session.shelf.ids() if (shelved := session.shelf.find(each)) is not None]
    terminal = Terminal(session.services.read_line, session.say)
    player: Player | None = None if watch else terminal if bot is None else OPPONENTS[bot].make(seed)
    version = "" if bot is None else OPPONENTS[bot].title
    later: list[str] = []  # said once the window is back on its own thread
    say = later.append if in_window else session.say

    def say_press(press: ReceivedPress) -> None:
        say(labelled(press.sender, press.sentence))

    visitor = Visitor(
        name, version, known=known, come_back=_back(back), observes=watch, refuses=bot is not None, say=say, on_press=say_press
    )
    seat = RemoteSeat(visitor, player)

    def play(go_on: GoOn) -> None:
        asyncio.run(visit(seat, host, port, go_on=lambda: not terminal.has_quit and go_on(0, 1, _how_far(visitor))))

    try:
        session.services.watch_over(tr("Playing at {host}:{port}…", host=host, port=port), play)
    except (OSError, TimeoutError) as error:
        raise Abort(tr("Nobody answers at {host}:{port}: {error}.", host=host, port=port, error=system_words(error))) from error
    except KeyboardInterrupt:
        session.say(tr("Left the server."))
    for line in (*later, *map(str, seat.misses)):
        session.say(line)
    if visitor.following is not None:
        _say_end(session, visitor.following.game)
        if not keep(session, visitor.following.game, into, tr("The game")) and in_window:
            _open(session, visitor.following.game)
    if visitor.failure:
        raise Abort(f"{sentence(visitor.failure)}.")


def _how_far(visitor: Visitor) -> str:
    return (
        tr("Waiting for the game to begin") if visitor.power is None or visitor.following is None else str(visitor.following.position.phase)
    )


def _open(session: Session, game: Game) -> None:
    """Show a game that was followed, where there is a drawing of its board."""
    shelved = session.shelf.find(game.variant.id)
    if shelved is None:
        session.say(tr("There is no drawing of the server's board here; --into FILE keeps such a game."))
        return
    session.add(session.library.new(replace(game, variant_checksum=shelved.checksum)))


def _address(address: str) -> tuple[str, int]:
    host, colon, port = address.rpartition(":")
    if not colon:
        return address, 16713
    if not port.isdecimal() or not 0 < int(port) < 65536 or not host:
        raise Abort(tr("{address} is no address with a port, such as localhost:16713.", address=address[:80]))
    return host.strip("[]"), int(port)


def _back(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    power, _, passcode = text.partition(":")
    if not passcode.isdecimal() or int(passcode) > LONGEST_LIMIT:
        raise Abort(tr("{text} is no power with its passcode, such as FRANCE:4277.", text=text[:80]))
    return power.upper(), int(passcode)


def _opened(match: Match, address: str, port: int) -> str:
    few = plural("{count} program", "{count} programs", match.clients)
    return tr("Programs that speak DAIDE can connect at {address}:{port}. The game begins with {few}.", address=address, port=port, few=few)


def _last_phase(game: Game) -> str:
    from entente.words import describe_phase

    return describe_phase(game.variant, game.turn(game.last()).phase)


def _say_end(session: Session, game: Game) -> None:
    from entente.words import describe_ending

    if game.ending is not None:
        session.say(
            tr(
                "The game ended in {phase}: {ending}.",
                phase=_last_phase(game),
                ending=describe_ending(game.variant, game.ending),
            )
        )


def _maker(kind: Bot, seed: int, powers: list[str]) -> Callable[[str], Player]:
    from random import Random

    def make(power: str) -> Player:
        dice = Random(f"{seed} {powers.index(power)}")  # noqa: S311 - dice, no secrets
        return OPPONENTS[kind].make(dice.getrandbits(32))

    return make
