import pytest

from llmbattler.catalog.providers.places import check_place, list_addressed_connectors
from llmbattler.core.outbound import BadAddress, make_policy

POLICY = make_policy(("127.0.0.1",))


def test_connectors_without_an_address_are_left_out() -> None:
    connectors = list_addressed_connectors()
    assert {"openai", "anthropic", "google"} <= set(connectors)
    assert not {"embedded", "demo"} & set(connectors)


def test_an_address_is_stored_without_a_slash_at_the_end() -> None:
    assert check_place("openai", "https://api.example.com/v1/", POLICY) == "https://api.example.com/v1"


@pytest.mark.parametrize(
    ("connector", "base_url"),
    [
        ("embedded", "https://api.example.com/v1"),
        ("nothing", "https://api.example.com/v1"),
        ("openai", "ftp://api.example.com"),
        ("openai", "https://me:password@api.example.com/v1"),
        ("openai", "https://api.example.com/v1?key=1"),
        ("openai", "https://api.example.com/v1#part"),
    ],
)
def test_other_addresses_and_connectors_are_refused(connector: str, base_url: str) -> None:
    with pytest.raises(BadAddress):
        check_place(connector, base_url, POLICY)
