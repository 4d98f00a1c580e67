import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from llmbattler.core.settings import Settings
from llmbattler.core.web.client_address import UNKNOWN, address_group, client_address

BEHIND = Settings(trusted_proxies=("10.0.0.0/8", "2001:db8:aaaa::/48"))


def _connection(peer: str | None, *forwarded: str) -> HTTPConnection:
    headers = [(b"x-forwarded-for", line.encode("latin-1", "replace")) for line in forwarded]
    client = None if peer is None else (peer, 1)
    return HTTPConnection({"type": "http", "headers": headers, "client": client, "path": "/"})


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["1.1.1.1, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["1.1.1.1, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["198.51.100.1:5555"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("2001:db8:aaaa::1", ["2001:db8::7"], "2001:db8::7"),
        ("fe80::1%eth0", [], "fe80::1"),
        ("testclient", ["1.1.1.1"], UNKNOWN),
        (None, ["1.1.1.1"], UNKNOWN),
    ],
)
def test_v10_the_nearest_address_that_is_no_proxy_counts(peer: str | None, forwarded: list[str], expected: str) -> None:
    assert client_address(_connection(peer, *forwarded), BEHIND) == expected


def test_v10_without_configured_proxies_headers_mean_nothing() -> None:
    assert client_address(_connection("127.0.0.1", "1.1.1.1"), Settings()) == "127.0.0.1"


def test_a_mistyped_network_is_not_believed_and_breaks_nothing() -> None:
    settings = Settings.model_construct(trusted_proxies=("10.0.0.300", "10.0.0.1"))
    assert client_address(_connection("10.0.0.1", "198.51.100.1"), settings) == "198.51.100.1"


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=3))
def test_nothing_a_client_sends_can_break_it(peer: str, forwarded: list[str]) -> None:
    for given_peer in (peer, "10.0.0.1"):
        address = client_address(_connection(given_peer, *forwarded), BEHIND)
        assert address_group(address)
    assert address_group(peer)


def test_neighbours_in_one_ipv6_network_are_one() -> None:
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff:1") == "2001:db8::/64"
    assert address_group("2001:db8:0:1::1") != address_group("2001:db8::1")
    assert address_group("192.0.2.1") == "192.0.2.1/32"
    assert address_group("192.0.2.1", v4_prefix=24) == "192.0.2.0/24"
