"""The one HTTP client through which every connector talks."""

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

from .beat import BEAT_SECONDS, Beat

CONNECTIONS = 1000
DNS_SECONDS = 10
IDLE_SECONDS = 30
CHECKED_URLS = 1024
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Transport:
    """Shared by all connectors of a process; whoever opens it closes it."""

    session: aiohttp.ClientSession
    check: Callable[[str], URL]
    """Gives an address that this site may call, or raises `BadAddress`; every connector asks it before it connects."""
    beat: Beat = field(default_factory=Beat)

    async def close(self) -> None:
        await self.session.close()


def open_transport(
    *,
    connect_timeout: float = 5.0,
    beat: float = BEAT_SECONDS,
    resolver: AbstractResolver | None = None,
    tls: ssl.SSLContext | None = None,
    policy: Policy | None = None,
) -> Transport:
    """Open the client; call it inside a running event loop. Without a policy one's own networks may be called.

    Only connecting (name, TCP and TLS together) has a time limit here: aiohttp's read timeout makes a timer for
    every chunk and takes keep-alive bytes for progress. `guard` watches the answer instead.
    """
    policy = policy if policy is not None else Policy.make(OWN_NETWORKS)
    # Proxies are the word of whoever runs the machine, and mostly stand in a network of their own.
    proxies = [host for url in getproxies().values() if (host := urlsplit(url).hostname)]
    connector = _Connector(
        limit=CONNECTIONS,
        ttl_dns_cache=DNS_SECONDS,
        keepalive_timeout=IDLE_SECONDS,
        resolver=CheckedResolver(policy.including(*proxies), resolver),
        ssl=tls or True,
    )
    timeout = aiohttp.ClientTimeout(total=None, connect=connect_timeout, sock_connect=connect_timeout)
    # Cookies would tie calls of different people together.
    session = aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())
    return Transport(session, lru_cache(CHECKED_URLS)(partial(check_url, policy=policy)), Beat(beat))


class _Connector(aiohttp.TCPConnector):
    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - aiohttp's own
        super().__init__(**options)
        self._factory = cast("partial[ResponseHandler]", partial(_Handler, loop=self._loop))


class _Handler(ResponseHandler):
    """Resumes only what is paused. aiohttp 3.14 does it for every chunk that is taken out of a buffer, and parses too:
    for a model's stream of small chunks that was a third of what taking them out costs."""

    def resume_reading(self, resume_parser: bool = True) -> None:
        if self._reading_paused or not resume_parser:
            super().resume_reading(resume_parser)


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
