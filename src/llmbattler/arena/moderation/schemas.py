"""Requests and responses of the moderation pages."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from llmbattler.accounts.schemas import AccountKind
from llmbattler.core.cursors import CursorText

from ..models import Mode, Status
from ..schemas import MessageOut, SidesOut, no_nul
from .models import Category, FlagSource, FlagStatus, Where, WordAction

__all__ = [
    "PHRASE_CHARS",
    "Category",
    "FlagCountsOut",
    "FlagDetailsOut",
    "FlagOut",
    "FlagSource",
    "FlagStatus",
    "FlaggedBattleOut",
    "FlagsIn",
    "FlagsOut",
    "OwnerOut",
    "ReportIn",
    "StandingOut",
    "Where",
    "WordAction",
    "WordIn",
    "WordOut",
    "WordsOut",
]

REASON_CHARS = 500
PHRASE_CHARS = 200


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ReportIn(_In):
    reason: Annotated[str, Field(max_length=REASON_CHARS), AfterValidator(no_nul)] | None = None


class FlagsIn(_In):
    """Which part of the queue to return."""

    status: FlagStatus | None = None
    cursor: CursorText | None = None
    limit: int = Field(30, ge=1, le=100)


class WordIn(_In):
    phrase: Annotated[str, Field(min_length=1, max_length=PHRASE_CHARS), AfterValidator(no_nul)]
    category: Category
    action: WordAction = WordAction.FLAG


class FlagOut(BaseModel):
    flag_id: UUID
    battle_id: UUID
    where: Where
    message_id: str | None = Field(description="The flagged message; null for a report.")
    source: FlagSource
    category: Category
    excerpt: str = Field(description="Personal data is masked.")
    times: int = Field(description="Number of reports.")
    status: FlagStatus
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime
    shared: bool = Field(description="The battle has a link. The link works unless the battle is hidden.")


class FlagCountsOut(BaseModel):
    open: int = 0
    kept: int = 0
    hidden: int = 0


class FlagsOut(BaseModel):
    flags: list[FlagOut]
    next_cursor: str | None
    counts: FlagCountsOut


class OwnerOut(BaseModel):
    """The owner of the battle."""

    account_id: str
    kind: AccountKind | None = Field(description="Null when the account is deleted.")
    blocked: bool


class FlaggedBattleOut(BaseModel):
    """The battle as the public sees it."""

    mode: Mode
    status: Status
    created_at: datetime
    hidden: bool
    messages: list[MessageOut]
    revealed_models: SidesOut | None = Field(description="Only after the vote: moderators are voters, too.")


class FlagDetailsOut(FlagOut):
    battle: FlaggedBattleOut
    owner: OwnerOut


class WordOut(BaseModel):
    word_id: UUID
    phrase: str
    category: Category
    action: WordAction
    created_at: datetime


class WordsOut(BaseModel):
    words: list[WordOut]


class StandingOut(BaseModel):
    account_id: str
    kind: AccountKind
    blocked: bool
