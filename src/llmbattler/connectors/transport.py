"""The one HTTP client through which every connector talks."""

import ssl
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from aiohttp.abc import AbstractResolver

from .beat import BEAT_SECONDS, Beat

CONNECTIONS = 1000
DNS_SECONDS = 10
IDLE_SECONDS = 30
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Transport:
    """Shared by all connectors of a process; whoever opens it closes it."""

    session: aiohttp.ClientSession
    beat: Beat = field(default_factory=Beat)

    async def close(self) -> None:
        await self.session.close()


def open_transport(
    *,
    connect_timeout: float = 5.0,
    beat: float = BEAT_SECONDS,
    resolver: AbstractResolver | None = None,
    tls: ssl.SSLContext | None = None,
) -> Transport:
    """Open the client; call it inside a running event loop.

    Only connecting (name, TCP and TLS together) has a time limit here: aiohttp's read timeout makes a timer for
    every chunk and takes keep-alive bytes for progress. `guard` watches the answer instead.
    """
    connector = aiohttp.TCPConnector(
        limit=CONNECTIONS,
        ttl_dns_cache=DNS_SECONDS,
        keepalive_timeout=IDLE_SECONDS,
        resolver=resolver,
        ssl=tls or True,
    )
    timeout = aiohttp.ClientTimeout(total=None, connect=connect_timeout, sock_connect=connect_timeout)
    # Cookies would tie calls of different people together.
    session = aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())
    return Transport(session, Beat(beat))


def find_proxy(url: str) -> str | None:
    """The proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address.

    aiohttp's `trust_env` would also read `~/.netrc`: it then sends a stranger's password to a model server, or
    refuses the request because there is a key as well.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in LOOPBACK or proxy_bypass(host):
        return None
    return getproxies().get(parts.scheme)
