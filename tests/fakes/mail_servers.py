"""A mail server on this machine, with a certificate of its own, which refuses, waits and hangs up as a test wants it."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.mail_out.mail import Correspondent
from app.mail_out.mail_server import MailServer, Security, keep_server

USER, PASSWORD = "gm", "a long password"


@dataclass
class Handler:
    """Handler of a mail, by its receiver."""

    refused: dict[str, str] = field(default_factory=dict)
    """Receiver to the answer to RCPT."""
    answers: dict[str, str] = field(default_factory=dict)
    """Receiver to the answer after the text."""
    cut: set[str] = field(default_factory=set)
    """Receivers whose mail is taken, and the connection ended before the answer."""
    cut_before: set[str] = field(default_factory=set)
    """Receivers at whom the connection ends before any text."""
    slow: set[str] = field(default_factory=set)
    """Receivers whose mail is taken, and no answer comes."""
    got: list[tuple[str, bytes]] = field(default_factory=list)
    """Receiver and text of every mail that was taken."""
    logins: int = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address in self.cut_before:
            self.cut_before.discard(address)
            server.transport.abort()
            return "421 gone"
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        receiver = envelope.rcpt_tos[0]
        if receiver in self.answers:
            return self.answers[receiver]
        self.got.extend((each, envelope.content) for each in envelope.rcpt_tos)
        if receiver in self.cut:
            server.transport.abort()
        if receiver in self.slow:
            await asyncio.sleep(3)
        return "250 taken as 17"

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.logins += 1
        known = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=known, handled=known)

    @property
    def receivers(self) -> list[str]:
        """Receivers whose mails were taken, in their sequence."""
        return [receiver for receiver, _ in self.got]


@contextmanager
def mail_server(folder: Path, handler: Handler, security: Security = Security.TLS, *, offers_tls: bool = True) -> Iterator[MailServer]:
    """A server that answers with *handler*, and the settings for it. Its certificate lies in *folder* as ``cert.pem``."""
    context = _context(folder)
    options: dict[str, Any] = {
        "hostname": "127.0.0.1",
        "port": 0,
        "authenticator": handler.authenticate,
        "auth_required": security is Security.STARTTLS and offers_tls,
    }
    if security is Security.TLS:
        options |= {"ssl_context": context, "auth_require_tls": False}
    elif offers_tls:
        options |= {"tls_context": context, "require_starttls": True}
    else:
        options |= {"auth_require_tls": False}
    controller = _Controller(handler, **options)
    controller.start()
    try:
        port = controller.drawn_port
        yield MailServer("127.0.0.1", port, security, USER, Correspondent("Gus", "gm@example.org"))
    finally:
        controller.stop()


@contextmanager
def server_that_is_set(folder: Path, handler: Handler, patch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """The server of the program's settings; its certificate is believed as one of the system's."""
    patch.setenv("SSL_CERT_FILE", str(folder / "cert.pem"))
    with mail_server(folder, handler) as found:
        keep_server(found)
        yield found


class _Controller(Controller):
    @property
    def drawn_port(self) -> int:
        assert isinstance(self.server, asyncio.Server)
        return int(self.server.sockets[0].getsockname()[1])

    def _trigger_server(self) -> None:
        """Knock once: the port was drawn by the system."""
        with socket.create_connection(("127.0.0.1", self.drawn_port), 5):
            self._factory_invoked.wait(5)


def trusting(folder: Path) -> ssl.SSLContext:
    """Believes the certificate in *folder*."""
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def _context(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = serialization.PrivateFormat.TraditionalOpenSSL
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, private, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context
