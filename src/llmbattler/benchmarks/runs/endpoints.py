"""What shares one limit on calls at once: a server, or what a provider gives to one key."""

from urllib.parse import urlsplit

from llmbattler.catalog.service import OfferedModel

MAX_WIDTH = 512.0
EMBEDDED_WIDTH = 4.0
"""The included model's server answers so many at once; more would only stand in line, and look slow."""


def max_width_of(endpoint: str) -> float:
    """The most calls at once that any endpoint of this name can make use of."""
    return EMBEDDED_WIDTH if endpoint.partition(" ")[0] == "embedded" else MAX_WIDTH


def endpoint_of(model: OfferedModel) -> str:
    """Name the endpoint of a model: its wire and address, and the provider whose key it uses where there is one."""
    parts = urlsplit(model.base_url)
    where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else model.base_url
    key = model.provider_id or model.api_key_env or ""
    return " ".join(part for part in (model.connector, where, key) if part)
