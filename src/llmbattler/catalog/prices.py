"""The price of a model: from the catalog file, else from the price list in `genai-prices`, else unknown."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from genai_prices import Usage as CountedUsage
from genai_prices import calc_price
from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import ModelInfo, TieredPrices

from llmbattler.connectors.contract import Usage
from llmbattler.core import clock

from .models import PlaceKind, PriceSource

MILLION = Decimal(1_000_000)
PROVIDER_OF_CONNECTOR = {"openai": "openai", "anthropic": "anthropic", "google": "google"}
"""The provider in the price list for models without an address."""


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens."""

    input: Decimal
    output: Decimal
    source: PriceSource


FREE = Price(Decimal(0), Decimal(0), PriceSource.FREE)


@dataclass(frozen=True, slots=True)
class Address:
    """What identifies a model in a price list."""

    connector: str
    base_url: str
    model: str


def find_price(address: Address, place: PlaceKind) -> Price | None:
    """Return the price of a model: free on your own hardware, from the price list otherwise, or `None`."""
    if place is not PlaceKind.CLOUD:
        return FREE
    listed = _look_up(address)
    if listed is None:
        return None
    prices = listed.get_prices(clock.now())
    into, out = _base(prices.input_mtok), _base(prices.output_mtok)
    return None if into is None or out is None else Price(into, out, PriceSource.LISTED)


def find_context_length(address: Address) -> int | None:
    listed = _look_up(address)
    return listed.context_window if listed is not None else None


def cost_in_micro_usd(price: Price | None, address: Address, usage: Usage) -> int | None:
    """Return the cost of one call in micro-dollars, or `None` when the price or the tokens are unknown."""
    if price is None or usage.input_tokens is None or usage.output_tokens is None:
        return None
    if price.source is PriceSource.LISTED:
        dollars = _listed_cost(address, usage)
        if dollars is not None:
            return _round(dollars * MILLION)
    # One dollar per million tokens is one micro-dollar per token.
    return _round(price.input * usage.input_tokens + price.output * usage.output_tokens)


def _round(micro: Decimal) -> int:
    return int(micro.quantize(Decimal(1), ROUND_HALF_UP))


def _listed_cost(address: Address, usage: Usage) -> Decimal | None:
    """Compute the cost from the price list, which also has prices for cached and for long input."""
    cached = min(usage.cached_tokens or 0, usage.input_tokens or 0)
    written = min(usage.cache_write_tokens or 0, (usage.input_tokens or 0) - cached)
    counted = CountedUsage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=cached or None,
        cache_write_tokens=written or None,
    )
    try:
        if address.base_url:
            return calc_price(counted, address.model, provider_api_url=address.base_url).total_price
        return calc_price(
            counted, address.model, provider_id=PROVIDER_OF_CONNECTOR.get(address.connector, "")
        ).total_price
    except (LookupError, ValueError):
        return None


def _look_up(address: Address) -> ModelInfo | None:
    provider = None if address.base_url else PROVIDER_OF_CONNECTOR.get(address.connector, "")
    try:
        return get_snapshot().find_provider_model(address.model, None, provider, address.base_url or None)[1]
    except LookupError:
        return None


def _base(price: Decimal | TieredPrices | None) -> Decimal | None:
    return price.base if isinstance(price, TieredPrices) else price
