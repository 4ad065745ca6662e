"""PINs and passphrases: a lock and the key that it gives, and the wait after wrong ones.

The key is scrypt's (RFC 7914); the check is AES-GCM's seal of nothing, so that a wrong secret is known without trying any orders.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from secrets import token_bytes, token_hex

from app.game.entries import KeyWork, LetterKeys, Lock, LockKind
from app.game.record import EditError, Why
from app.game.storage.atomic import PrivateJson
from languages import plural, tr

SHORTEST_PIN = 4
SHORTEST_PASSPHRASE = 8
LONGEST = 200
"""Characters of a passphrase."""

_CHECK = b"entente lock"
_PRIVATE = b"entente letters\n"
MOST_PAIRS = 20
"""Pairs of keys for letters in one lock: the present one, and those of earlier PINs."""
_NONCE = 12

PHONE_WORK = KeyWork(n=2**10)
"""Of the lock of a phone: its token has 128 bits, which no work needs to protect."""
_PHONE_TOKEN = re.compile("phone-[0-9a-f]{32}")


def phone_token() -> str:
    """A fresh secret that a phone keeps: 128 bits by chance."""
    return f"phone-{token_hex(16)}"


def is_phone_token(text: str) -> bool:
    """Return True if *text* has the form of a phone's token."""
    return _PHONE_TOKEN.fullmatch(text) is not None


def checked_kind(secret: str) -> LockKind:
    """Return the kind of lock for *secret*. Digits alone are a PIN.

    Raises:
        EditError: the secret is too short to close anything, or too long to be typed.
    """
    plain = _normal(secret)
    if is_phone_token(plain):
        return LockKind.PHONE
    kind = LockKind.PIN if plain.isdigit() else LockKind.PASSPHRASE
    if len(plain) < (SHORTEST_PIN if kind is LockKind.PIN else SHORTEST_PASSPHRASE) or len(plain) > LONGEST:
        raise EditError(
            Why.BAD_TEXT,
            tr(
                "A PIN has at least {shortest_pin} digits, a passphrase at least {shortest_passphrase} characters and at most {longest}.",
                shortest_pin=SHORTEST_PIN,
                shortest_passphrase=SHORTEST_PASSPHRASE,
                longest=LONGEST,
            ),
        )
    return kind


def new_lock(secret: str, work: KeyWork | None = None) -> tuple[Lock, bytes]:
    """A lock that *secret* opens, and its key. Two locks of one secret have nothing in common.

    Raises:
        EditError: the secret is too short to close anything, or too long to be typed.
    """
    kind, plain = checked_kind(secret), _normal(secret)
    salt = token_bytes(16)
    work = work or KeyWork()
    key = _derived(plain, salt, work)
    return Lock(kind, work, salt, encrypted(key, b"", _CHECK), (new_pair(key),)), key


def new_pair(key: bytes) -> LetterKeys:
    """A fresh pair of keys for letters, the private one sealed under *key*."""
    return _pair(token_bytes(32), key)


def private_keys(lock: Lock, key: bytes) -> tuple[bytes, ...]:
    """Return the keys to the letters to the seats of *lock*, under its *key*; a pair that was changed by another program is passed over."""
    found = (decrypted(key, each.private, _PRIVATE + each.public) for each in lock.pairs)
    return tuple(each for each in found if each is not None)


def with_private_keys(lock: Lock, key: bytes, privates: Iterable[bytes]) -> Lock:
    """*lock* that also opens what *privates* open: the letters of an earlier PIN."""
    known = {each.public for each in lock.pairs}
    carried = (each for each in (_pair(private, key) for private in privates) if each.public not in known)
    return replace(lock, pairs=(*lock.pairs, *carried)[:MOST_PAIRS])


def _pair(private: bytes, key: bytes) -> LetterKeys:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    public = X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    return LetterKeys(public, encrypted(key, private, _PRIVATE + public))


def key_of(lock: Lock, secret: str) -> bytes:
    """The key that *secret* gives.

    Raises:
        EditError: it is not the secret of this lock. ``Attempts`` says how often that may be tried.
    """
    plain = _normal(secret)
    key = _derived(plain[:LONGEST], lock.salt, lock.work)
    if decrypted(key, lock.check, _CHECK) is None:
        raise EditError(Why.NOT_OPENED, tr("That is not the {kind} of this seat.", kind=tr(lock.kind)))
    return key


def fresh(size: int) -> bytes:
    """Return *size* random bytes, for keys and nonces."""
    return token_bytes(size)


def encrypted(key: bytes, text: bytes, about: bytes) -> bytes:
    """*text* under *key*: a fresh nonce, then AES-GCM's answer. It opens with the same *about* only."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # here: the first picture of the window does not wait for it

    nonce = token_bytes(_NONCE)
    return nonce + AESGCM(key).encrypt(nonce, text, about)


def decrypted(key: bytes, data: bytes, about: bytes) -> bytes | None:
    """Decrypt the data of ``encrypted``; ``None`` where key or *about* is another one, or the data was changed."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    opening = partial(AESGCM(key).decrypt, data[:_NONCE], data[_NONCE:], about)
    try:
        return opening() if len(data) >= _NONCE + 16 else None
    except InvalidTag:
        return None


def _derived(plain: str, salt: bytes, work: KeyWork) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=work.n, r=work.r, p=work.p).derive(plain.encode("utf-8"))


def _normal(secret: str) -> str:
    """The secret as every keyboard gives it: composed letters, without blanks at its ends."""
    return unicodedata.normalize("NFKC", secret).strip()


FREE = 3
"""Wrong secrets that cost no time: a slip of the finger."""
FIRST_WAIT = 5.0
"""Seconds after the next one; each further one doubles them."""
LONGEST_WAIT = 300.0
MANY = 10
"""Number of tries from which on the person learns of the table's remedies."""

MOST_KEPT = 500
"""Games and seats that are remembered."""


def wait_after(wrong: int) -> float:
    """Seconds that a seat stays closed after so many wrong secrets, one after the other."""
    return 0.0 if wrong <= FREE else min(FIRST_WAIT * 2.0 ** (min(wrong, 60) - FREE - 1), LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class Wait:
    """State of a seat for those who try to open it."""

    wrong: int = 0
    """Wrong secrets since the last right one."""
    seconds: float = 0.0
    """Time in which no try is possible."""

    @property
    def words(self) -> str:
        """Words for the person who tries."""
        if self.wrong == 0:
            return ""
        sentences = [plural("{count} wrong try.", "{count} wrong tries.", self.wrong)]
        if self.seconds > 0:
            sentences.append(plural("Try again in {count} seconds.", "Try again in {count} seconds.", -int(-self.seconds // 1)))
        if self.wrong >= MANY:
            sentences.append(tr("If it is forgotten, the table can discard these orders, unread."))
        return " ".join(sentences)


@dataclass(slots=True)
class Attempts:
    """Counts wrong secrets by game and seat, in a small file of this machine.

    Args:
        path: where the counts are kept; ``None`` keeps them in memory.
        now: a monotonic clock in seconds. Time while the program does not run counts for nothing.
    """

    path: Path | None
    now: Callable[[], float]
    _counts: dict[str, int] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)
    _file: PrivateJson = field(init=False)

    def __post_init__(self) -> None:
        self._file = PrivateJson(self.path, 256 * 1024, tr("keeping wrong tries"))

    def wait(self, game_id: str, name: str) -> Wait:
        """Return the present state of the seat *name* of that game."""
        self._read()
        key = f"{game_id} {name}"
        wrong = self._counts.get(key, 0)
        return Wait(wrong, max(self._until.get(key, 0.0) - self.now(), 0.0)) if wrong else Wait()

    def check(self, game_id: str, name: str) -> None:
        """Check that a try is allowed.

        Raises:
            EditError: the seat has to wait.
        """
        wait = self.wait(game_id, name)
        if wait.seconds > 0:
            raise EditError(Why.NOT_OPENED, wait.words)

    def wrong(self, game_id: str, name: str) -> Wait:
        """Note one more wrong secret; it is kept before anybody hears that it was wrong."""
        self._read()
        key = f"{game_id} {name}"
        self._counts[key] = self._counts.pop(key, 0) + 1
        for old in list(self._counts)[:-MOST_KEPT]:
            del self._counts[old]
        self._until[key] = self.now() + wait_after(self._counts[key])
        self._file.write(self._counts)
        return self.wait(game_id, name)

    def right(self, game_id: str, name: str) -> None:
        """Note that the right secret was given: what was wrong before is forgotten."""
        self._read()
        key = f"{game_id} {name}"
        if self._counts.pop(key, 0):
            self._until.pop(key, None)
            self._file.write(self._counts)

    def _read(self) -> None:
        """Take over what the file has, once."""
        found = self._file.read_once()
        kept = {key: count for key, count in found.items() if isinstance(count, int) and 0 < count < 10**6}
        for key, count in list(kept.items())[-MOST_KEPT:]:
            self._counts[key] = self._counts.get(key, 0) + count
            self._until[key] = self.now() + wait_after(self._counts[key])
