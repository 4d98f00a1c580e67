"""What is agreed before a turn is answered, and what is known after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from llmbattler.generation.contestants.service import Contestant, Reservation

from ..conversation import Entry, Facts
from ..models import Mode


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """Everything needed to generate one turn, read before any model is called."""

    session_id: UUID
    battle_id: UUID
    owner: str
    mode: Mode
    turn: int
    message_id: str
    entries: tuple[Entry, ...]
    contestants: tuple[Contestant, ...]
    holds: tuple[tuple[Reservation, ...], ...] = ()
    """What was reserved for each of them, call by call."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules found in the conversation after this turn."""

    categories: frozenset[str]
    language: str | None
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Opening:
    """Who asks, and within which bounds."""

    owner: str
    process: UUID
    most_at_once: int
    odds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Of the pairs that may be drawn; without them weights alone decide."""
    lease: timedelta | None = None
    """How long money is set aside for the answers; without it there are no budgets."""
