"""Which addresses this site may call: one check for every URL, and a resolver that enforces it (SSRF protection).

`check_url` checks the URL as written. `CheckedResolver` checks the resolved addresses when connecting, so DNS rebinding
gains nothing. Redirects are never followed.
"""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from .errors import Invalid

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

_SCHEMES = {"http": 80, "https": 443}
_LOOPBACK = ip_address("127.0.0.1")
_METADATA = frozenset(
    ip_address(text)
    for text in ("169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254")
)
"""Cloud metadata services, which hand out credentials. Allowed only when listed one by one."""
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_NAT64 = ip_network("64:ff9b::/96")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_PORT = re.compile(r":[0-9]*$")
_PLAIN = re.compile(r"[\x21-\x7e]+")


class BadAddress(Invalid):
    """This address cannot be used."""


class AddressRefused(OSError):
    """The name resolves to an address that this site does not call."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Names and networks that are allowed besides the public internet."""

    names: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    @classmethod
    def make(cls, hosts: Iterable[str]) -> "Policy":
        """Parse a list of names (`ollama`), addresses (`127.0.0.1`) and networks (`10.0.0.0/8`)."""
        names: set[str] = set()
        networks: list[Network] = []
        for host in hosts:
            try:
                networks.append(ip_network(host.strip("[]"), strict=False))
            except ValueError:
                names.add(normalize_host(host))
        return cls(frozenset(names), tuple(networks))

    def including(self, *names: str) -> "Policy":
        return replace(self, names=self.names | {normalize_host(name) for name in names})

    def allows(self, address: Address, name: str = "") -> bool:
        """Whether this site may call an address, to which `name` resolved if it is given."""
        outer, *inner = _unwrap(address)
        return self._allows_plain(outer, name) and all(STRICT.allows(one) for one in inner)

    def _allows_plain(self, address: Address, name: str) -> bool:
        if address in _METADATA:
            return ip_network(address) in self.networks
        if address.is_global and not (address.is_multicast or address.is_reserved):
            return True
        if any(address in network for network in self.networks):
            return True
        return name in self.names and not (address.is_link_local or address.is_multicast or address.is_unspecified)

    def check_host(self, host: str) -> None:
        """Refuse a host that is not allowed, as far as that is known before it is resolved."""
        name = normalize_host(host)
        address = _read_address(name)
        if address is None:
            if name in self.names:
                return
            if name in _METADATA_NAMES:
                raise BadAddress("It is a metadata service, which hands out credentials of the machine.")
            if name != "localhost" and not name.endswith(".localhost"):
                return
            address = _LOOPBACK
        if not self.allows(address):
            raise BadAddress(f"{name} is not on the public internet. An admin can allow it with LOCAL_HOSTS.")


STRICT = Policy()
"""For addresses from people who are not admins: only the public internet."""


def make_policy(hosts: Iterable[str], *, urls: Iterable[str] = ()) -> Policy:
    """Allow these hosts and networks, and the hosts of these addresses."""
    own = (_authority(url).rpartition("@")[2] for url in urls)
    return Policy.make([*hosts, *(_PORT.sub("", host) for host in own if host)])


def check_url(url: str, policy: Policy) -> URL:
    """Return an address that may be called, or raise `BadAddress`. Names are checked again when they are resolved."""
    if not _PLAIN.fullmatch(url) or "\\" in url:
        raise BadAddress("Use only ASCII characters without spaces; write other letters in a name as xn--….")
    try:
        parsed = URL(url)
        host, port = parsed.raw_host, parsed.port
    except ValueError:
        raise BadAddress("It is not a valid URL.") from None
    if parsed.scheme not in _SCHEMES:
        raise BadAddress("It must start with http:// or https://.")
    if not host or not port or "%" in host or _authority(url) != parsed.raw_authority.lower():
        raise BadAddress("It needs a host, and a number as port.")
    if parsed.raw_user is not None or parsed.raw_password is not None:
        raise BadAddress("It must not contain a password.")
    policy.check_host(host)
    return parsed


def origin_of(url: str) -> str:
    """Return scheme, host and port of a checked address: what a key is bound to."""
    parsed = URL(url)
    return f"{parsed.scheme}://{parsed.host_subcomponent}:{parsed.port}"


class CheckedResolver(AbstractResolver):
    """Resolves names to the addresses that the policy allows; aiohttp connects only to these."""

    def __init__(self, policy: Policy, inner: AbstractResolver | None = None) -> None:
        self._policy = policy
        self._inner = inner or aiohttp.DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        name = normalize_host(host)
        found = await self._inner.resolve(host, port, family)
        allowed = [one for one in found if self._policy.allows(ip_address(one["host"].partition("%")[0]), name)]
        if found and not allowed:
            raise AddressRefused
        return allowed

    async def close(self) -> None:
        await self._inner.close()


class Outbound:
    """HTTP client for addresses from users: `async with outbound.request("POST", url, json=…) as response`."""

    def __init__(self, policy: Policy, *, seconds: float, resolver: AbstractResolver | None = None) -> None:
        self._policy = policy
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=CheckedResolver(policy, resolver), force_close=True),
            timeout=aiohttp.ClientTimeout(total=seconds),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
        )

    def request(self, method: str, url: str, **options: Any) -> Any:  # noqa: ANN401 - as aiohttp's own
        """Send a request. Raises `BadAddress` at once and aiohttp's errors when awaited; redirects are not followed."""
        return self._session.request(method, check_url(url, self._policy), allow_redirects=False, **options)

    async def close(self) -> None:
        await self._session.close()


def normalize_host(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()


def _authority(url: str) -> str:
    """Parse the authority independently, to compare with how the client parses it."""
    return re.split(r"[/?#]", url.partition("://")[2], maxsplit=1)[0].lower()


def _read_address(name: str) -> Address | None:
    """Return the address if the name is one; refuse unusual forms of it, such as 127.1, 0x7f.1 and 2130706433."""
    try:
        return ip_address(name)
    except ValueError:
        pass
    if ":" in name or _NUMBER.fullmatch(name.rpartition(".")[2]):
        raise BadAddress("Write a numeric address in its usual form, such as 192.0.2.1.")
    return None


def _unwrap(address: Address) -> list[Address]:
    """Return an address and the IPv4 addresses that it embeds, which a tunnel would reach."""
    if isinstance(address, IPv4Address):
        return [address]
    inner: list[Address] = []
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]  # the same address in IPv6 form
    if address.sixtofour is not None:
        inner.append(address.sixtofour)
    if address.teredo is not None:
        inner.extend(address.teredo)
    if address in _NAT64:
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [address, *inner]
