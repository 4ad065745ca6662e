"""Files of mails as they are read: bounded, and whole. A mail program may write into a mailbox while it is read."""

from __future__ import annotations

from pathlib import Path

from app.game.storage.atomic import read_bounded, storing
from app.mail_in.envelope.mime import MOST_BYTES
from app.session.errors import FileTrouble
from languages import tr


def read_mail_file(path: Path) -> bytes:
    """The bytes of *path*, one more than is read of a box at most.

    Raises:
        StorageError: it is no ordinary file, or cannot be read.
        FileTrouble: it was written to meanwhile, so that the end of a mail may be missing.
    """
    with storing(path, tr("reading the mails")):
        before = path.stat()
    data = read_bounded(path, MOST_BYTES, tr("reading the mails"))
    with storing(path, tr("reading the mails")):
        after = path.stat()
    times = [(each.st_mtime_ns, each.st_ctime_ns, each.st_size) for each in (before, after)]
    if times[0] != times[1] or len(data) < min(after.st_size, MOST_BYTES):
        said = tr("{path} was changed while it was read: nothing of it was taken.", path=path.name)
        raise FileTrouble(tr("{said} Read it again when the mail program is done.", said=said))
    return data
