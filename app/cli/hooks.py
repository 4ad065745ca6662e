"""Games that carry hooks: what the command line runs of them is named by checksum, or nothing is."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from app.game.library import OpenedFile
from app.hooks.consent import ConsentStore
from app.hooks.terms import settings_of, terms_checksum
from app.session.checking import with_hooks as checked
from app.session.consent import needs_consent
from app.session.errors import Abort, LineError
from app.session.hook_service import HookService
from app.session.session import Session


def with_hooks(session: Session, file: OpenedFile, consent: str | None, closing: ExitStack) -> OpenedFile:
    """*file* with its hooks running, or left off; as it is where it does not wait for them.

    Args:
        consent: ``off``, or the checksums of the hooks that may run, with commas between them.
        closing: gets what is to be done at the end.

    Raises:
        LineError: nothing was said of hooks, or not every hook of the game was named.
        StoppedByHook: one of them gave no answer, and ``--when-stopped`` does not say to go on without it.
        Abort: hooks cannot run on this machine.
    """
    game = file.opened.game
    if game is None or not needs_consent(file.opened):
        return file  # what cannot be checked for another reason, such as a variant that is not here, is looked at
    asked = session.hooks.store.unknown_in(game)
    sums = {hook.name: terms_checksum(hook, settings_of(game, hook.name)) for hook in asked}
    listed = "\n".join(f"  {checksum}  {name}" for name, checksum in sums.items())
    if consent is None and asked:
        choices = f"--hooks=off looks at it without them, --hooks={','.join(sums.values())} runs them"
        raise LineError(f"{file.path.name} carries hooks, which change its rules; {choices}:\n{listed}", word=str(file.path))
    if consent == "off":
        return file
    store = ConsentStore()
    store.allow_checksums(() if consent is None else consent.split(","))
    unnamed = store.unknown_in(game)
    if unnamed:
        names = ", ".join(hook.name for hook in unnamed)
        raise LineError(f"{file.path.name} carries hooks that --hooks does not name ({names}):\n{listed}", word=consent or "")
    store.grant_in(game, for_good=False)
    service = HookService(store=store)
    closing.callback(service.close)
    unavailable = service.unavailable()
    if unavailable:
        raise Abort(f"Hooks cannot run here: {unavailable}. --hooks=off looks at the game without them.")
    session.hooks = service
    return replace(file, opened=checked(file.opened, service, session.services))
