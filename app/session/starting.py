"""How a game starts: its variant, the rule options that differ, and the hooks that run from its first phase on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.hooks.attached import names_of
from app.hooks.log import Log, LogEntry
from app.hooks.terms import is_shipped, terms_checksum
from app.session.errors import Abort, GivenUp
from app.session.hook_changes import Attach, agree, attach_of, known_hooks, read_variations, vary
from app.session.nearest import did_you_mean, nearest
from app.session.session import Session
from app.session.stopping import through_stops
from app.session.words import split
from languages import tr
from variants.catalogue import CatalogueEntry


def playable(session: Session, variant: str) -> CatalogueEntry:
    """The variant of that id.

    Raises:
        Abort: there is none that can be played.
    """
    entry = session.shelf.entry(variant)
    if entry is None or entry.folder is None:
        faults = "" if entry is None else " " + tr("that can be played: {fault}", fault=entry.faults[0]) if entry.faults else ""
        ids = session.shelf.ids()
        raise Abort(
            tr(
                "There is no variant {variant}{faults}; there are {ids}{did_you_mean}",
                variant=variant,
                faults=faults,
                ids=", ".join(ids),
                did_you_mean=did_you_mean(nearest(variant, ids)),
            )
        )
    return entry


def ask_what_is_played(session: Session, first: str = "") -> Mapping[str, object]:
    """The arguments of the command ``new``, as a person who is asked wants them.

    Args:
        first: the id of the variant that is offered first.

    Raises:
        GivenUp: nobody wants to play after all.
    """
    wanted = session.services.ask_new_game(first)
    if wanted is None:
        raise GivenUp(tr("No game was started."))
    return {"variant": wanted.variant, "rules": wanted.rules, "name": wanted.name, "attach": wanted.hooks, "seats": wanted.seats}


def starting_hooks(session: Session, entry: CatalogueEntry, attach: str | None) -> tuple[Attach, ...]:
    """The hooks that a game of the variant starts with.

    Args:
        attach: those that are wanted, such as ``restrict england turkey``; those that the variant names unless given.

    Raises:
        Abort: one of them is not here, or its parameters do not fit.
    """
    assert entry.folder is not None
    hooks = {each: shelved.text for each, shelved in known_hooks(session, None, entry.source).items()}
    names = names_of(entry.folder.variant)
    if attach is not None:
        words = [word.text for word in split(attach).words]
        return tuple(each for each in read_variations(words, hooks, names) if isinstance(each, Attach))
    missing = [each for each in entry.folder.hooks if each not in hooks]
    if missing:
        raise Abort(tr("{entry} starts with the hook {missing}, which is not here.", entry=entry.id, missing=missing[0]))
    return tuple(attach_of(hooks[each], "", names) for each in entry.folder.hooks)


def begin(
    session: Session,
    entry: CatalogueEntry,
    name: str = "",
    *,
    hooks: tuple[Attach, ...] = (),
    rules: Iterable[tuple[str, str]] = (),
    game_id: str | None = None,
) -> tuple[Game, Log]:
    """A new game, and what its hooks did at its start.

    Raises:
        Abort: nobody agreed to run one of the hooks.
    """
    shelved = session.shelf.find(entry.id)
    assert shelved is not None
    game = new_game(shelved.variant, name, checksum=shelved.checksum, rules=rules, game_id=game_id)
    if not hooks:
        return game, ()
    agree(session, hooks)
    logs: list[LogEntry] = []

    def started(game: Game) -> Game:
        changed, log = session.hooks.waiting(lambda: vary(game, MAIN, hooks, session.hooks.host))
        logs.extend(log)
        return changed

    return through_stops(session.services, session.hooks, started, game), tuple(logs)


def hooks_to_play_with(session: Session, entry: CatalogueEntry) -> tuple[Attach, ...]:
    """The hooks of a variant that is played without a window: none where the command line leaves hooks off, which is said.

    Raises:
        Abort: they are not ours, and the command line does not name them.
    """
    hooks = starting_hooks(session, entry, None)
    if not hooks or session.services.screen is not None:
        return hooks
    names = ", ".join(each.hook.name for each in hooks)
    if session.hooks.left_off:
        session.say(tr("{entry} is played by its board and rules alone, without its hooks: {names}.", entry=entry.id, names=names))
        return ()
    strangers = session.hooks.store.unknown([each.hook for each in hooks if not is_shipped(each.hook)])
    if strangers:
        named = ",".join(map(terms_checksum, strangers))
        raise Abort(
            tr(
                "{entry} starts with hooks, which change its rules; --hooks=off plays it without them, --hooks={named} runs them: {names}.",
                entry=entry.id,
                named=named,
                names=names,
            )
        )
    return hooks
