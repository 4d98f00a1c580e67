"""Attacks through addresses that people give (A35, A37, A39, A40, A41 of shared/cases/ATTACKS.md)."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.test_utils import unused_port
from pydantic import SecretStr
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.catalog.providers.flow.connection_checks import check_connection
from llmbattler.catalog.providers.schemas import ConnectionIn, Verdict
from llmbattler.catalog.providers.service.providers import Rules
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message, Place
from llmbattler.connectors.errors import AddressNotAllowed, ConnectorError
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.retry import RetryRules
from llmbattler.connectors.settings import read_policy
from llmbattler.connectors.transport import open_transport
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.outbound import STRICT, BadAddress, Outbound, check_url
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.vault import Vault

MASTER = "6d61737465722d6b65792d666f722d74657374732d30303031"
PUBLIC = "93.184.216.34"
HIDDEN = (
    "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]", "[::ffff:169.254.169.254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::]", "0",
    "0.0.0.0", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200", "168.63.129.16",  # noqa: S104
    "[fd00:ec2::254]", "[fe80::1]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "[fc00::1]", "224.0.0.1",
    "255.255.255.255", "localhost", "localhost.", "LOCALHOST", "a.localhost", "metadata.google.internal",
    "metadata.google.internal.", "metadata", "①②⑦.⓪.⓪.①", "１２７.0.0.1", "127。0。0。1", "127.0.0.1%00.example.org",
    "[fe80::1%25eth0]",
)  # fmt: skip
OWN = frozenset({
    "127.0.0.1", "[::1]", "localhost", "localhost.", "LOCALHOST", "a.localhost", "[::ffff:7f00:1]", "10.0.0.1",
    "172.16.0.1", "192.168.1.1", "[fc00::1]",
})  # fmt: skip
"""Of these, what a site that is not public may call: this machine and private networks, in their usual spelling."""
SCHEMES = (
    "file:///etc/passwd", "gopher://x/", "ftp://x/", "data:text/plain,x", "unix:/tmp/x", "jar:http://x!/", "//x/v1",
    "javascript:alert(1)", "http:/x", "http://", "https://", "x", " http://example.org", "http://user:pw@example.org",
    "http://example.org\\@127.0.0.1/", "http://example.org:0/", "http://example.org:99999/", "http://exa mple.org/",
    "http://example.org/\r\nX: y", "http://example.org/\t",
)  # fmt: skip


@dataclass
class Sink:
    """Counts who connects to it, whatever they say."""

    port: int
    connections: list[Any] = field(default_factory=list)


@pytest.fixture
async def sink() -> AsyncIterator[Sink]:
    async def take(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found.connections.append(writer.get_extra_info("peername"))
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    found = Sink(server.sockets[0].getsockname()[1])
    yield found
    server.close()
    await server.wait_closed()


class ChangingResolver(AbstractResolver):
    """Answers with the addresses in turn, and stays with the last one."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = list(addresses)
        self.asked = 0

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,  # noqa: ARG002 - aiohttp's
    ) -> list[ResolveResult]:
        self.asked += 1
        address = self._addresses.pop(0) if len(self._addresses) > 1 else self._addresses[0]
        return [
            ResolveResult(
                hostname=host, host=address, port=port, family=socket.AF_INET, proto=0, flags=socket.AI_NUMERICHOST
            )
        ]

    async def close(self) -> None:
        pass


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"master_key": SecretStr(MASTER)})


@pytest.mark.parametrize("host", HIDDEN)
def test_a35_hidden_addresses_are_refused(host: str) -> None:
    for url in (f"http://{host}/v1", f"https://{host}:8443/v1"):
        with pytest.raises(BadAddress):
            check_url(url, STRICT)


@pytest.mark.parametrize("host", HIDDEN)
def test_a35_a_private_site_calls_its_own_networks_and_no_others(host: str) -> None:
    policy = read_policy(Settings())
    if host in OWN:
        assert check_url(f"http://{host}:11434/v1", policy)
    else:
        with pytest.raises(BadAddress):
            check_url(f"http://{host}:11434/v1", policy)


@pytest.mark.parametrize("host", HIDDEN)
def test_a35_admins_of_a_public_site_are_refused_too(host: str) -> None:
    policy = read_policy(Settings(profile=Profile.PUBLIC))
    with pytest.raises(BadAddress):
        check_url(f"http://{host}/v1", policy)


def test_a35_the_admins_list_lets_model_servers_through() -> None:
    listed = read_policy(Settings(profile=Profile.PUBLIC, local_hosts=("127.0.0.1", "vllm", "100.64.0.0/10")))
    for url in ("http://127.0.0.1:8000/v1", "http://vllm:8000/v1", "http://100.64.0.1/v1", "https://api.openai.com/v1"):
        assert check_url(url, listed)
    for url in ("http://127.0.0.2/v1", "http://[::1]/v1", "http://10.0.0.1/v1", "http://100.100.100.200/"):
        with pytest.raises(BadAddress):
            check_url(url, listed)
    said = read_policy(Settings(profile=Profile.PUBLIC, ollama_base_url="http://10.1.2.3:11434/v1"))
    assert check_url("http://10.1.2.3:11434/v1", said)


async def test_a35_a39_the_admin_takes_no_such_address(clients: ClientFactory) -> None:
    admin = await clients.admin()
    for url in (
        *SCHEMES,
        "http://169.254.169.254/v1",
        "http://2130706433/v1",
        "http://①②⑦.0.0.1/v1",
        "http://[fe80::1]/",
    ):
        for path, body in (
            ("/api/admin/providers", {"name": "X", "base_url": url}),
            ("/api/admin/connection-tests", {"base_url": url}),
        ):
            answer = await admin.post(path, json=body)
            assert answer.status_code == 422, (path, url, answer.text)
    text = json.dumps({"models": [{"id": "m", "base_url": "file:///etc/passwd"}]})
    assert (await admin.post("/api/admin/catalog-file", json={"content": text})).status_code == 422
    assert (await admin.get("/api/admin/providers")).json()["providers"] == []


@pytest.mark.parametrize("url", SCHEMES)
def test_a39_other_schemes_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        check_url(url, STRICT)


Fetch = Callable[[Caller, Database, Settings, str], Awaitable[object]]


async def _call(caller: Caller, database: Database, settings: Settings, url: str) -> object:
    calls = ModelCalls(database, caller, settings)
    try:
        async for _ in calls.stream(_model(url), [Message.user("Hi")], context=CallContext(purpose="direct")):
            pass
    finally:
        await calls.close()
    return None


async def _probe(caller: Caller, database: Database, settings: Settings, url: str) -> object:
    async with database.unit() as session:
        await sync_catalog(session, offers=[_model(url)])
    await probe_health(database, caller, settings)
    return None


async def _discover(caller: Caller, database: Database, settings: Settings, url: str) -> object:
    # A setting would put the host on the list, so the list is emptied again by the transport's own policy.
    looking = settings.model_copy(update={"discovery": True, "ollama_base_url": url, "profile": Profile.PRIVATE})
    report = await refresh_catalog(database, caller, looking)
    assert not report.targets[0].found
    return report


async def _test(caller: Caller, database: Database, settings: Settings, url: str) -> object:
    rules = Rules(Vault(MasterKeys(settings)), STRICT)
    verdict = await check_connection(caller, wanted=ConnectionIn(base_url=url), rules=rules)
    assert verdict.result in {Verdict.ADDRESS_REFUSED, Verdict.NO_ANSWER}
    return verdict


def _model(url: str) -> OfferedModel:
    return OfferedModel(
        model_id="m", name="M", connector="openai", model="m", source=Source.FILE, place=PlaceKind.CLOUD, base_url=url
    )


@pytest.mark.parametrize("fetch", [_call, _probe, _discover, _test])
@pytest.mark.parametrize("answers", [(PUBLIC, "127.0.0.1"), ("127.0.0.1",)])
async def test_a37_a_name_that_changes_its_mind_gains_nothing(
    fetch: Fetch, answers: tuple[str, ...], sink: Sink, database: Database, settings: Settings
) -> None:
    resolver = ChangingResolver(*answers)
    transport = open_transport(connect_timeout=0.3, resolver=resolver, policy=STRICT)
    registry = Registry(transport)
    caller = Caller(registry, retry=RetryRules(retries=1, first_wait=0.01))
    try:
        for name in ("one", "two"):
            with suppress(ConnectorError):
                await fetch(caller, database, settings, f"http://{name}.rebind.example:{sink.port}/v1")
    finally:
        await registry.close()
        await transport.close()
    assert resolver.asked >= 2
    assert sink.connections == []


async def test_a37_webhooks_and_other_fetches_connect_to_what_was_checked(sink: Sink) -> None:
    outbound = Outbound(STRICT, seconds=1, resolver=ChangingResolver(PUBLIC, "127.0.0.1"))
    try:
        for name in ("one", "two"):
            with pytest.raises((aiohttp.ClientError, TimeoutError)):
                await outbound.request("POST", f"http://{name}.rebind.example:{sink.port}/hook", json={})
        with pytest.raises(BadAddress):
            outbound.request("POST", f"http://127.0.0.1:{sink.port}/hook", json={})
    finally:
        await outbound.close()
    assert sink.connections == []


async def test_a37_redirects_lead_nowhere(sink: Sink) -> None:
    async def redirect(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = f"http://127.0.0.1:{sink.port}/"
        writer.write(f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()

    server = await asyncio.start_server(redirect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    outbound = Outbound(read_policy(Settings()), seconds=2)
    async with outbound.request("POST", f"http://127.0.0.1:{port}/hook", json={}) as answer:
        assert answer.status == 307
    await outbound.close()
    server.close()
    assert sink.connections == []


async def test_a37_a_name_on_the_list_reaches_its_server_but_never_the_metadata(sink: Sink) -> None:
    policy = read_policy(Settings(profile=Profile.PUBLIC, local_hosts=("vllm",)))
    for address, reached in (("127.0.0.1", True), ("169.254.169.254", False)):
        transport = open_transport(connect_timeout=0.5, resolver=ChangingResolver(address), policy=policy)
        registry = Registry(transport)
        with pytest.raises(ConnectorError) as caught:
            async for _ in Caller(registry, retry=RetryRules(retries=0)).stream(
                "openai", _place(f"http://vllm:{sink.port}/v1"), [Message.user("Hi")]
            ):
                pass
        assert isinstance(caught.value, AddressNotAllowed) is not reached
        await registry.close()
        await transport.close()
    assert len(sink.connections) == 1


def _place(url: str) -> Place:
    return Place("m", url)


FETCHING: tuple[tuple[str, dict[str, Any] | None], ...] = (
    ("/api/admin/connection-tests", {"base_url": "https://example.org/v1"}),
    ("/api/admin/providers", {"name": "X", "base_url": "https://example.org/v1"}),
    ("/api/admin/providers/house/test", {}),
    ("/api/admin/models/alpha/test", None),
    ("/api/admin/discovery", None),
    ("/api/admin/onboarding/connect", {"preset_id": "other", "base_url": "https://example.org/v1"}),
    ("/api/admin/catalog-file", {"content": "models: []"}),
)


@pytest.mark.parametrize(("path", "body"), FETCHING)
async def test_a40_only_admins_make_the_site_fetch(
    path: str, body: dict[str, Any] | None, clients: ClientFactory
) -> None:
    assert (await (await clients.visitor()).post(path, json=body)).status_code == 401
    assert (await (await clients.member()).post(path, json=body)).status_code == 403
    assert (await (await clients.moderator()).post(path, json=body)).status_code == 403


async def test_a41_a_test_of_a_connection_says_one_of_a_few_words(clients: ClientFactory) -> None:
    """Whatever stands at the address, and whatever it says, the answer is one of a few words."""
    secret = "internal-service-banner-77"
    replies = {
        "page": f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 26\r\n\r\n{secret}",
        "json": f'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n["{secret}"]',
        "error": f"HTTP/1.1 500 {secret}\r\nX-Banner: {secret}\r\nContent-Length: 26\r\n\r\n{secret}",
        "refusal": f"HTTP/1.1 401 No\r\nContent-Length: 26\r\n\r\n{secret}",
        "noise": f"{secret}\r\n",
    }
    admin = await clients.admin()
    results = {name: await _try_at(admin, reply.encode(), secret) for name, reply in replies.items()}
    assert results == {
        "page": "not_understood",
        "json": "not_understood",
        "error": "busy",
        "refusal": "bad_key",
        "noise": "no_answer",
    }
    closed = await admin.post("/api/admin/connection-tests", json={"base_url": f"http://127.0.0.1:{unused_port()}/v1"})
    assert closed.json()["result"] == "no_answer"
    assert closed.json()["message"] == "The connection was refused: no server answers at this address."
    models = [{"id": secret, "name": secret}]
    body = json.dumps({"data": models})
    good = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    # Whatever it lists, it does not answer a question.
    assert await _try_at(admin, good.encode(), secret) == "call_refused"


async def _try_at(admin: AccountClient, reply: bytes, secret: str) -> str:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    told = await admin.post("/api/admin/connection-tests", json={"base_url": f"http://127.0.0.1:{port}/v1"})
    server.close()
    assert told.status_code == 200
    assert secret not in told.text
    assert set(told.json()) == {"result", "message", "models", "answer_ms"}
    return str(told.json()["result"])
