"""Requests and responses about suspects."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from llmbattler.core.cursors import CursorText

from ..models import SuspectStatus
from ..recounts.schemas import RecountOut
from .evidence import Evidence
from .signals import SignalKind

__all__ = [
    "Evidence",
    "ReviewStartedOut",
    "SignalOut",
    "SuspectDetailsOut",
    "SuspectOut",
    "SuspectStatus",
    "SuspectVoterOut",
    "SuspectsIn",
    "SuspectsOut",
    "VoterOut",
]


class SuspectsIn(BaseModel):
    """Which part of the queue to return."""

    model_config = ConfigDict(extra="forbid")

    status: SuspectStatus | None = None
    cursor: CursorText | None = None
    limit: int = Field(30, ge=1, le=100)


class SignalOut(BaseModel):
    kind: SignalKind
    votes: int
    share: float
    """Share of the reviewed votes; for a burst, the ratio to the usual number."""
    at: datetime | None = None


class SuspectOut(BaseModel):
    suspect_id: UUID
    voters: list[str]
    votes: int
    p_likelihood: float
    """The probability that an honest person casts votes as unlikely as these."""
    p_model: float
    """The probability that an honest person favors or disfavors a model as much."""
    target_model_id: str | None
    signals: list[SignalOut]
    status: SuspectStatus
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime
    updated_at: datetime


class SuspectVoterOut(BaseModel):
    voter: str
    votes: int
    counted: int
    excluded: bool
    first_vote_at: datetime
    last_vote_at: datetime


class SuspectDetailsOut(SuspectOut):
    members: list[SuspectVoterOut]
    evidence: Evidence
    recount: RecountOut | None
    """The recount after the last decision, while it is not finished; `counted` changes meanwhile."""


class SuspectsOut(BaseModel):
    suspects: list[SuspectOut]
    open: int
    """Number of open suspects."""
    recount: RecountOut | None
    """All unfinished recounts together."""
    next_cursor: str | None


class VoterOut(BaseModel):
    voter: str
    excluded: bool
    votes: int
    counted: int
    recount: RecountOut | None


class ReviewStartedOut(BaseModel):
    """A review was requested. The live topic `admin` reports when the queue has changed."""

    started: bool = True
