"""Attaching and detaching hooks: words such as ``restrict england turkey -gunboat`` to one edit of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.game.entries import Hook, HookState, RulesChanged
from app.game.record import Cursor, EditError, Game, Why
from app.game.table_edits import attach_hook, detach_hook, put_hook
from app.hooks.asking_hooks import Log, LogEntry
from app.hooks.hook_consent import hook_of, is_shipped, names_of, terms_checksum, text_of
from app.hooks.host import HookHost
from app.hooks.next_phase import start_with_hooks
from app.library.hooks import Origin, ShelvedHook
from app.session.errors import Abort, did_you_mean, nearest
from app.session.hook_service import AskedHook, HookChoice
from app.session.services import ConsentQuestion
from app.session.session import Session
from languages import tr
from variants.hooks.contracts import Point
from variants.hooks.hook_parameters import HookArgumentError, HookParameter, ParameterNames, read_arguments
from variants.hooks.hook_text import HookText, checksum_of
from variants.source import Source


@dataclass(frozen=True, slots=True)
class Attach:
    """A hook is to run from here on."""

    hook: Hook
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Detach:
    """A hook is to run no longer."""

    name: str


Variation = Attach | Detach


def known_hooks(session: Session, game: Game | None, variant: Source | None = None) -> dict[str, ShelvedHook]:
    """Every hook that can be named: those on the shelf, and those that *game* carries, which stand before others of their name.

    Args:
        variant: the folder of the variant that is played; found on the shelf unless given.
    """
    if variant is None and game is not None:
        entry = session.shelf.entry(game.variant.id)
        variant = None if entry is None else entry.source
    found = dict(session.hook_shelf.hooks(variant))
    for hook in () if game is None else game.hooks:
        found[hook.name] = ShelvedHook(text_of(hook), Origin.GAME)
    return found


def read_variations(words: Sequence[str], hooks: Mapping[str, HookText], names: ParameterNames) -> tuple[Variation, ...]:
    """Read the changes in *words*: names of hooks, each with its parameters after it; ``-name`` takes one off.

    Raises:
        Abort: a name is unknown, parameters do not fit, or a hook's first lines are at fault.
    """
    found: list[Variation] = []
    at = 0
    while at < len(words):
        word = words[at]
        off = word.startswith("-") and len(word) > 1
        name = _known(word.lstrip("+-"), hooks)
        at += 1
        if name is None:
            listed = tuple(hooks)
            raise Abort(
                tr(
                    "there is no hook {word!r}{did_you_mean}; there are {listed}",
                    word=word,
                    did_you_mean=did_you_mean(nearest(word.lstrip("+-"), listed)),
                    listed=", ".join(listed),
                )
            )
        if off:
            found.append(Detach(name))
            continue
        arguments: list[str] = []
        while at < len(words) and not _starts_another(words[at], hooks):
            arguments.append(words[at])
            at += 1
        found.append(attach_of(hooks[name], " ".join(map(_quoted, arguments)), names))
    return tuple(found)


def attach_of(text: HookText, arguments: str, names: ParameterNames) -> Attach:
    """The wish to attach *text* with *arguments*.

    Raises:
        Abort: the arguments do not fit, or the text cannot be used.
    """
    if text.faults:
        first = text.faults[0]
        raise Abort(tr("{text}, line {line}: {what}", text=text.name, line=first.line, what=first.what))
    try:
        read_arguments(text.parameters, arguments, names)
    except HookArgumentError as error:
        raise Abort(tr("{text}: {error}. It is written: {usage}", text=text.name, error=error, usage=usage(text))) from error
    return Attach(hook_of(text), arguments)


def usage(text: HookText) -> str:
    """Return the usage of the hook on a command line: ``restrict POWERS... [until=9999]``."""
    return " ".join((text.name, *map(_usage, text.parameters)))


def agree(session: Session, wanted: Sequence[Attach]) -> None:
    """Check that the hooks that a person wants to attach may run: texts that are not ours are read first.

    Who sets a hook agrees to how it is set.

    Raises:
        Abort: there was no agreement, hooks cannot run on this machine, or one of the texts is no program.
    """
    room = session.hooks
    hooks = [each.hook for each in wanted]
    unavailable = room.unavailable() if hooks else ""
    if unavailable:
        names = ", ".join(hook.name for hook in hooks)
        raise Abort(
            tr(
                "Hooks cannot run on this machine ({unavailable}), so {names} cannot be attached here. Without hooks a game can be played.",
                unavailable=unavailable,
                names=names,
            )
        )
    ours = [hook for hook in hooks if is_shipped(hook)]
    with suppress(OSError):  # who attaches one agrees to it, also where it was refused before
        room.store.grant(ours, for_good=False)
    unknown = room.store.unknown(hooks)
    if unknown:
        asked = [
            AskedHook(text_of(each.hook), each.arguments, "", known=each.hook not in unknown, shipped=each.hook in ours) for each in wanted
        ]
        answer = session.services.ask(ConsentQuestion(tr("This game"), asked))
        if answer.choice is not HookChoice.RUN:
            names = ", ".join(hook.name for hook in unknown)
            sums = ",".join(map(terms_checksum, unknown))
            how = "" if session.services.is_interactive else tr(" Read it, then agree to it with --hooks={sums}", sums=sums)
            raise Abort(tr("Nobody has agreed to run {names}, so it was not attached.{how}", names=names, how=how))
        with suppress(OSError):
            room.store.grant(unknown, for_good=answer.remember)
    with suppress(OSError):
        room.store.grant_set([(each.hook, each.arguments) for each in wanted], for_good=False)
    for hook in hooks:
        room.host.pardon(hook)
    faults = room.text_faults(hooks)
    if faults:
        name, fault = next(iter(faults.items()))
        raise Abort(f"{name}, {fault}")
    session.viewpoint.forget()


def vary(game: Game, branch: str, variations: Sequence[Variation], host: HookHost) -> tuple[Game, Log]:
    """The game with *variations* made from the open turn of *branch* on, and what hooks did.

    At the first phase of a game the start is set up again, as the hooks that are attached then want it.

    Raises:
        EditError: the branch is over, a hook that is to go is not attached, or phases were played with another text of a hook's name.
    """
    before = game
    for each in variations:
        if isinstance(each, Detach):
            game = detach_hook(game, branch, each.name)
        else:
            if was_played_with_another_text(before, each.hook):
                name = each.hook.name
                why = tr("Earlier phases were played with another text of {name}, which they need to be checked by", name=name)
                raise EditError(
                    Why.NAME_TAKEN,
                    tr("{why}: give this one a name of its own, such as {free_name}.", why=why, free_name=free_name(before, name)),
                )
            game = attach_hook(put_hook(game, each.hook), branch, each.hook.name, each.arguments)
    cursor = game.last(branch)
    starting = [hook for hook in (*before.hooks, *game.hooks) if {Point.START, Point.PHASE} & set(text_of(hook).points)]
    if cursor.index == 0 and game.owner(cursor).parent is None and starting:
        return start_with_hooks(_at_its_start(game), host)
    return game, ()


def was_played_with_another_text(game: Game, hook: Hook) -> bool:
    """Return True if a phase of *game* was ruled over by a hook of this name whose text is another: it has to stay as it is."""
    present = next((each for each in game.hooks if each.name == hook.name), None)
    if present is None or checksum_of(hook.name, present.source) == checksum_of(hook.name, hook.source):
        return False
    return any(
        hook.name in game.hooks_at(Cursor(branch.name, index))
        for branch in game.branches
        for index, turn in enumerate(game.line(branch.name))
        if turn.resolution is not None
    )


def free_name(game: Game, name: str) -> str:
    """A name like *name* that no hook of *game* has: ``frozen_2``."""
    stem = re.sub(r"_\d+$", "", name)[:36]
    taken = {hook.name for hook in game.hooks}
    return next(f"{stem}_{number}" for number in range(2, len(taken) + 3) if f"{stem}_{number}" not in taken)


def _at_its_start(game: Game) -> Game:
    """*game* in its first phase without what hooks changed there; what a game master changed stays."""
    cursor = game.last()
    turn = game.turn(cursor)
    if turn.starts_here or any(each.by != "hook" for each in turn.adjustments):
        return game
    ruled = {line.text.partition(": ")[2] for line in game.audit if line.by == "hook" and line.text.startswith("rules from ")}
    changes = tuple(
        each
        for each in turn.changes
        if not isinstance(each, HookState)
        and not (isinstance(each, RulesChanged) and " ".join(f"{key}={word}" for key, word in each.words) in ruled)
    )
    fresh = replace(turn, position=game.variant.start, adjustments=(), changes=changes)
    audit = tuple(line for line in game.audit if line.by != "hook")
    return replace(game.with_turn(cursor, fresh), audit=audit)


def label_of(variations: Sequence[Variation]) -> str:
    """Return the label of the changes in the Edit menu."""
    on = ", ".join(each.hook.name for each in variations if isinstance(each, Attach))
    off = ", ".join(each.name for each in variations if isinstance(each, Detach))
    if on and off:
        return tr("Attach {hooks} and detach {others}", hooks=on, others=off)
    return tr("Attach {hooks}", hooks=on) if on else tr("Detach {hooks}", hooks=off)


def carry_out(session: Session, variations: Sequence[Variation], reason: str = "") -> None:
    """Make *variations* in the game in front, as one undo step, with *reason* in the trail.

    Raises:
        Abort: there was no agreement to run a hook.
        EditError: the game does not take them.
    """
    agree(session, [each for each in variations if isinstance(each, Attach)])
    branch = session.branch
    logs: list[LogEntry] = []

    def edit(game: Game) -> Game:
        changed, log = session.hooks.waiting(lambda: vary(game, branch, variations, session.hooks.host))
        logs.extend(log)
        return changed

    session.perform(label_of(variations), edit, reason=reason)
    with suppress(OSError):  # who sets a hook agrees to how it is set
        session.hooks.store.grant_in(session.game, for_good=True, names=[each.hook.name for each in variations if isinstance(each, Attach)])
    session.hooks.note(session.game, logs)


def attached_words(game: Game, branch: str) -> dict[str, str]:
    """The hooks that run in the open turn of *branch*, each with its parameters."""
    return {name: each.arguments for name, each in game.hooks_at(game.last(branch)).items()}


def names_for(game: Game) -> ParameterNames:
    """The powers and provinces that parameters can name."""
    return names_of(game.variant)


def _known(word: str, hooks: Mapping[str, HookText]) -> str | None:
    name = word.lower().replace("-", "_")
    return name if name in hooks else None


def _starts_another(word: str, hooks: Mapping[str, HookText]) -> bool:
    if word[:1] in "+-" and len(word) > 1 and not word[1:].isdigit():
        return True
    return _known(word, hooks) is not None


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def _usage(parameter: HookParameter) -> str:
    name = parameter.name.upper() + ("..." if parameter.is_list else "")
    return name if parameter.default is None else f"[{parameter.name}={parameter.default.strip()}]"
