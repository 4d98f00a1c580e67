"""F47–F49 of the listed faults: HTTP, TLS and DNS on the way to a provider."""

import asyncio
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from tests.connectors.callers import (
    ASK,
    CHUNK,
    END,
    MODEL,
    SSE,
    FakeSleep,
    open_caller,
    place,
    raw_server,
    read,
    say_nothing,
    text_of,
)

from llmbattler.connectors import transport as transport_module
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Place
from llmbattler.connectors.errors import ConnectorError, Refused, TimedOut, Unreachable
from llmbattler.testing import Script, ScriptedProvider


@pytest.fixture
def fake_sleep() -> FakeSleep:
    return FakeSleep()


@pytest.fixture
async def caller(fake_sleep: FakeSleep) -> AsyncIterator[Caller]:
    async with open_caller(fake_sleep) as caller:
        yield caller


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider


@pytest.mark.parametrize("compress", ["gzip", "deflate"])
async def test_f47_compressed_streams_are_read(caller: Caller, provider: ScriptedProvider, compress: str) -> None:
    provider.script(MODEL, Script(text="Compressed.", compress=compress))  # type: ignore[arg-type]
    assert text_of(await read(caller.stream("openai", place(provider), ASK))) == "Compressed."


CHUNKED = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (CHUNK, END))


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + CHUNK + END,
        SSE + b"Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" + CHUNKED + b"0\r\nX-Sum: 1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n" + CHUNK + END,
    ],
)
async def test_f47_old_and_odd_http_is_read(caller: Caller, provider: ScriptedProvider, raw: bytes) -> None:
    provider.script(MODEL, Script(raw=raw))
    assert text_of(await read(caller.stream("openai", place(provider), ASK))) == "Hi"


@pytest.mark.parametrize(
    "raw",
    [
        SSE + b"Content-Length: 9999\r\n\r\n" + CHUNK,
        SSE + b"Content-Length: 5\r\n\r\n" + CHUNK + END,
        SSE + b"Content-Encoding: br\r\n\r\n" + CHUNK + END,
        SSE + b"Content-Encoding: gzip\r\n\r\n" + CHUNK + END,
        SSE + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n" + CHUNK,
        SSE + b"X-Long: " + b"x" * 100_000 + b"\r\n\r\n" + CHUNK + END,
        b"no http at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Sign in</html>",
        b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"error": {"code": 500, "message": "x"}}',
        b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
    ],
)
async def test_f47_broken_http_is_a_named_error(caller: Caller, provider: ScriptedProvider, raw: bytes) -> None:
    provider.script(MODEL, Script(raw=raw))
    call = caller.stream("openai", place(provider), ASK)
    with pytest.raises(ConnectorError):
        await read(call)
    assert call.finish is None


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate authority of our own."""
    folder = tmp_path_factory.mktemp("tls")
    new = ("-newkey", "rsa:2048", "-nodes")
    openssl(folder, "req", "-x509", *new, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca", "-days", "2")
    openssl(folder, "req", *new, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=server")
    return folder


def certificate(folder: Path, names: str, end: str) -> ssl.SSLContext:
    (folder / "ca.cnf").write_text(
        "[ca]\ndefault_ca=me\n[me]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\n"
        f"policy=any\nunique_subject=no\nx509_extensions=ext\n[any]\ncommonName=supplied\n[ext]\nsubjectAltName={names}\n"
    )
    (folder / "index.txt").write_text("")
    (folder / "serial").write_text("01\n")
    dates = ("-startdate", "20200101000000Z", "-enddate", end)
    signing = ("-cert", "ca.pem", "-keyfile", "ca.key", "-in", "request.pem", "-out", "cert.pem", "-notext")
    openssl(folder, "ca", "-batch", "-config", "ca.cnf", *signing, *dates)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


async def answer_well(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(SSE + b"Connection: close\r\n\r\n" + CHUNK + END)
    await writer.drain()
    writer.close()


def make_trusting_context(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "ca.pem"))


@pytest.mark.parametrize(
    ("names", "end", "trusted", "words"),
    [
        ("IP:127.0.0.1", "20210101000000Z", True, "expired"),
        ("DNS:wrong.example", "20990101000000Z", True, "mismatch|doesn't match|not valid for"),
        ("IP:127.0.0.1", "20990101000000Z", False, "certificate"),
    ],
)
async def test_f48_bad_certificates_are_refused_with_the_reason(
    fake_sleep: FakeSleep, authority: Path, names: str, end: str, trusted: bool, words: str
) -> None:
    tls = make_trusting_context(authority) if trusted else None
    async with (
        raw_server(answer_well, certificate(authority, names, end)) as port,
        open_caller(fake_sleep, tls=tls) as caller,
    ):
        with pytest.raises(Refused, match=words):
            await read(caller.stream("openai", Place(MODEL, f"https://127.0.0.1:{port}/v1"), ASK))
    assert fake_sleep.waits == []


async def test_f48_a_good_certificate_is_accepted(fake_sleep: FakeSleep, authority: Path) -> None:
    server = certificate(authority, "IP:127.0.0.1", "20990101000000Z")
    async with (
        raw_server(answer_well, server) as port,
        open_caller(fake_sleep, tls=make_trusting_context(authority)) as caller,
    ):
        assert text_of(await read(caller.stream("openai", Place(MODEL, f"https://127.0.0.1:{port}/v1"), ASK))) == "Hi"


async def test_f48_a_handshake_that_hangs_times_out(caller: Caller) -> None:
    async with raw_server(say_nothing) as port:
        with pytest.raises((TimedOut, Unreachable)):
            await read(caller.stream("openai", Place(MODEL, f"https://127.0.0.1:{port}/v1"), ASK))


class Names(AbstractResolver):
    """Says whatever address it was last told; None is an unknown name, an empty one is never answered."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.asked = 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked += 1
        if self.address is None:
            raise OSError(socket.EAI_NONAME, "Name or service not known")
        if not self.address:
            await asyncio.Event().wait()
        return [ResolveResult(hostname=host, host=self.address, port=port, family=family, proto=0, flags=0)]

    async def close(self) -> None:
        """Nothing is open."""


def open_caller_with_names(fake_sleep: FakeSleep, names: Names) -> AbstractAsyncContextManager[Caller]:
    return open_caller(fake_sleep, resolver=names)


async def test_f49_an_unknown_name(fake_sleep: FakeSleep) -> None:
    async with open_caller_with_names(fake_sleep, Names(None)) as caller:
        with pytest.raises(Unreachable, match=r"llm\.example"):
            await read(caller.stream("openai", Place(MODEL, "http://llm.example/v1"), ASK))


async def test_f49_a_name_that_takes_too_long(fake_sleep: FakeSleep) -> None:
    async with open_caller_with_names(fake_sleep, Names("")) as caller:
        with pytest.raises((TimedOut, Unreachable)):
            await read(caller.stream("openai", Place(MODEL, "http://llm.example/v1"), ASK))


async def test_f49_a_name_that_moves_is_looked_up_again(
    fake_sleep: FakeSleep, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_module, "DNS_SECONDS", 0)
    names = Names("127.0.0.99")
    there = Place(MODEL, provider.openai_url.replace("127.0.0.1", "llm.example"))
    provider.script(MODEL, Script())
    async with open_caller_with_names(fake_sleep, names) as caller:
        with pytest.raises(Unreachable):
            await read(caller.stream("openai", there, ASK))
        names.address = "127.0.0.1"
        assert await read(caller.stream("openai", there, ASK))
