"""Messages of the operating system on a file or a connection, in the language in use: Python hands them on in English.

What Python's own readers say of a text is in ``library_words.py``.
"""

from __future__ import annotations

import errno

from languages.library_words import library_words
from languages.wording import active_language, mark, tr

_WORDS = {
    errno.ENOENT: mark("no such file or directory"),
    errno.EACCES: mark("permission denied"),
    errno.EPERM: mark("operation not permitted"),
    errno.EEXIST: mark("a file of this name is there already"),
    errno.ENOTDIR: mark("not a folder"),
    errno.EISDIR: mark("it is a folder"),
    errno.ENOTEMPTY: mark("the folder is not empty"),
    errno.ENOSPC: mark("no space left on the disk"),
    errno.EDQUOT: mark("no space left on the disk"),
    errno.EROFS: mark("the disk can only be read"),
    errno.EFBIG: mark("the file is too large"),
    errno.ENAMETOOLONG: mark("the name is too long"),
    errno.ELOOP: mark("the links lead in a circle"),
    errno.EIO: mark("the disk failed"),
    errno.EMFILE: mark("too many files are open"),
    errno.ENFILE: mark("too many files are open"),
    errno.ECONNREFUSED: mark("the connection was refused"),
    errno.ECONNRESET: mark("the connection was cut by the other side"),
    errno.ECONNABORTED: mark("the connection was cut"),
    errno.EPIPE: mark("the connection was cut by the other side"),
    errno.ETIMEDOUT: mark("no answer came in time"),
    errno.EHOSTUNREACH: mark("the machine cannot be reached"),
    errno.ENETUNREACH: mark("the network cannot be reached"),
    errno.EADDRINUSE: mark("the address is in use"),
    errno.EADDRNOTAVAIL: mark("the address is not one of this machine"),
}


def system_words(error: BaseException) -> str:
    """The reason of *error*, as a part of a sentence, whether the system gave it or one of Python's readers.

    What neither table has, and all in English, stands in their own words.
    """
    if not isinstance(error, OSError):
        return library_words(str(error)) or type(error).__name__
    own = error.strerror or str(error) or type(error).__name__
    if active_language() is None:
        return own
    if type(error).__name__ == "gaierror":  # by its name: few programs that load this have a use for sockets
        return tr("no machine of this name is known")
    if isinstance(error, TimeoutError):
        return tr("no answer came in time")
    known = _WORDS.get(error.errno or 0)
    return library_words(own) if known is None else tr(known)
