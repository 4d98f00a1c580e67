"""Requests and responses of battles and sessions."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from llmbattler.core.cursors import CursorText
from llmbattler.core.text.languages import LANGUAGES
from llmbattler.library.service.images import MAX_IMAGE_BYTES
from llmbattler.ratings.schemas import LeaderboardRowOut, RevealedRatingOut

from . import limits
from .models import Mode, Position, Status, VoteWord

Category = Literal[
    "coding",
    "math",
    "creative_writing",
    "instruction_following",
    "longer_query",
    "multi_turn",
    "hard",
    "vision",
]


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("write something first")
    if "\x00" in text:
        raise ValueError("must not contain the character NUL")
    return text


def no_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must not contain the character NUL")
    return text


def _known_language(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"must be one of {', '.join(sorted(LANGUAGES))}")
    return code


Prompt = Annotated[str, Field(max_length=limits.PROMPT_CHARS), AfterValidator(_not_blank)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MessageIn(_In):
    prompt: Prompt
    images: list[UUID] = Field(default_factory=list, max_length=limits.IMAGES)


class BattleIn(MessageIn):
    mode: Mode = Mode.BATTLE
    models: list[Annotated[str, Field(max_length=200), AfterValidator(no_nul)]] = Field(
        default_factory=list, max_length=2
    )


class SessionIn(BattleIn):
    user_id: Any = Field(None, exclude=True, description="Accepted for older clients and ignored.")


class TitleIn(_In):
    title: Annotated[str, Field(max_length=limits.TITLE_CHARS), AfterValidator(_not_blank)]


class CategoriesIn(_In):
    categories: list[Category] = Field(max_length=8)
    language: Annotated[str, Field(max_length=3), AfterValidator(_known_language)] | None = None


class PageIn(_In):
    """Which part of a list to return."""

    search: Annotated[str, Field(max_length=200), AfterValidator(no_nul)] | None = None
    cursor: CursorText | None = None
    limit: int = Field(30, ge=1, le=100)


class NothingIn(_In):
    """An empty body."""


class ResponseOut(BaseModel):
    position: Position
    text: str


class AnsweredOut(BaseModel):
    session_id: UUID
    battle_id: UUID
    message_id: str
    responses: list[ResponseOut]
    message_count: int
    max_messages: int


class SidesOut(BaseModel):
    left: str
    right: str | None


class DetailsOut(BaseModel):
    """The model of one side, and facts about its answers."""

    model_id: str
    model_name: str
    organization: str | None
    license: str | None
    latency_ms: int | None
    first_token_ms: int | None
    output_tokens: int | None
    cost_usd: float | None
    finish: str | None
    rating: RevealedRatingOut | None = Field(None, description="The rating at the time of the vote.")


class BothDetailsOut(BaseModel):
    left: DetailsOut
    right: DetailsOut | None


class SideFailureOut(BaseModel):
    """Why one side has no answer to the last turn."""

    kind: str
    message: str
    report: str | None = Field(description="The status and the words of the provider; for admins only.")


class SideFailuresOut(BaseModel):
    left: SideFailureOut | None = None
    right: SideFailureOut | None = None


class StoredVoteOut(BaseModel):
    vote: VoteWord
    reasons: list[str]
    comment: str | None
    created_at: datetime


class ImageRef(BaseModel):
    image_id: str
    url: str


class MessageOut(BaseModel):
    message_id: str
    role: Literal["user", "assistant"]
    turn: int
    text: str
    position: Position | None = None
    images: list[ImageRef] = Field(default_factory=list)


class SharedBattleOut(BaseModel):
    title: str
    mode: Mode
    status: Status
    created_at: datetime
    messages: list[MessageOut]
    vote: StoredVoteOut | None
    revealed_models: SidesOut | None
    details: BothDetailsOut | None


class BattleOut(BaseModel):
    battle_id: UUID
    session_id: UUID
    mode: Mode
    status: Status
    created_at: datetime
    categories: list[str]
    language: str | None
    messages: list[MessageOut]
    vote: StoredVoteOut | None
    revealed_models: SidesOut | None
    details: BothDetailsOut | None
    can_vote: bool
    answering: bool
    seen_before: bool = Field(
        description="Opened from stored answers that its owner had seen; the vote counts on the usage board only."
    )
    """A turn is being generated now; follow it at `/events`."""
    message_count: int
    max_messages: int
    void_message: str | None
    failures: SideFailuresOut | None = Field(description="Only where the names of the models are known from the start.")
    share_path: str | None


class SessionOut(BaseModel):
    session_id: UUID
    user_id: str = Field(description="The owner: the id of an account or of a visitor.")
    title: str
    created_at: datetime
    last_active_at: datetime


class SessionRowOut(SessionOut):
    battle_count: int
    latest_battle_id: UUID | None


class SessionsOut(BaseModel):
    sessions: list[SessionRowOut]
    next_cursor: str | None


class WholeSessionOut(SessionOut):
    battles: list[BattleOut]


class BattleOutlineOut(BaseModel):
    """A battle without its texts and models."""

    battle_id: UUID
    mode: Mode
    status: Status


class SessionOutlineOut(SessionOut):
    battles: list[BattleOutlineOut] = Field(description="Oldest first.")


class ReplayTurnOut(BaseModel):
    prompt: str
    left: str
    right: str
    ticks: list[tuple[int, int, int]]


class ReplayOut(BaseModel):
    turns: list[ReplayTurnOut]


class ShareOut(BaseModel):
    token: str
    path: str


class SuggestedPrompt(BaseModel):
    title: str
    prompt: str


class LimitsOut(BaseModel):
    prompt_chars: int = limits.PROMPT_CHARS
    images: int = limits.IMAGES
    image_bytes: int = MAX_IMAGE_BYTES
    turns: int = limits.TURNS


class ArenaOut(BaseModel):
    models_waiting: int
    vision_models_waiting: int
    only_built_in: bool = Field(description="Only the small model that comes with the site answers.")
    suggested_prompts: list[SuggestedPrompt]
    limits: LimitsOut
    blinding: Literal["strict", "relaxed", "whole"]
    vote_labels: Literal["letters", "sides"]


class MyBoardMetadata(BaseModel):
    total_votes: int
    since: datetime | None = Field(description="The time of the last reset. Earlier votes do not count.")


class MyLeaderboardOut(BaseModel):
    leaderboard: list[LeaderboardRowOut]
    metadata: MyBoardMetadata


class ExampleBattleOut(BaseModel):
    """A battle that its owner shared."""

    share_path: str
    title: str
    created_at: datetime
    vote: VoteWord | None
    left_model_id: str
    right_model_id: str


class ExampleBattlesOut(BaseModel):
    battles: list[ExampleBattleOut]
