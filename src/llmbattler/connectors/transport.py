"""The HTTP client that all connectors share."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.client_proto import ResponseHandler
from yarl import URL

from llmbattler.core.outbound import CheckedResolver, Policy, check_url
from llmbattler.core.settings import OWN_NETWORKS

from .ticker import TICK_SECONDS, Ticker

CONNECTIONS = 1000
DNS_SECONDS = 10
IDLE_SECONDS = 30
CHECKED_URLS = 1024
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Transport:
    """Shared by all connectors of a process; the code that opens it closes it."""

    session: aiohttp.ClientSession
    check: Callable[[str], URL]
    """Returns an address that this site may call, or raises `BadAddress`; connectors call it before they connect."""
    ticker: Ticker = field(default_factory=Ticker)

    async def close(self) -> None:
        await self.session.close()


def open_transport(
    *,
    connect_timeout: float = 5.0,
    tick_seconds: float = TICK_SECONDS,
    resolver: AbstractResolver | None = None,
    tls: ssl.SSLContext | None = None,
    policy: Policy | None = None,
) -> Transport:
    """Open the client; call it inside a running event loop. Without a policy, private networks are allowed.

    Only connecting (DNS, TCP and TLS together) has a time limit here: aiohttp's read timeout sets a timer for every
    chunk and counts keep-alive bytes as progress. `guard` times the answer instead.
    """
    policy = policy if policy is not None else Policy.make(OWN_NETWORKS)
    # The administrator of the machine sets proxies, and most of them are in a private network.
    proxies = [host for url in getproxies().values() if (host := urlsplit(url).hostname)]
    connector = _Connector(
        limit=CONNECTIONS,
        ttl_dns_cache=DNS_SECONDS,
        keepalive_timeout=IDLE_SECONDS,
        resolver=CheckedResolver(policy.including(*proxies), resolver),
        ssl=tls or True,
    )
    timeout = aiohttp.ClientTimeout(total=None, connect=connect_timeout, sock_connect=connect_timeout)
    # Cookies would link the calls of different people.
    session = aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())
    return Transport(session, lru_cache(CHECKED_URLS)(partial(check_url, policy=policy)), Ticker(tick_seconds))


class _Connector(aiohttp.TCPConnector):
    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - aiohttp's own
        super().__init__(**options)
        self._factory = cast("partial[ResponseHandler]", partial(_Handler, loop=self._loop))


class _Handler(ResponseHandler):
    """Resumes reading only if it is paused. aiohttp 3.14 resumes, and parses, for every chunk taken out of a buffer:
    in a stream of small chunks that was a third of the cost of reading."""

    def resume_reading(self, resume_parser: bool = True) -> None:
        if self._reading_paused or not resume_parser:
            super().resume_reading(resume_parser)


def find_proxy(url: str) -> str | None:
    """The proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address.

    aiohttp's `trust_env` would also read `~/.netrc`: it would send an unrelated password to a model server, or reject
    the request because it already has a key.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in LOOPBACK or proxy_bypass(host):
        return None
    return getproxies().get(parts.scheme)
