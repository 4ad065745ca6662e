"""Terms on which a table is opened to browsers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WebTerms:
    """Address and encryption of a served table."""

    host: str = "127.0.0.1"
    """The address to listen at; this machine alone unless given."""
    port: int = 1901
    """0 takes a free one."""
    public_url: str = ""
    """The address by which others reach it, behind a reverse proxy or a tunnel."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
