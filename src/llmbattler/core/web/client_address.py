"""Where a request comes from. Headers are believed only when a configured proxy wrote them."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from starlette.requests import HTTPConnection

from llmbattler.core.logs import get_logger
from llmbattler.core.settings import Settings

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

UNKNOWN = "unknown"

_log = get_logger(__name__)


def client_address(connection: HTTPConnection, settings: Settings) -> str:
    """Return the nearest address that is not a trusted proxy; further ones can be forged."""
    nearest = _parse(connection.client.host) if connection.client else None
    if nearest is None:
        return UNKNOWN
    trusted = _networks(settings.trusted_proxies)
    if _is_proxy(nearest, trusted):
        hops = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        for hop in reversed(hops):
            further = _parse(hop)
            if further is None:
                break
            nearest = further
            if not _is_proxy(nearest, trusted):
                break
    return str(nearest)


def came_over_https(connection: HTTPConnection, settings: Settings) -> bool:
    if connection.url.scheme == "https":
        return True
    peer = _parse(connection.client.host) if connection.client else None
    if peer is None or not _is_proxy(peer, _networks(settings.trusted_proxies)):
        return False
    return connection.headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower() == "https"


@lru_cache(maxsize=4096)
def address_group(address: str, *, v4_prefix: int = 32, v6_prefix: int = 64) -> str:
    """Return the IPv4 address, or the /64 of an IPv6 address, which one household can choose from."""
    parsed = _parse(address)
    if parsed is None:
        return UNKNOWN
    prefix = v4_prefix if parsed.version == 4 else v6_prefix  # noqa: PLR2004 - the name of the protocol
    return str(ip_network(f"{parsed}/{prefix}", strict=False))


@lru_cache(maxsize=8)
def _networks(written: tuple[str, ...]) -> tuple[Network, ...]:
    read = []
    for network in written:
        try:
            read.append(ip_network(network, strict=False))
        except ValueError:
            _log.warning("TRUSTED_PROXIES holds something that is no network; it is not believed", given=network)
    return tuple(read)


def _is_proxy(address: Address, trusted: tuple[Network, ...]) -> bool:
    return any(address in network for network in trusted)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Address | None:
    """Read `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1`, `[2001:db8::1]:80`; an IPv4-mapped address is IPv4."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        parsed = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed
