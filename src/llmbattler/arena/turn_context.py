"""Who asks for a turn, and within which limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from .blinding.pacing import Blinding


@dataclass(frozen=True, slots=True)
class TurnContext:
    owner: str
    process: UUID
    """The process that will answer."""
    most_at_once: int
    odds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Of the pairs that may be drawn; without them weights alone decide."""
    lease: timedelta | None = None
    """How long the cost of the answers stays reserved; without it there are no budgets."""
    blinding: Blinding = Blinding.STRICT
