"""Request and response of a vote."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .. import limits
from ..models import VoteWord
from ..schemas import BothDetailsOut, SidesOut, no_nul

Reason = Literal[
    "accurate",
    "clear",
    "complete",
    "concise",
    "creative",
    "well_formatted",
    "follows_instructions",
    "wrong",
    "unsafe",
    "too_long",
    "too_short",
]


class VoteIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    vote: VoteWord
    reasons: list[Reason] = Field(default_factory=list, max_length=11)
    comment: Annotated[str, Field(max_length=limits.COMMENT_CHARS), AfterValidator(no_nul)] | None = None


class VoteOut(BaseModel):
    battle_id: UUID
    vote: VoteWord
    revealed_models: SidesOut
    details: BothDetailsOut
