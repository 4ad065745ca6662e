"""Variants of our own format that somebody sent: their hooks are agreed to first, and a variant that is here already is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.hooks.attached import hook_of
from app.hooks.terms import is_shipped, terms_checksum
from app.library.hooks import hooks_in
from app.library.variants import VariantShelf
from app.session.choosing import chosen
from app.session.consent import AskedFor, AskedHook, HookChoice
from app.session.errors import Abort, GivenUp, LineError
from app.session.session import Session
from languages import mark, tr

if TYPE_CHECKING:
    from app.library.verdict import BoardVerdict


class SameId(StrEnum):
    """What becomes of a variant that is sent where another of its id is on the shelf."""

    REPLACE = "replace"
    BESIDE = "beside"
    LEAVE = "leave"


_REPLACE, _BESIDE, _LEAVE = (
    mark("Take the new one; the old one is kept aside"),
    mark("Put it beside, under another id"),
    mark("Leave it out"),
)


def agree_to_hooks(session: Session, name: str, boards: Sequence[BoardVerdict]) -> None:
    """Show the hooks of *boards*, which came in the file *name*, before anything of it is put onto the shelf.

    Where they are not agreed to, they can be imported all the same, and are asked about again before they run.

    Raises:
        GivenUp: somebody saw them and wants nothing of it.
        LineError: nobody is there to be asked, and the command line does not name them.
    """
    hooks = [hook_of(text) for each in boards if each.imported.own for text in hooks_in(each.imported.source)]
    store = session.hooks.store
    unknown = store.unknown([each for each in hooks if not is_shipped(each)])
    if not unknown or session.hooks.left_off:
        return
    if not session.services.is_interactive:
        sums = {hook.name: terms_checksum(hook) for hook in unknown}
        listed = "\n".join(f"  {checksum}  {hook}" for hook, checksum in sums.items())
        how = tr("--hooks=off imports it without agreeing to them, --hooks={values} agrees to them", values=",".join(sums.values()))
        raise LineError(tr("{name} carries hooks, which change its rules; {how}:\n{listed}", name=name, how=how, listed=listed), word=name)
    texts = [text for each in boards if each.imported.own for text in hooks_in(each.imported.source)]
    asked = [AskedHook(text, "", "", known=hook not in unknown, shipped=is_shipped(hook)) for text, hook in zip(texts, hooks, strict=True)]
    answer = session.services.consent(name, asked, session.hooks.unavailable(), AskedFor.IMPORT)
    if answer.choice is HookChoice.RUN:
        with suppress(OSError):  # that the list cannot be kept costs a question at the next start
            store.grant(unknown, for_good=answer.remember)
    elif answer.choice is not HookChoice.WITHOUT:
        raise GivenUp(tr("Nothing was imported."))


def settle_same_ids(session: Session, boards: Sequence[BoardVerdict], said: SameId | None) -> tuple[tuple[BoardVerdict, ...], set[str]]:
    """Which of *boards* are put onto the shelf, and the ids of those that take the place of what is there.

    One that is there already, file for file, is left out.

    Args:
        said: what becomes of a different one of the same id; asked unless given.

    Raises:
        Abort: nobody is there to be asked.
    """
    from variants.importers.own_folders import same_files

    taken: list[BoardVerdict] = []
    replaced: set[str] = set()
    for each in boards:
        there = session.shelf.entry(each.imported.id) if each.imported.own else None
        if there is None:
            taken.append(each)
            continue
        if same_files(each.imported, there.source):
            session.say(tr("{there} is on the shelf already, the same in every file.", there=there.id))
            continue
        answer = said or _asked(session, each, own=there.own)
        if answer is SameId.REPLACE and not there.own:
            raise Abort(tr("{there} comes with Entente and stays as it is; --same-id=beside puts the new one beside it.", there=there.id))
        if answer is SameId.LEAVE:
            continue
        taken.append(each)
        if answer is SameId.REPLACE:
            replaced.add(there.id)
    return tuple(taken), replaced


def _asked(session: Session, board: BoardVerdict, *, own: bool) -> SameId:
    identity = board.imported.id

    if not session.services.is_interactive:
        raise Abort(
            tr(
                "Another variant called {variant} is on the shelf; say what becomes of it with --same-id=replace, beside or leave.",
                variant=identity,
            )
            if own
            else tr(
                "A variant that comes with Entente is called {variant} is on the shelf; say what becomes of it with --same-id=replace, "
                "beside or leave.",
                variant=identity,
            )
        )
    version = "" if board.folder is None else f", {tr('version {version}', version=board.folder.variant.version)}"
    imported = f"{board.imported.name}{version}"
    question = (
        tr(
            "Another variant called {variant} is on the shelf, and this one differs ({imported}). Games that were started on "
            "the one that is here keep its rules.",
            variant=identity,
            imported=imported,
        )
        if own
        else tr(
            "A variant that comes with Entente is called {variant} is on the shelf, and this one differs ({imported}). Games that were "
            "started on the one that is here keep its rules.",
            variant=identity,
            imported=imported,
        )
    )
    answer = chosen(session.services, question, (_REPLACE, _BESIDE, _LEAVE) if own else (_BESIDE, _LEAVE))
    return {_REPLACE: SameId.REPLACE, _BESIDE: SameId.BESIDE}.get(answer or "", SameId.LEAVE)


def put_aside(shelf: VariantShelf, variant_id: str) -> Path:
    """Move the folder of *variant_id* out of sight of the shelf, into the folder ``.replaced`` beside it; where it is now.

    Raises:
        OSError: it could not be moved.
    """
    entry = shelf.entry(variant_id)
    assert shelf.folder is not None
    assert entry is not None
    aside = shelf.folder / ".replaced"
    aside.mkdir(parents=True, exist_ok=True)
    number = 1
    while (aside / f"{variant_id}-{number}").exists():
        number += 1
    (shelf.folder / entry.source.label).rename(aside / f"{variant_id}-{number}")
    return aside / f"{variant_id}-{number}"
