"""The data of a turn: who asks, which turn it is, and what is needed to answer it."""

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
"""The kind of the arena's generations."""
_PART = re.compile(r"(\d{1,4})(?:r(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Who asks for a turn, and within which limits."""

    owner: str
    process: UUID
    """The process that will answer."""
    most_at_once: int
    odds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """The odds of pairs; without them, contestants are drawn by weight."""
    lease: timedelta | None = None
    """How long the cost of the answers stays reserved; `None` without budgets."""
    blinding: Blinding = Blinding.STRICT


@dataclass(frozen=True, slots=True)
class TurnRef:
    """Identifies one attempt at a turn. As text it is the reference of an idempotency key."""

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
        """The prefix of event ids: `2`, or `2r1` for the first repetition."""
        return f"{self.turn}r{self.attempt}" if self.attempt else str(self.turn)

    @property
    def key(self) -> GenerationKey:
        return GenerationKey(KIND, self.battle_id, self.part)

    @property
    def sides(self) -> Sequence[Position]:
        return list_sides(self.mode)


def parse_part(part: str) -> tuple[int, int]:
    """Return turn and attempt."""
    found = _PART.fullmatch(part)
    if found is None:
        raise ValueError(part)
    return int(found[1]), int(found[2] or 0)


def list_sides(mode: Mode) -> tuple[Position, ...]:
    return (Position.LEFT,) if mode is Mode.DIRECT else (Position.LEFT, Position.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An opened turn, with everything that is read before any model is called."""

    ref: TurnRef
    owner: str
    entries: tuple[Entry, ...]
    contestants: Mapping[Position, Contestant]
    reservations: Mapping[Position, tuple[Reservation, ...]]
    """The reservation of each call, by side: all sides, or only those that failed before."""
    pacing: BlindPacing
