"""Files of other programs read into the game in front: a judge's results as orders with a check, a table of centres as owners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from app.game.dpn.source import LARGEST
from app.game.edits import set_lines
from app.game.gm_edits import edit_position
from app.game.options import variant_at
from app.game.record import Game
from app.game.storage.atomic import read_bounded
from app.session.errors import Abort
from app.session.session import Session
from languages import plural, tr


def read_file_into(session: Session, path: Path) -> None:
    """Read the results or the table of centres at *path* into the game in front, and say what came of it.

    Raises:
        Abort: it is neither, belongs to another phase, or something in it cannot be read; then nothing is changed.
        StorageError: it cannot be read.
    """
    from app.exchange.kinds import FileFamily, recognise
    from app.exchange.received import ExchangeError

    data = read_bounded(path, LARGEST)
    if len(data) > LARGEST:
        raise Abort(tr("{path} is too large: at most {largest:,} bytes are read.", path=path.name, largest=LARGEST))
    found = recognise(path.name, data)
    try:
        match found.family:
            case FileFamily.RESULTS:
                _results(session, path.name, data.decode("utf-8", "replace"))
            case FileFamily.CENTRES:
                _centres(session, path.name, data)
            case _:
                raise Abort(
                    tr(
                        "{path} seems to be {words}. Results of a phase and tables of centres are read into a game.",
                        path=path.name,
                        words=found.words,
                    )
                )
    except ExchangeError as error:
        raise Abort(str(error)) from error


def _results(session: Session, name: str, text: str) -> None:
    from app.exchange.judge_checking import disagreements
    from app.exchange.judge_results import read_judge_results

    turn = session.open_turn
    variant = variant_at(session.game, session.game.last(session.branch))
    results = read_judge_results(text, variant, name)
    if results.phase != turn.phase:
        raise Abort(
            tr(
                "{name} has the results of {phase}; the open phase of {game} is {open_phase}.",
                name=name,
                phase=results.phase,
                game=session.game.name,
                open_phase=turn.phase,
            )
        )
    orders = results.orders()
    branch = session.branch

    def written(game: Game) -> Game:
        for power, lines in orders.items():
            game = set_lines(game, branch, power, [line.text for line in lines])
        return game

    session.perform(tr("Read results of {phase}", phase=turn.phase), written)
    wrong = disagreements(results, variant, turn.position, session.open_turn.read_orders())
    count = sum(map(len, orders.values()))
    told = (
        tr("the result of each is as in the text")
        if not wrong
        else plural("{count} line of the text and our rules differ", "{count} lines of the text and our rules differ", len(wrong))
    )
    session.needs_decision = session.needs_decision or bool(wrong or results.unread)
    session.services.report(
        plural(
            "{count} order of {phase} read from {name}; {told}.",
            "{count} orders of {phase} read from {name}; {told}.",
            count,
            phase=turn.phase,
            name=name,
            told=told,
        ),
        [*(tr("Not read: {line}", line=line) for line in results.unread), *wrong],
    )


def _centres(session: Session, name: str, data: bytes) -> None:
    from app.exchange.centres_table import read_centres

    position = session.open_turn.position
    table = read_centres(data, session.variant, name)
    owners = {centre: owner for centre, owner in position.owners.items() if centre not in table.owners} | table.last()
    changed = {centre for centre in owners.keys() | position.owners.keys() if owners.get(centre) != position.owners.get(centre)}
    if not changed:
        session.say(tr("{name}: every centre is owned as in its column {years}; nothing was changed.", name=name, years=table.years[-1]))
        return
    mended = replace(position, owners=MappingProxyType(dict(sorted(owners.items()))))
    reason = f"Centres as in {name}, {table.years[-1]}"
    session.perform(tr("Read centres"), lambda game: edit_position(game, session.branch, mended, reason))
    session.say(
        plural(
            "{count} centre changed as in {name}, {years}: {changed}.",
            "{count} centres changed as in {name}, {years}: {changed}.",
            len(changed),
            name=name,
            years=table.years[-1],
            changed=", ".join(sorted(changed)),
        )
    )
