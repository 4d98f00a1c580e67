"""Figures for Prometheus that are read when it asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Measurement:
    """One value. Measurements of one name share description and label names."""

    name: str
    """Without the prefix `llmbattler_`."""
    description: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
