"""Endpoints: models behind the same server and key share one limit on concurrent calls."""

from urllib.parse import urlsplit

from llmbattler.catalog.service import OfferedModel

MAX_WIDTH = 512.0
EMBEDDED_WIDTH = 4.0
"""The embedded server answers this many calls at once; more would only wait and look slow."""


def max_width_of(endpoint: str) -> float:
    """The highest useful number of concurrent calls."""
    return EMBEDDED_WIDTH if endpoint.partition(" ")[0] == "embedded" else MAX_WIDTH


def endpoint_of(model: OfferedModel) -> str:
    """The name of a model's endpoint: its connector, its address, and the provider or variable of its key."""
    parts = urlsplit(model.base_url)
    where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else model.base_url
    key = model.provider_id or model.api_key_env or ""
    return " ".join(part for part in (model.connector, where, key) if part)
