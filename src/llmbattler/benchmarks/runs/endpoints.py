"""Endpoints: models behind the same server and key share one limit on concurrent calls."""

MAX_WIDTH = 512.0
EMBEDDED_WIDTH = 4.0
"""The embedded server answers this many calls at once; more would only wait and look slow."""


def max_width_of(endpoint: str) -> float:
    """The highest useful number of concurrent calls."""
    return EMBEDDED_WIDTH if endpoint.partition(" ")[0] == "embedded" else MAX_WIDTH
