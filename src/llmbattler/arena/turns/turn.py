"""Who asks for a turn, which turn is meant, and everything needed to answer it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from llmbattler.generation.contestants.service import Contestant, Reservation
from llmbattler.generation.streams.service import GenerationKey

from ..blinding.pacing import Blinding, BlindPacing
from ..conversation import Entry
from ..models import Mode, Position

KIND = "battle"
"""Of the generations that belong to the arena."""
_PART = re.compile(r"(\d{1,4})(?:r(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Who asks for a turn, and within which limits."""

    owner: str
    process: UUID
    """The process that will answer."""
    most_at_once: int
    odds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Of the pairs that may be drawn; without them weights alone decide."""
    lease: timedelta | None = None
    """How long the cost of the answers stays reserved; without it there are no budgets."""
    blinding: Blinding = Blinding.STRICT


@dataclass(frozen=True, slots=True)
class TurnRef:
    """Names one attempt at a turn. As text it is what an idempotency key refers to."""

    session_id: UUID
    battle_id: UUID
    message_id: str
    mode: Mode
    turn: int
    attempt: int = 0

    @classmethod
    def parse(cls, reference: str) -> "TurnRef":
        session_id, battle_id, part, message_id, mode = reference.split("/")
        turn, attempt = parse_part(part)
        return cls(UUID(session_id), UUID(battle_id), message_id, Mode(mode), turn, attempt)

    def __str__(self) -> str:
        return f"{self.session_id}/{self.battle_id}/{self.part}/{self.message_id}/{self.mode}"

    @property
    def part(self) -> str:
        """`2`, and `2r1` for the first repetition: event ids begin with it."""
        return f"{self.turn}r{self.attempt}" if self.attempt else str(self.turn)

    @property
    def key(self) -> GenerationKey:
        return GenerationKey(KIND, self.battle_id, self.part)

    @property
    def sides(self) -> Sequence[Position]:
        return list_sides(self.mode)


def parse_part(part: str) -> tuple[int, int]:
    """Give turn and attempt."""
    found = _PART.fullmatch(part)
    if found is None:
        raise ValueError(part)
    return int(found[1]), int(found[2] or 0)


def list_sides(mode: Mode) -> tuple[Position, ...]:
    return (Position.LEFT,) if mode is Mode.DIRECT else (Position.LEFT, Position.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn that was opened and is to be answered. Read before any model is called."""

    ref: TurnRef
    owner: str
    entries: tuple[Entry, ...]
    contestants: Mapping[Position, Contestant]
    reservations: Mapping[Position, tuple[Reservation, ...]]
    """What was reserved, call by call, for each side that is asked: all of them, or those that failed before."""
    pacing: BlindPacing
