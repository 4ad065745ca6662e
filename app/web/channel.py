"""Channel between a phone and the program: encrypted and authenticated on any network, with fresh keys for each connection.

The program has a pair of keys (X25519). Its public one is in the QR code, behind the ``#`` that no browser sends. A phone makes a passing
pair and sends the public half; the program answers with one of its own. What both agree on twice, with the lasting key and with the passing
one, gives a key for each direction (HKDF-SHA256); every message then is one ChaCha20-Poly1305 box whose nonce counts. So a recording of the
network opens nothing, also if the program's key is found later, and no message can be played again, left out or sent back unnoticed.
The page has the same in ``resources/web/seat.js``, with the audited libraries of ``resources/web/noble.js``.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from languages import tr

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

_KEY = 32
_INFO = b"entente phone channel 1"
BLOCK = 64
"""Bytes: every message is filled up to whole blocks, so that its length tells little."""


class ChannelError(Exception):
    """Data of a connection that breaks the protocol."""


def server_key(folder: Path | None) -> X25519PrivateKey:
    """The program's lasting key, kept in *folder* so that phones know it again after a restart; in memory alone where it cannot be kept."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    path = None if folder is None else folder / "phones.key"
    if path is not None:
        try:
            kept = read_bounded(path, 1000, tr("reading the key for phones"))
            if len(kept) == _KEY:
                return X25519PrivateKey.from_private_bytes(kept)
        except (StorageError, OSError):
            pass
    fresh = X25519PrivateKey.generate()
    if path is not None:
        try:
            make_folder(path.parent, tr("keeping the key for phones"))
            write_atomically(path, fresh.private_bytes_raw(), tr("keeping the key for phones"), private=True)
        except (StorageError, OSError):
            pass
    return fresh


def public_text(key: X25519PrivateKey) -> str:
    """The public half as a QR code and a page carry it."""
    return encoded(key.public_key().public_bytes_raw())


def encoded(data: bytes) -> str:
    """*data* in letters that a web address bears."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def decoded(text: object) -> bytes:
    """Return the bytes that ``encoded`` wrote.

    Raises:
        ChannelError: it is nothing of the kind.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise ChannelError
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise ChannelError from error


@dataclass(slots=True)
class Channel:
    """One end of a connection; the keys are those of what it receives and of what it sends."""

    receiving: bytes = field(repr=False)
    sending: bytes = field(repr=False)
    _received: int = 0
    _sent: int = 0

    def sealed(self, message: object) -> bytes:
        """*message* as it goes over the connection next."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        text = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        nonce = _nonce(self._sent)
        self._sent += 1
        return ChaCha20Poly1305(self.sending).encrypt(nonce, text + b" " * (-len(text) % BLOCK), None)

    def opened(self, data: bytes) -> object:
        """The message that *data* carries, which has to be the next one.

        Raises:
            ChannelError: it is not.
        """
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        try:
            text = ChaCha20Poly1305(self.receiving).decrypt(_nonce(self._received), data, None)
        except (InvalidTag, ValueError, OverflowError) as error:
            raise ChannelError from error
        self._received += 1
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ChannelError from error


def answer_hello(key: X25519PrivateKey, hello: object) -> tuple[str, Channel]:
    """Return the program's answer to a phone's first message, and its end of the channel.

    Raises:
        ChannelError: *hello* is none.
    """
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    offered = decoded(hello.get("e") if isinstance(hello, dict) else None)
    if len(offered) != _KEY:
        raise ChannelError
    passing = X25519PrivateKey.generate()
    own = passing.public_key().public_bytes_raw()
    theirs = X25519PublicKey.from_public_bytes(offered)
    try:
        agreed = key.exchange(theirs) + passing.exchange(theirs)
    except ValueError as error:  # a forged key that agrees on nothing
        raise ChannelError from error
    up, down = _keys(agreed, offered + own + key.public_key().public_bytes_raw())
    return json.dumps({"n": encoded(own)}), Channel(receiving=up, sending=down)


@dataclass(slots=True)
class PhoneHello:
    """The other end: what a phone does, for programs and tests that are one."""

    server: bytes
    """The program's public key."""
    _passing: X25519PrivateKey | None = None

    def first(self) -> str:
        """The first message."""
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

        self._passing = X25519PrivateKey.generate()
        return json.dumps({"e": encoded(self._passing.public_key().public_bytes_raw())})

    def channel(self, answer: str) -> Channel:
        """The channel after the program's *answer*.

        Raises:
            ChannelError: it is none.
        """
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

        assert self._passing is not None
        said = json.loads(answer)
        theirs = decoded(said.get("n"))
        own = self._passing.public_key().public_bytes_raw()
        agreed = self._passing.exchange(X25519PublicKey.from_public_bytes(self.server)) + self._passing.exchange(
            X25519PublicKey.from_public_bytes(theirs)
        )
        up, down = _keys(agreed, own + theirs + self.server)
        return Channel(receiving=down, sending=up)


def _keys(agreed: bytes, transcript: bytes) -> tuple[bytes, bytes]:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    both = HKDF(SHA256(), 2 * _KEY, salt=transcript, info=_INFO).derive(agreed)
    return both[:_KEY], both[_KEY:]


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "little")
