"""Mail addresses: which text is one, and how it stands in a header. What could end a header is no part of either."""

from __future__ import annotations

import re
from email.headerregistry import Address

from languages import tr
from languages.outside_text import outside_line, outside_name

LONGEST = 254
"""Characters of an address (RFC 5321)."""
_LONGEST_NAME = 80

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_DOMAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*")


def checked_address(text: str) -> str:
    """*text* as it goes to a mail server; a domain in other letters is written in those of the Internet.

    Raises:
        ValueError: it is no address of one person. ``str()`` says why.
    """
    address = text.strip()
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain:
        raise ValueError(tr("“{shown}” is no mail address: expected somebody@somewhere", shown=_short_line(text)))
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode("ascii")
        except UnicodeError:
            raise ValueError(tr("“{shown}” is no mail address: there is no such domain", shown=_short_line(text))) from None
    if len(local) + len(domain) + 1 > LONGEST or len(local) > 64:
        raise ValueError(tr("“{shown}” is no mail address: it is too long", shown=_short_line(text)))
    if _LOCAL.fullmatch(local) is None or _DOMAIN.fullmatch(domain) is None:
        raise ValueError(tr("“{shown}” is no mail address that a server takes", shown=_short_line(text)))
    return f"{local}@{domain}"


def header_address(name: str, address: str) -> Address:
    """``Ada <ada@example.org>`` for a header.

    Raises:
        ValueError: *address* is none.
    """
    local, _, domain = checked_address(address).rpartition("@")
    return Address(person_name(name), local, domain)


def person_name(text: str) -> str:
    """*text* as the name of a person in a header, cut where it is very long."""
    return one_line(text, _LONGEST_NAME)


def one_line(text: str, most: int = 150) -> str:
    """*text* on one line, without marks that end a header or turn what is read round.

    Encoded words (``=?utf-8?q?=0d=0a?=``) are taken apart: a reader of headers would decode them, line ends and all.
    """
    return outside_name(outside_line(text).replace("=?", "= ?"), most)


def _short_line(text: str) -> str:
    return one_line(text, 60)
