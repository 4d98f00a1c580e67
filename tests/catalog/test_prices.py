from decimal import Decimal

import pytest
from genai_prices import data_snapshot
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.models import PlaceKind, PriceSource
from llmbattler.catalog.prices import FREE, Address, Price, cost_in_micro_usd, find_context_length, find_price
from llmbattler.connectors.contract import Usage

MINI = Address("openai", "https://api.openai.com/v1", "gpt-4o-mini")
SONNET = Address("anthropic", "", "claude-sonnet-4-5")
HOME = Address("openai", "http://127.0.0.1:11434/v1", "gpt-4o-mini")


def test_a_listed_model_has_the_list_price() -> None:
    assert find_price(MINI, PlaceKind.CLOUD) == Price(Decimal("0.15"), Decimal("0.6"), PriceSource.LISTED)


def test_without_an_address_the_connector_names_the_provider() -> None:
    price = find_price(SONNET, PlaceKind.CLOUD)
    assert price == Price(Decimal(3), Decimal(15), PriceSource.LISTED)


@pytest.mark.parametrize("place", [PlaceKind.LOCAL, PlaceKind.EMBEDDED])
def test_own_hardware_is_free_even_under_a_known_name(place: PlaceKind) -> None:
    assert find_price(HOME, place) is FREE
    assert cost_in_micro_usd(FREE, HOME, Usage(1000, 1000)) == 0


@pytest.mark.parametrize(
    "address",
    [
        Address("openai", "https://models.example.com/v1", "gpt-4o-mini"),
        Address("openai", "https://api.openai.com/v1", "no-such-model-ever"),
        Address("homemade", "", "gpt-4o-mini"),
    ],
)
def test_what_is_not_listed_is_unknown(address: Address) -> None:
    assert find_price(address, PlaceKind.CLOUD) is None
    assert cost_in_micro_usd(None, address, Usage(1000, 1000)) is None


def test_cost_by_the_list_knows_cached_and_long_input() -> None:
    listed = find_price(MINI, PlaceKind.CLOUD)
    assert cost_in_micro_usd(listed, MINI, Usage(1_000_000, 100_000)) == 210_000
    assert cost_in_micro_usd(listed, MINI, Usage(1_000_000, 0, 1_000_000)) == 75_000
    # A provider that counts more cached tokens than input tokens is not believed.
    assert cost_in_micro_usd(listed, MINI, Usage(1_000_000, 0, 9_000_000)) == 75_000
    sonnet = find_price(SONNET, PlaceKind.CLOUD)
    assert cost_in_micro_usd(sonnet, SONNET, Usage(300_000, 0)) == 1_800_000


def test_cost_by_the_list_includes_cache_writes() -> None:
    sonnet = find_price(SONNET, PlaceKind.CLOUD)
    # $3 per million tokens, $0.30 for cache reads and $3.75 for cache writes.
    assert cost_in_micro_usd(sonnet, SONNET, Usage(1000, 0, 400, cache_write_tokens=300)) == 2145
    # A provider that reports more cached tokens than input tokens is not trusted.
    assert cost_in_micro_usd(sonnet, SONNET, Usage(1000, 0, 400, cache_write_tokens=9000)) == 2370


def test_the_file_goes_before_the_list() -> None:
    price = Price(Decimal("1.5"), Decimal(2), PriceSource.FILE)
    assert cost_in_micro_usd(price, MINI, Usage(10, 10)) == 35


def test_half_a_micro_dollar_is_rounded_up() -> None:
    price = Price(Decimal("0.5"), Decimal(0), PriceSource.FILE)
    assert [cost_in_micro_usd(price, HOME, Usage(tokens, 0)) for tokens in (0, 1, 2, 3)] == [0, 1, 1, 2]


def test_uncounted_tokens_have_no_cost() -> None:
    assert cost_in_micro_usd(FREE, HOME, Usage(None, 3)) is None


def test_a_listed_model_that_vanished_from_the_list_keeps_its_price() -> None:
    gone = Address("openai", "https://api.openai.com/v1", "no-such-model-ever")
    assert cost_in_micro_usd(Price(Decimal(1), Decimal(1), PriceSource.LISTED), gone, Usage(5, 5)) == 10


def test_context_length_comes_with_the_list() -> None:
    assert find_context_length(MINI) == 128_000
    assert find_context_length(HOME) is None


def test_prices_never_come_from_the_network() -> None:
    assert data_snapshot.get_snapshot().from_auto_update is False


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.decimals(0, 1000, places=4), st.decimals(0, 1000, places=4))
def test_cost_is_never_negative_and_grows_with_tokens(read: int, wrote: int, into: Decimal, out: Decimal) -> None:
    price = Price(into, out, PriceSource.FILE)
    cost = cost_in_micro_usd(price, HOME, Usage(read, wrote))
    more = cost_in_micro_usd(price, HOME, Usage(read + 1, wrote + 1))
    assert cost is not None
    assert more is not None
    assert 0 <= cost <= more
