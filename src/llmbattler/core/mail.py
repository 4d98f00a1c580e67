"""Send mail through the configured server."""

import asyncio
import smtplib
import ssl
from dataclasses import dataclass, field
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from .errors import Unavailable
from .settings import Settings

SECONDS = 20
PORTS = {"smtp": 587, "smtps": 465}
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


class MailNotSent(Unavailable):
    """The mail could not be sent."""


@dataclass(frozen=True, slots=True)
class MailServer:
    host: str
    port: int
    implicit_tls: bool
    """TLS from the first byte (`smtps://`) instead of STARTTLS."""
    user: str
    password: str = field(repr=False)

    @classmethod
    def parse(cls, url: str) -> "MailServer":
        parts = urlsplit(url)
        return cls(
            host=parts.hostname or "",
            port=parts.port or PORTS[parts.scheme],
            implicit_tls=parts.scheme == "smtps",
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )


async def send_mail(settings: Settings, *, to: str, subject: str, text: str) -> None:
    """Send a plain-text message to one address, or raise `MailNotSent`."""
    if settings.smtp_url is None or settings.mail_from is None:
        raise MailNotSent("No mail server is configured; set SMTP_URL.")
    server = MailServer.parse(settings.smtp_url.get_secret_value())
    try:
        message = _write(sender=settings.mail_from, to=to, subject=subject, text=text)
        await asyncio.to_thread(_send, server, message, settings.mail_from, to)
    except (smtplib.SMTPException, OSError, MessageError, ValueError, IndexError) as problem:
        # Only the name: the server's words may repeat the message or the password.
        raise MailNotSent(f"{server.host}:{server.port}: {type(problem).__name__}.") from None


def _write(*, sender: str, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = Address(addr_spec=to)  # one address, even with commas in it
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.strip("<> ").rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _send(server: MailServer, message: EmailMessage, sender: str, to: str) -> None:
    tls = ssl.create_default_context()
    with _connect(server, tls) as connection:
        if not server.implicit_tls:
            connection.ehlo()
            if connection.has_extn("starttls"):
                connection.starttls(context=tls)
            elif server.user and server.host not in _THIS_MACHINE:
                raise smtplib.SMTPNotSupportedError("the server offers no TLS, so the password is not sent")
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(message, from_addr=sender, to_addrs=[to])


def _connect(server: MailServer, tls: ssl.SSLContext) -> smtplib.SMTP:
    if server.implicit_tls:
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=tls)
    return smtplib.SMTP(server.host, server.port, timeout=SECONDS)
