"""What goes over the wire about suspects."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from llmbattler.core.cursors import CursorText

from ..models import SuspectStatus
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
    """Which part of the queue is wanted."""

    model_config = ConfigDict(extra="forbid")

    status: SuspectStatus | None = None
    cursor: CursorText | None = None
    limit: int = Field(30, ge=1, le=100)


class SignalOut(BaseModel):
    kind: SignalKind
    votes: int
    share: float
    """Of the votes looked at; of a burst, how many times as many as usual."""
    at: datetime | None = None


class SuspectOut(BaseModel):
    suspect_id: UUID
    voters: list[str]
    votes: int
    p_likelihood: float
    """How often honest people cast votes that are as unlikely as these."""
    p_model: float
    """How often a model gets as much, or as little, out of the votes of honest people."""
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


class SuspectsOut(BaseModel):
    suspects: list[SuspectOut]
    open: int
    """How many wait for a decision."""
    next_cursor: str | None


class VoterOut(BaseModel):
    voter: str
    excluded: bool
    votes: int
    counted: int


class ReviewStartedOut(BaseModel):
    """The worker was asked; the topic `admin` says when the queue changed."""

    started: bool = True
