import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pydantic import SecretStr
from tests.mail_server import MailServer

from llmbattler.core import mail
from llmbattler.core.mail import MailNotSent, send_mail
from llmbattler.core.settings import Settings

LETTER = {"to": "ann@example.org", "subject": "Hello", "text": "Good day.\n.\nBye — Ä\n"}


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


def sending(url: str) -> Settings:
    return Settings(smtp_url=SecretStr(url), mail_from="arena@example.org", discovery=False)


@pytest.fixture
def own_certificate(tmp_path: Path) -> ssl.SSLContext:
    """One that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    both = tmp_path / "both.pem"
    both.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    return context


async def test_a_letter_arrives_as_it_was_written(server: MailServer) -> None:
    await send_mail(sending(server.url), **LETTER)
    letter = await server.wait_for()
    assert (letter.sender, letter.to) == ("arena@example.org", ["ann@example.org"])
    assert letter.message["Subject"] == "Hello"
    assert letter.message["To"] == "ann@example.org"
    assert letter.message["Message-ID"].endswith("@example.org>")
    assert letter.text == LETTER["text"]


async def test_a_password_is_shown_to_the_server_that_asks(server: MailServer) -> None:
    server.login = ("arena@example.org", "p@ss/word")
    await send_mail(sending(f"smtp://arena%40example.org:p%40ss%2Fword@127.0.0.1:{server.port}"), **LETTER)
    await server.wait_for()
    with pytest.raises(MailNotSent) as refused:
        await send_mail(sending(f"smtp://arena%40example.org:mistaken@127.0.0.1:{server.port}"), **LETTER)
    assert "mistaken" not in str(refused.value)
    assert refused.value.__cause__ is None


async def test_a_password_is_not_sent_unencrypted() -> None:
    async with MailServer(host="127.0.0.2", login=("user", "password")) as server:
        with pytest.raises(MailNotSent):
            await send_mail(sending(f"smtp://user:password@127.0.0.2:{server.port}"), **LETTER)
        assert not [line for line in server.heard if line.startswith("AUTH")]


async def test_a_certificate_that_nobody_vouches_for_is_refused(
    server: MailServer, own_certificate: ssl.SSLContext
) -> None:
    server.tls = own_certificate
    with pytest.raises(MailNotSent, match="SSLCertVerificationError"):
        await send_mail(sending(f"smtp://localhost:{server.port}"), **LETTER)
    assert server.letters == []


async def test_a_server_that_is_not_there_is_named(server: MailServer) -> None:
    await server.__aexit__()
    with pytest.raises(MailNotSent, match=f"127.0.0.1:{server.port}: ConnectionRefusedError"):
        await send_mail(sending(server.url), **LETTER)


@pytest.mark.parametrize(
    "to", ["a@example.org,b@example.org", "a@example.org\r\nBcc: b@example.org", "a", "", "<a@b.c>"]
)
async def test_one_address_is_one_address(server: MailServer, to: str) -> None:
    with pytest.raises(MailNotSent):
        await send_mail(sending(server.url), **{**LETTER, "to": to})
    assert server.letters == []


async def test_without_a_server_nothing_is_sent() -> None:
    with pytest.raises(MailNotSent, match="SMTP_URL"):
        await send_mail(Settings(discovery=False), **LETTER)


@pytest.mark.parametrize(
    ("url", "host", "port", "implicit_tls"),
    [
        ("smtp://mail.example", "mail.example", 587, False),
        ("smtp://u:p@mail.example:25", "mail.example", 25, False),
        ("smtps://u:p@mail.example", "mail.example", 465, True),
        ("smtps://[::1]:1465", "::1", 1465, True),
    ],
)
def test_addresses_of_servers(url: str, host: str, port: int, implicit_tls: bool) -> None:
    server = mail.MailServer.parse(url)
    assert (server.host, server.port, server.implicit_tls) == (host, port, implicit_tls)
    assert "password" not in repr(mail.MailServer.parse("smtp://user:password@mail.example"))
