"""Reading a game of another program: its bytes to a game of ours, with all remarks on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator import PhaseKind, Position
from app.game.edits import add_audit
from app.game.entries import EmbeddedFile
from app.game.record import EditError, Game, variant_with
from app.game.variant_source import Shelf, Shelved, WholeShelf
from app.import_export.jdip import board_of as jdip_board
from app.import_export.jdip import read_jdip, read_xml_of
from app.import_export.judge_results import disagreements, read_judge_results
from app.import_export.kinds import READ, FileFamily, Recognised, recognise
from app.import_export.pasted_history import fit_of, read_history
from app.import_export.position_blocks import blocks_of, read_block
from app.import_export.received import REST_FILE, ExchangeError, ReceivedGame, ReceivedPhase
from app.import_export.replaying import Replay, RuleWords, replay_received
from app.import_export.saved_game import BOARDS, board_of, read_saved_game, read_saved_games, title_of
from app.import_export.saved_game_writer import rest_of
from entente.words.names import counted
from languages import labelled, mark, plural, tr

INTO_GAME, MAILS = "read-into-game", "read-mail"
"""The commands that read a file for the game in front, and mails with orders."""

MOST_SHOWN = 40
"""Number of lines of remarks on one file."""
MOST_BOARDS = 4
"""Boards on which a history that names none is played; each takes up to a second."""
_LIKELY = 0.7
"""Least part of the first orders on the likeliest board that another one must take to be tried."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A game that was read from a file of another program."""

    game: Game
    source: str
    """Kind of the file, in words."""
    lines: tuple[str, ...]
    """Remarks: rules, differences by phase, what was not kept."""
    differences: int = 0
    """In how many places the file has another position than its orders give."""
    keeps_rest: bool = False
    """True if some of it was kept unchanged, since a game of ours has no place for it."""


def titles_in(name: str, data: bytes, known: Recognised | None = None) -> tuple[str, ...]:
    """Return the titles of the games in a file that holds several; empty where it can hold but one.

    Raises:
        ExchangeError: it cannot be read.
    """
    found = known or recognise(name, data)
    if found.family is FileFamily.POSITIONS:
        return tuple(block.title or f"line {block.line}" for block in blocks_of(data.decode("utf-8", "replace"), name))
    if found.family is not FileFamily.SAVED_GAME:
        return ()
    return tuple(labelled(title_of(game), _phase_names(game)) for game in read_saved_games(data, name))


def read_game(
    name: str,
    data: bytes,
    shelf: WholeShelf,
    *,
    rules: RuleWords | None = None,
    number: int = 1,
    known: Recognised | None = None,
) -> Brought:
    """The game in a file of another program. Never writes, never runs anything.

    Args:
        name: of the file.
        shelf: the variants there are.
        rules: by which it is judged, as rule options; as the file says, else found out, unless given.
        number: which game of a file that holds several, from 1.
        known: what the file was recognised as.

    Raises:
        ExchangeError: it is of no kind that is read, or something in it cannot be; the message says what, where, and what was expected.
    """
    found = known or recognise(name, data)
    try:
        return _read(found, name, data, shelf, rules, number)
    except EditError as error:
        raise ExchangeError(labelled(name, error)) from error


def _read(found: Recognised, name: str, data: bytes, shelf: WholeShelf, rules: RuleWords | None, number: int) -> Brought:
    match found.family:
        case FileFamily.SAVED_GAME:
            return _from_saved_game(name, data, shelf, rules, number)
        case FileFamily.POSITIONS:
            return _from_block(name, data, shelf, rules, number)
        case FileFamily.JDIP:
            return _from_jdip(name, data, shelf, rules)
        case FileFamily.RESULTS:
            return _from_results(name, data, shelf, rules)
        case FileFamily.HISTORY:
            return _from_history(name, data, shelf, rules)
        case FileFamily.CENTRES:
            raise ExchangeError(
                tr(
                    "{name} tells who owned which centre and holds no game. Open the game it belongs to, then: {into_game} {name}",
                    name=name,
                    into_game=INTO_GAME,
                )
            )
        case _:
            raise ExchangeError(tr("{name} seems to be {words}, which is not read. {read}", name=name, words=found.words, read=tr(READ)))


def _from_saved_game(name: str, data: bytes, shelf: Shelf, rules: RuleWords | None, number: int) -> Brought:
    games = read_saved_games(data, name)
    if not 1 <= number <= len(games):
        raise ExchangeError(tr("{name} holds {count} games; there is no game {number}.", name=name, count=len(games), number=number))
    chosen = games[number - 1]
    what = name if len(games) == 1 else tr("{name}, game {number}", name=name, number=number)
    shelved = board_on_shelf(board_of(chosen), shelf, what)
    received = read_saved_game(chosen, what, shelved.variant)
    played = replay_received(received, shelved, rules)
    kept, words = rest_of(chosen, played.game)
    game = played.game
    if kept:
        game = replace(game, files=(*game.files, EmbeddedFile(REST_FILE, "application/json", kept)))
    lines = [*_of_rules(played, received.rules is not None, rules), *_of_differences(played), *received.remarks]
    if received.is_over and game.ending is None:
        lines.append(tr("The file says that the game is over, not how. It stands open; draw, concede or abandon ends it."))
    if words:
        lines.append(
            tr(
                "Kept as it came, in the game's file {rest_file}, since a game of ours has no place for it: {words}.",
                rest_file=REST_FILE,
                words=", ".join(words),
            )
        )
    if len(games) > 1:
        lines.insert(0, tr("{name} holds {count} games; this is game {number}.", name=name, count=len(games), number=number))
    game = add_audit(game, f"Read from {received.source} ({name})", "GM")
    return Brought(game, received.source, tuple(lines), len(played.differences), keeps_rest=bool(words))


def _from_block(name: str, data: bytes, shelf: Shelf, rules: RuleWords | None, number: int) -> Brought:
    blocks = blocks_of(data.decode("utf-8", "replace"), name)
    if not 1 <= number <= len(blocks):
        raise ExchangeError(tr("{name} holds {count} blocks; there is no block {number}.", name=name, count=len(blocks), number=number))
    shelved = board_on_shelf(blocks[number - 1].board, shelf, name)
    received = read_block(blocks[number - 1], shelved.variant, name)
    return _played(name, received, shelved, rules or (), ())


def _from_jdip(name: str, data: bytes, shelf: Shelf, rules: RuleWords | None) -> Brought:
    root = read_xml_of(data, name)
    shelved = board_on_shelf(jdip_board(root), shelf, name)
    return _played(name, read_jdip(root, shelved.variant, name), shelved, rules, ())


def _from_results(name: str, data: bytes, shelf: Shelf, rules: RuleWords | None) -> Brought:
    """The phase whose results these are, with its orders, on the position that they tell: every unit of a movement phase has a line."""
    shelved = board_on_shelf("standard", shelf, name)
    variant = shelved.variant
    results = read_judge_results(data.decode("utf-8", "replace"), variant, name)
    if results.phase.kind is not PhaseKind.MOVEMENT:
        raise ExchangeError(
            tr(
                "{name} has the results of {phase}, which do not tell where the other units stand. Open the game they belong "
                "to, then: {into_game} {name}",
                name=name,
                phase=results.phase,
                into_game=INTO_GAME,
            )
        )
    units = results.units()
    is_start = results.phase == variant.start.phase and set(units) == set(variant.start.units)
    by_power = {power: tuple(str(unit.piece) for unit in units if unit.power == power) for power in variant.powers}
    orders = {power: tuple(line.text for line in lines) for power, lines in results.orders().items()}
    first = ReceivedPhase(results.phase, by_power, {}, owners=None if is_start else results.owners or {}, orders=orders)
    received = ReceivedGame(mark("results as a judge mails them"), f"{name} {results.phase}", "", (first, ReceivedPhase(None, None)))
    lines = [*(tr("Not read: {line}", line=line) for line in results.unread)]
    if not is_start:
        if results.owners:
            lines.append(tr("Centres are owned as the results list them after the phase."))
        else:
            lines.append(tr("Centres are owned by nobody, since the results do not say whose they are."))
    position = Position(results.phase, units, variant.start.owners if is_start else dict(results.owners or {}))
    judged = variant_with(variant, dict(rules or ()))
    found = {power: [line.order for line in each if line.order is not None] for power, each in results.orders().items()}
    wrong = disagreements(results, judged, position, found)
    lines += [tr("The result of each order is as in the text.")] if not wrong else [tr("The text and our rules differ:"), *wrong]
    return _played(name, received, shelved, rules or (), lines)


def _from_history(name: str, data: bytes, shelf: WholeShelf, rules: RuleWords | None) -> Brought:
    """The game that a pasted history tells; where its results are not ours, ours stand and the lines are listed."""
    text = data.decode("utf-8", "replace")
    tried: list[tuple[int, int, Shelved, tuple[ReceivedGame, tuple[str, ...]]]] = []
    for shelved in _boards_of_history(text, shelf, name):
        read = read_history(text, variant_with(shelved.variant, dict(rules or ())), name)
        tried.append((len(read[1]) + len(read[0].remarks), len(tried), shelved, read))
        if not read[1]:
            break
    _, _, shelved, (received, wrong) = min(tried, key=lambda each: each[:2])
    brought = _played(name, received, shelved, rules or (), ())
    if not wrong:
        return brought
    head = plural(
        "{count} result of the text is not that of our rules; ours stands:",
        "{count} results of the text are not those of our rules; ours stand:",
        len(wrong),
    )
    more = [tr("... and {count} more", count=len(wrong) - MOST_SHOWN)] if len(wrong) > MOST_SHOWN else []
    return replace(brought, lines=(*brought.lines, head, *wrong[:MOST_SHOWN], *more), differences=len(wrong))


def _boards_of_history(text: str, shelf: WholeShelf, name: str) -> Iterator[Shelved]:
    """Yield the boards that *text*, which names none, may be of, the likeliest first: most of its first orders can be given at their start.

    The standard one stands before those that are no likelier, and before all others where each of its units has an order: to read
    those takes long where there are many.
    """
    standard = board_on_shelf("standard", shelf, name)
    found = [(fit_of(text, standard.variant, name), standard)]
    was_first = found[0][0].is_whole
    if was_first:
        yield standard
    seen = [standard.variant.start]
    for each in shelf.ids():
        other = shelf.find(each)
        if other is not None and (other.variant.start not in seen or other.variant.board != standard.variant.board):
            seen.append(other.variant.start)
            found.append((fit_of(text, other.variant, name), other))
    found.sort(key=lambda each: each[0], reverse=True)
    fewest = found[0][0].orders * _LIKELY
    likely = [each for fit, each in found if fit.orders >= fewest and not (was_first and each is standard)]
    yield from likely[: MOST_BOARDS - was_first]


def _played(name: str, received: ReceivedGame, shelved: Shelved, rules: RuleWords | None, more: Sequence[str]) -> Brought:
    played = replay_received(received, shelved, rules)
    lines = (*_of_rules(played, received.rules is not None, rules or None), *_of_differences(played), *received.remarks, *more)
    game = add_audit(played.game, f"Read from {received.source} ({name})", "GM")
    return Brought(game, received.source, lines, len(played.differences))


def board_on_shelf(board: str, shelf: Shelf, what: str) -> Shelved:
    """The variant that *board* of another program is played on.

    Raises:
        ExchangeError: it is not here.
    """
    names = [BOARDS.get(board, board), board.casefold().replace("_", "-"), board.casefold()]
    for each in dict.fromkeys(names):
        found = shelf.find(each)
        if found is not None:
            return found
    raise ExchangeError(
        tr(
            "{what} is played on the board {board}, which is not here. Bring it in first (import {file}.map), then open the game again.",
            what=what,
            board=board or tr("without a name"),
            file=board or "BOARD",
        )
    )


def _phase_names(game: dict[str, object]) -> str:
    phases = game["phases"]
    assert isinstance(phases, list)
    names = [str(each.get("name")) for each in (phases[0], phases[-1]) if isinstance(each, dict)]
    return tr("{count} phases, {first} to {last}", count=len(phases), first=names[0], last=names[-1])


def _of_rules(played: Replay, were_stated: bool, chosen: RuleWords | None) -> list[str]:
    words = " ".join(f"{key}={word}" for key, word in played.rules) or tr("the usual ones")
    if chosen is not None:
        return [tr("Rules, as chosen: {words}.", words=words)]
    if were_stated:
        return [tr("Rules, as the file says: {words}.", words=words)]
    if played.were_found:
        return [
            tr("Rules: the file does not say which. Found by trying, since the fewest positions differ by these: {words}.", words=words)
        ]
    return (
        [tr("Rules: the file does not say which, and its positions follow by {words}.", words=words)]
        if not played.differences
        else [tr("Rules: {words}.", words=words)]
    )


def _of_differences(played: Replay) -> list[str]:
    start = played.game.line()[0]
    begins = tr(
        "The game begins at {phase}, elsewhere than {variant} does, in {places}.",
        phase=start.phase,
        variant=played.game.variant.name,
        places=counted(played.places_at_start, "place"),
    )
    before = [begins] if played.places_at_start else []
    if not played.differences:
        return [*before, tr("Every position follows from its orders.")]
    phases = dict.fromkeys(str(each.phase) for each in played.differences)
    head = tr(
        "In {count} of {all} phases the file has another position than its orders give; the file's was taken, as an adjustment:",
        count=len(phases),
        all=len(played.game.line()),
    )
    lines = [str(each) for each in played.differences]
    more = [tr("... and {count} more", count=len(lines) - MOST_SHOWN)] if len(lines) > MOST_SHOWN else []
    return [*before, head, *lines[:MOST_SHOWN], *more]
