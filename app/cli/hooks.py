"""Games that carry hooks: what the command line runs of them is named by checksum, or nothing is."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from app.commands.base.consenting import needs_consent
from app.commands.base.errors import Abort, LineError
from app.commands.base.hook_room import HookRoom
from app.commands.base.session import Session
from app.game.desk import OpenedFile
from app.hooks.attached import checksums
from app.hooks.consent import ConsentStore


def with_hooks(session: Session, file: OpenedFile, consent: str | None, closing: ExitStack) -> OpenedFile:
    """*file* with its hooks running, or left off; as it is where it does not wait for them.

    Args:
        consent: ``off``, or the checksums of the hooks that may run, with commas between them.
        closing: gets what is to be done at the end.

    Raises:
        LineError: nothing was said of hooks, or not every hook of the game was named.
        Abort: hooks cannot run on this machine.
    """
    game = file.opened.game
    if game is None or not needs_consent(file.opened):
        return file  # what cannot be checked for another reason, such as a variant that is not here, is looked at
    listed = "\n".join(f"  {checksum}  {hook.name}" for hook, checksum in zip(game.hooks, checksums(game.hooks), strict=True))
    if consent is None:
        choices = f"--hooks=off looks at it without them, --hooks={','.join(checksums(game.hooks))} runs them"
        raise LineError(f"{file.path.name} carries hooks, which change its rules; {choices}:\n{listed}", word=str(file.path))
    if consent == "off":
        return file
    store = ConsentStore()
    store.allow_checksums(consent.split(","))
    unnamed = store.unknown(game.hooks)
    if unnamed:
        names = ", ".join(hook.name for hook in unnamed)
        raise LineError(f"{file.path.name} carries hooks that --hooks does not name ({names}); its hooks are:\n{listed}", word=consent)
    room = HookRoom(store=store)
    closing.callback(room.close)
    unavailable = room.unavailable()
    if unavailable:
        raise Abort(f"Hooks cannot run here: {unavailable}. --hooks=off looks at the game without them.")
    session.hooks = room
    return replace(file, opened=file.opened.with_referee(room.checking_referee))
