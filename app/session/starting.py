"""Start of a game: its variant, the rule options that differ, and the hooks that run from its first phase on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from adjudicator import Position, Unit, Variant
from app.game.edits import new_game
from app.game.gm_edits import edit_position
from app.game.record import MAIN, Game
from app.game.variant_source import Shelved, plain_checksum
from app.hooks.asking_hooks import Log, LogEntry
from app.hooks.hook_consent import is_shipped, names_of, terms_checksum
from app.session.errors import Abort, GivenUp, did_you_mean, nearest
from app.session.hook_changes import Attach, agree, attach_of, known_hooks, read_variations, vary
from app.session.hook_service import retry_stopped_hooks
from app.session.parameters import split
from app.session.services import NewGameQuestion
from app.session.session import Session
from languages import tr
from variants.catalogue import CatalogueEntry, shipped_source
from variants.reader import read_with_faults
from variants.source import MANIFEST, FolderSource, Source


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
        GivenUp: the game is not to be played after all.
    """
    wanted = session.services.ask(NewGameQuestion(first))
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
        Abort: there was no agreement to run one of the hooks.
    """
    assert entry.folder is not None
    game = new_game(entry.folder.variant, name, checksum=plain_checksum(entry.folder.checksum), rules=rules, game_id=game_id)
    if not hooks:
        return game, ()
    agree(session, hooks)
    logs: list[LogEntry] = []

    def started(game: Game) -> Game:
        changed, log = session.hooks.waiting(lambda: vary(game, MAIN, hooks, session.hooks.host))
        logs.extend(log)
        return changed

    return retry_stopped_hooks(session.services, session.hooks, started, game), tuple(logs)


def hooks_to_play_with(session: Session, entry: CatalogueEntry) -> tuple[Attach, ...]:
    """The hooks of a variant that is played without a window: none where the command line leaves hooks off, which is reported.

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


def playable_at(session: Session, words: str) -> CatalogueEntry:
    """The variant of that id on the shelf; else the one in the folder that *words* name, or whose variant.toml they name.

    Raises:
        Abort: there is none that can be played.
    """
    path = Path(words)
    root = path.parent if path.name == MANIFEST else path
    if session.shelf.entry(words) is not None or not (root / MANIFEST).is_file():
        return playable(session, words)
    root = root.resolve()
    for entry in session.shelf.entries():
        place = session.shelf.place_of(entry)
        if entry.folder is not None and place is not None and place.resolve() == root:
            return entry
    sources = {entry.id: entry.source for entry in session.shelf.entries()}

    def library(variant_id: str) -> Source:
        beside = root.parent / variant_id
        if (beside / MANIFEST).is_file():
            return FolderSource(beside)
        return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

    source = FolderSource(root)
    folder, faults = read_with_faults(source, library)
    if folder is None:
        raise Abort(tr("{variant} cannot be played yet: {fault}", variant=root.name, fault=faults[0] if faults else MANIFEST))
    return CatalogueEntry(folder.variant.id, folder, faults, source, own=True)


def on_shelf(session: Session, words: str) -> CatalogueEntry:
    """The variant that *words* name, as ``playable_at`` has it, where it is on the shelf: a saved game takes its board from there.

    Raises:
        Abort: there is none that can be played, or it is not on the shelf.
    """
    entry = playable_at(session, words)
    shelved = session.shelf.find(entry.id)
    assert entry.folder is not None
    if shelved is None or shelved.checksum != plain_checksum(entry.folder.checksum):
        raise Abort(
            tr(
                "{variant} is not on the shelf, where a saved game looks for its board; import {folder} puts it there.",
                variant=entry.id,
                folder=words,
            )
        )
    return entry


def later_rules(session: Session, game: Game) -> Shelved | None:
    """The variant of *game* as it is on the shelf by now, where it is another than the game plays; ``None`` where it is the same."""
    found = session.shelf.find(game.variant.id)
    if found is None or not game.variant_checksum or found.checksum == game.variant_checksum:
        return None
    return None if found.variant == game.variant else found


def carried_over(game: Game, branch: str, later: Shelved) -> tuple[Game, tuple[str, ...]]:
    """A new game on the later rules that begins with the open position of *branch*; and what could not be carried over, in words.

    The position is kept as a game master's adjustment with its reason. Orders of the open phase are not carried over.

    Raises:
        Abort: a power that stands on the board plays no more.
    """
    position = game.turn(game.last(branch)).position
    powers = {unit.power for unit in position.units} | set(position.owners.values())
    missing = sorted(powers - later.variant.powers.keys())
    if missing:
        raise Abort(tr("{missing} no longer plays by the new rules, so that the position cannot be carried over.", missing=missing[0]))
    fitted, lost = fitting(position, later.variant)
    made = new_game(later.variant, game.name, checksum=later.checksum, rules=tuple(game.rules_at(game.last()).items()))
    reason = f"Carried over from the earlier rules in {position.phase}"
    return edit_position(made, MAIN, fitted, reason), lost


def fitting(position: Position, variant: Variant) -> tuple[Position, tuple[str, ...]]:
    """*position* with what can stand on the board of *variant*, and what cannot, in words."""
    kept: list[Unit] = []
    lost: list[str] = []
    for unit in position.units:
        province = variant.board.provinces.get(unit.province)
        kind = variant.board.kinds.get(unit.kind)
        fits = province is not None and kind is not None and province.terrain in kind.terrains
        if fits and province is not None and unit.location.coast is not None and unit.location.coast not in province.coasts:
            fits = False
        if fits:
            kept.append(unit)
        else:
            lost.append(tr("{unit} cannot stand there any more", unit=unit))
    owners = {place: power for place, power in position.owners.items() if place in variant.board.centres}
    lost += [tr("{place} is no centre any more", place=place) for place in position.owners if place not in owners]
    dislodged = tuple(each for each in position.dislodged if each.unit.province in variant.board.provinces)
    contested = frozenset(place for place in position.contested if place in variant.board.provinces)
    fitted = replace(position, units=tuple(kept), owners=MappingProxyType(owners), dislodged=dislodged, contested=contested)
    return fitted, tuple(lost)
