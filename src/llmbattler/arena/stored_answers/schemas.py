"""The request that opens a battle from stored answers."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from ..models import Position


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StoredAnswerIn(_In):
    battle_id: UUID
    position: Position = Field(Position.LEFT, description="A chat with one model has its answers on the left.")
    turn: int | None = Field(None, ge=1, description="Default: the last turn that this side answered.")


class ComparisonIn(_In):
    answers: list[StoredAnswerIn] = Field(
        min_length=2, max_length=2, description="Two answers of yours to the same messages, from different models."
    )
