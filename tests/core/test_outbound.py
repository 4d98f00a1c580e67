import socket
from ipaddress import ip_address

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from llmbattler.core.outbound import STRICT, AddressRefused, BadAddress, CheckedResolver, Policy, check_url, origin_of


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com:443"),
        ("http://API.OpenAI.com:80/v1", "http://api.openai.com:80"),
        ("https://api.openai.com:8443/", "https://api.openai.com:8443"),
        ("http://[2606:4700::1111]/v1", "http://[2606:4700::1111]:80"),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert check_url(url, STRICT)
    assert origin_of(url) == origin


def test_a_public_address_is_allowed_to_everybody() -> None:
    assert STRICT.allows(ip_address("93.184.216.34"))
    assert STRICT.allows(ip_address("2606:4700::1111"))
    assert STRICT.allows(ip_address("::ffff:93.184.216.34"))


def test_names_and_networks_of_the_list() -> None:
    policy = Policy.make(["Ollama", "10.0.0.0/8", "[::1]"]).including("proxy.lan.")
    assert policy.allows(ip_address("10.1.2.3"))
    assert policy.allows(ip_address("::1"))
    assert policy.allows(ip_address("192.168.0.9"), "ollama")
    assert policy.allows(ip_address("192.168.0.9"), "proxy.lan")
    assert not policy.allows(ip_address("192.168.0.9"), "other")
    assert not policy.allows(ip_address("169.254.1.1"), "ollama")
    assert not policy.allows(ip_address("169.254.169.254"), "ollama")
    assert Policy.make(["169.254.169.254"]).allows(ip_address("169.254.169.254"))


def test_a_sentence_says_what_to_do() -> None:
    with pytest.raises(BadAddress, match="LOCAL_HOSTS"):
        check_url("http://10.0.0.1/", STRICT)


class Answers(AbstractResolver):
    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,  # noqa: ARG002 - aiohttp's
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=one, port=port, family=socket.AF_INET, proto=0, flags=0)
            for one in self._addresses
        ]

    async def close(self) -> None:
        pass


async def test_only_allowed_addresses_of_a_name_are_used() -> None:
    mixed = CheckedResolver(STRICT, Answers("10.0.0.1", "93.184.216.34", "127.0.0.1"))
    assert [one["host"] for one in await mixed.resolve("example.org")] == ["93.184.216.34"]
    with pytest.raises(AddressRefused):
        await CheckedResolver(STRICT, Answers("10.0.0.1", "fe80::1%eth0")).resolve("example.org")
    assert await CheckedResolver(STRICT, Answers()).resolve("example.org") == []
