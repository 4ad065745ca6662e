"""Addresses of a served table, checks of hosts and origins, and the protection that each way gives."""

from __future__ import annotations

import ipaddress
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

from app.session.requests import WebTerms
from languages import tr

PORT = 1901
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared, not listened at
"""Hosts that stand for every network of this machine."""

_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")


def local_addresses() -> tuple[str, ...]:
    """The addresses of this machine at which others can reach it, private IPv4 ones first."""
    import psutil

    found: list[ipaddress.IPv4Address | ipaddress.IPv6Address] = []
    for listed in psutil.net_if_addrs().values():
        for each in listed:
            if each.family not in {socket.AF_INET, socket.AF_INET6}:
                continue
            try:
                address = ipaddress.ip_address(each.address.partition("%")[0])
            except ValueError:
                continue
            if not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified):
                found.append(address)
    found.sort(key=lambda each: (each.version, not each.is_private, str(each)))
    return tuple(dict.fromkeys(str(each) for each in found))


def addresses_of(terms: WebTerms, port: int, *, with_ipv6: bool = True) -> tuple[str, ...]:
    """The web addresses of the table, the best first.

    Args:
        with_ipv6: whether IPv6 is listened to where every network is.
    """
    scheme = "https" if terms.tls_cert is not None else "http"
    if terms.public_url:
        return (terms.public_url.rstrip("/"),)
    host = terms.host
    hosts = tuple(each for each in local_addresses() if with_ipv6 or ":" not in each) if host in EVERYWHERE else (host,)
    if not hosts:
        hosts = ("127.0.0.1",)
    return tuple(f"{scheme}://{_in_url(each)}:{port}" for each in hosts)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Return True if *host* is an address of this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def allowed_host(header: str, terms: WebTerms) -> bool:
    """Return True if the host *header* is an address or a name of this machine, and no name that others can point at it."""
    if _HOST.fullmatch(header) is None:
        return False
    host = urlsplit(f"//{header}").hostname or ""
    if terms.public_url and host == (urlsplit(terms.public_url).hostname or ""):
        return True
    if host in {"localhost", terms.host.casefold(), socket.gethostname().casefold()} or host.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def allowed_origin(origin: str | None, header: str, terms: WebTerms) -> bool:
    """Return True if *origin* is a page of ours."""
    if not origin:
        return False
    said = urlsplit(origin)
    if terms.public_url and said.netloc == urlsplit(terms.public_url).netloc:
        return True
    return said.netloc.casefold() == header.casefold() and bool(header)


def protection(terms: WebTerms) -> str:
    """Return two sentences on what the connection protects against and what it does not."""
    if terms.tls_cert is not None or terms.public_url.startswith("https://"):
        return tr(
            "The connection is encrypted (HTTPS): nobody on the network reads or changes it. Orders and letters are encrypted once more."
        )
    return tr(
        "Orders, letters and seals are encrypted between phone and program, so that a recording of the network tells none of them."
        " Without HTTPS, somebody who can change the page on its way to a phone could still read what is typed there."
    )


def checked_tls(terms: WebTerms) -> None:
    """See to it that certificate and key are both there.

    Raises:
        OSError: one of them cannot be read.
        ValueError: one is named without the other.
    """
    if (terms.tls_cert is None) != (terms.tls_key is None):
        raise ValueError(tr("A certificate and its key belong together: --tls-cert and --tls-key."))
    for path in (terms.tls_cert, terms.tls_key):
        if path is not None:
            Path(path).read_bytes()
