"""Letters between seats: sealed so that the seats of sender and readers alone open them.

The text is encrypted once, under a key of its own (AES-256-GCM). For each seat that key is wrapped under what X25519 and HKDF-SHA256 make
of the letter's passing key and the seat's public one. All of it is bound to game, sender, readers, phase and time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.game.entries import SEALED_TEXT, Press, SealedLetter
from app.hotseat.locks import decrypted, encrypted, fresh

SCHEME = "x25519-aesgcm"

BLOCK = 256
"""Bytes: every text is filled up to whole blocks, so that its length tells little."""

_KEY = 32


def seal_letter(game_id: str, phase: str, press: Press, publics: Mapping[str, bytes]) -> Press:
    """*press*, written in *phase*, with its text closed to all but the seats of *publics*: public keys by power."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    content = fresh(_KEY)
    passing = X25519PrivateKey.from_private_bytes(fresh(_KEY))
    offered = passing.public_key().public_bytes_raw()
    about = _about(game_id, phase, press)
    shares = []
    for name, public in publics.items():
        agreed = passing.exchange(X25519PublicKey.from_public_bytes(public))
        shares.append((name, encrypted(_wrapping(agreed, offered, public), content, about + name.encode())))
    data = press.text.encode("utf-8", "replace")
    closed = offered + encrypted(content, data + b" " * (-len(data) % BLOCK), about)
    return replace(press, text=SEALED_TEXT, sealed=SealedLetter(SCHEME, phase, tuple(shares), closed))


def open_letter(game_id: str, press: Press, name: str, privates: Iterable[bytes]) -> str | None:
    """The text of a sealed letter for the seat *name*, by one of its *privates*; ``None`` where none opens it, or it was changed."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    closed = press.sealed
    if closed is None or closed.scheme != SCHEME or len(closed.data) <= _KEY:
        return None
    offered, data = closed.data[:_KEY], closed.data[_KEY:]
    about = _about(game_id, closed.phase, press)
    mine = [share for power, share in closed.shares if power == name]
    for private in privates if mine else ():
        own = X25519PrivateKey.from_private_bytes(private)
        try:
            agreed = own.exchange(X25519PublicKey.from_public_bytes(offered))
        except ValueError:  # a forged key that agrees on nothing
            return None
        wrapping = _wrapping(agreed, offered, own.public_key().public_bytes_raw())
        for share in mine:
            content = decrypted(wrapping, share, about + name.encode())
            text = decrypted(content, data, about) if content is not None and len(content) == _KEY else None
            if text is not None:
                return text.decode("utf-8", "replace").rstrip(" ")
    return None


def _wrapping(agreed: bytes, offered: bytes, public: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), 32, salt=offered + public, info=b"entente letter").derive(agreed)


def _about(game_id: str, phase: str, press: Press) -> bytes:
    return "\n".join(("entente letter", game_id, press.sender, ",".join(press.receivers), phase, press.at, "")).encode()
