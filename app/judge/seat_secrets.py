"""Secrets of seats: a word that is kept as a hash, a token for one seat of one game, and both cut out of everything kept and sent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

from app.mail_in.letter import CUT, without_password

_WORK = 2**14
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_MAC = 16
LONGEST_WORD = 100
_TOKEN = re.compile(rf"\b(?P<game>[a-z0-9][a-z0-9-]{{1,19}})\.(?P<power>[A-Za-z0-9_]{{2,40}})\.(?P<mac>[a-z2-7]{{{_MAC}}})\b")
_CONFIRM = re.compile(r"\b(?P<code>c[0-9a-f]{11})\.(?P<mac>[a-z2-7]{16})\b")


def new_word() -> str:
    """A random word: three parts of four letters, without those that are mistaken for others."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))


def hashed(word: str, salt: bytes | None = None, work: int | None = None) -> str:
    """Return the hash of *word* as it is kept: ``scrypt$16384$salt$hash``."""
    salt, work = salt or secrets.token_bytes(16), work or _WORK
    made = hashlib.scrypt(word.strip().encode(), salt=salt, n=work, r=8, p=1, maxmem=64 * 1024 * 1024, dklen=32)
    return f"scrypt${work}${salt.hex()}${made.hex()}"


def is_word(word: str, kept: str) -> bool:
    """Return True if *word* is the one of which *kept* is the hash; in the same time for every wrong one."""
    try:
        _, work, salt, _ = kept.split("$")
        return len(word) <= LONGEST_WORD and hmac.compare_digest(hashed(word, bytes.fromhex(salt), int(work)), kept)
    except ValueError:
        return False


def token(key: bytes, game: str, power: str, generation: int) -> str:
    """The token of a seat: it is computed from the judge's key, and kept nowhere."""
    return f"{game}.{power}.{_mac(key, f'seat|{game}|{power}|{generation}')}"


def token_in(text: str) -> tuple[str, str, str] | None:
    """Game, power and token that *text*, an address or a subject, carries; ``None`` where there is none."""
    found = _TOKEN.search(text)
    return None if found is None else (found["game"], found["power"].upper(), found[0])


def is_token(key: bytes, said: str, game: str, power: str, generation: int) -> bool:
    """Return True if *said* is the present token of that seat."""
    return hmac.compare_digest(said.rpartition(".")[2], token(key, game, power, generation).rpartition(".")[2])


def confirmation(key: bytes, code: str, address: str) -> str:
    """The token that confirms the staged mail *code*, sent to *address* alone."""
    return f"{code}.{_mac(key, f'confirm|{code}|{address.casefold()}')}"


def confirmation_in(text: str) -> tuple[str, str] | None:
    """Code and token of a confirmation in *text*."""
    found = _CONFIRM.search(text)
    return None if found is None else (found["code"], found[0])


def is_confirmation(key: bytes, said: str, code: str, address: str) -> bool:
    """Return True if *said* confirms the staged mail *code* from *address*."""
    return hmac.compare_digest(said, confirmation(key, code, address))


def form_mark(key: bytes, owner: str) -> str:
    """A fresh mark for a form on a page: only who was sent it with their own token can send it back, and it counts once."""
    once = secrets.token_hex(12)
    return f"{once}.{_mac(key, f'form|{once}|{owner}')}"


def is_form_mark(key: bytes, said: str, owner: str) -> bool:
    """Return True if *said* is a mark of a form that was made for *owner*."""
    once, _, mac = said.partition(".")
    return hmac.compare_digest(mac.encode(), _mac(key, f"form|{once}|{owner}").encode())


def cut(text: str) -> str:
    """Words of a sender without tokens, and without what stands where a password stands."""
    return "\n".join(without_password(line) for line in without_tokens(text).split("\n"))


def without_tokens(text: str) -> str:
    """*text*, which may be our own, without tokens."""
    return _CONFIRM.sub(CUT, _TOKEN.sub(CUT, text))


def without_tags(subject: str) -> str:
    """*subject* without the brackets in which a token stood, so that an answer gets a fresh one."""
    return " ".join(re.sub(r"\[\s*\]", "", _CONFIRM.sub("", _TOKEN.sub("", subject))).split())


def _mac(key: bytes, said: str) -> str:
    made = hmac.new(key, said.encode(), hashlib.sha256).digest()
    return base64.b32encode(made).decode().lower()[:_MAC]
