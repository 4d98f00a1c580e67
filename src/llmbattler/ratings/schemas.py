"""Request and response bodies of the leaderboard."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from llmbattler.catalog.schemas import PriceOut
from llmbattler.catalog.service import ModelStatus

from .boards import BoardKind


def _no_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must not contain the character NUL")
    return text


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


Word = Annotated[str, Field(max_length=200), AfterValidator(_no_nul)]
Moment = Annotated[datetime, AfterValidator(_in_utc)]


class SortBy(StrEnum):
    RANK = "rank"
    ELO_SCORE = "elo_score"
    VOTE_COUNT = "vote_count"
    WIN_RATE = "win_rate"
    BOTH_BAD_RATE = "both_bad_rate"
    MODEL_NAME = "model_name"
    ORGANIZATION = "organization"
    LICENSE = "license"
    PRICE = "price"

    @classmethod
    def _missing_(cls, value: object) -> "SortBy | None":
        """Accept any case, and the words of other arenas."""
        word = str(value).lower()
        word = _SORT_WORDS.get(word, word)
        return cls(word) if word in set(cls) else None


_SORT_WORDS = {
    "score": "elo_score",
    "elo": "elo_score",
    "rating": "elo_score",
    "votes": "vote_count",
    "name": "model_name",
    "model": "model_name",
}


class Order(StrEnum):
    ASC = "asc"
    DESC = "desc"


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BoardIn(_In):
    """Selects a board."""

    board: Word = Field("overall", description="One of the ids in `metadata.boards`.")
    category: Word | None = Field(
        None, description="Short for `board=category:…`, in any case; `overall` and `text` mean all."
    )
    style_control: bool = Field(False, description="The same board with length and formatting held equal.")


class LeaderboardIn(BoardIn):
    sort_by: SortBy = Field(SortBy.RANK, description="Also `score`, `votes` and `name`.")
    order: Order | None = Field(None, description="Default: best first.")
    q: Word | None = Field(None, description="Part of a model's name, id or organization.")
    organization: Word | None = None
    license: Word | None = None
    min_votes: int | None = Field(None, ge=0, description="Default: the site's own minimum.")


class HistoryIn(BoardIn):
    models: list[Word] = Field(default_factory=list, max_length=20, description="Default: the ten best.")
    since: Moment | None = None
    at: Moment | None = Field(None, description="Only the newest state at or before this time.")


class MatrixIn(BoardIn):
    models: list[Word] = Field(default_factory=list, max_length=50, description="Default: the twenty best.")


class LeaderboardRowOut(BaseModel):
    rank: int
    rank_low: int = Field(description="The best place that the intervals allow.")
    rank_high: int = Field(description="The worst place that the intervals allow.")
    model_id: str
    model_name: str
    elo_score: int = Field(description="The Bradley-Terry rating; 1000 is the average of the board.")
    elo_ci: int = Field(description="Half the width of the 95 % interval.")
    ci_low: int
    ci_high: int
    vote_count: int
    win_rate: float | None = Field(description="A tie counts half.")
    both_bad_rate: float | None
    online_elo: int | None = Field(description="1500 and K = 32, in the order of the votes; for the history only.")
    preliminary: bool = Field(description="Too few votes for the interval to be trusted.")
    status: ModelStatus | None = Field(description="Null for a model of an imported set that this site does not know.")
    organization: str | None
    license: str | None
    price: PriceOut | None


class RevealedRatingOut(BaseModel):
    """The rank and rating of a model when the vote was cast, and the change of its online Elo."""

    elo_score: int | None = Field(description="Null while the model has too few votes for the board.")
    elo_ci: int | None
    rank: int | None
    online_elo_before: int
    online_elo_after: int


class BoardOut(BaseModel):
    board: str
    kind: BoardKind
    label: str
    total_votes: int


class JudgeAgreementOut(BaseModel):
    """How often a judge and people agree on the same battles."""

    category: str | None = Field(description="All battles when null.")
    battles: int
    agreement: float
    kappa: float
    kappa_low: float
    kappa_high: float


class LeaderboardMetadata(BaseModel):
    total_models: int
    rated_models: int = Field(description="All models with votes on this board, also those with too few to be listed.")
    total_votes: int
    last_updated: datetime | None
    board: str
    kind: BoardKind
    label: str
    categories: list[str]
    boards: list[BoardOut] = Field(description="All boards that have votes, and the overall one.")
    organizations: list[str]
    licenses: list[str]
    min_votes: int
    preliminary_below: int
    smoothed: bool = Field(description="Some models only won or only lost, so half a win each way was added.")
    groups: list[list[str]] = Field(
        description="Models of different groups never met, directly or through others; their scores do not compare."
    )
    robustness: int | None = Field(description="The fewest votes whose removal would change the first place.")
    style_effects: "dict[str, StyleEffectOut] | None" = Field(
        None, description="On a style-controlled board: what length and formatting are worth."
    )
    agreement: list[JudgeAgreementOut] | None = Field(None, description="On a judge's board: judge against people.")


class StyleEffectOut(BaseModel):
    effect: float = Field(description="Points for one standard deviation more than the opponent.")
    low: float
    high: float


class LeaderboardOut(BaseModel):
    leaderboard: list[LeaderboardRowOut]
    metadata: LeaderboardMetadata


class HistoryPointOut(BaseModel):
    at: datetime
    elo_score: float
    ci_low: float
    ci_high: float
    rank: int
    vote_count: int
    online_elo: float | None


class HistoryLineOut(BaseModel):
    model_id: str
    model_name: str
    points: list[HistoryPointOut]


class HistoryOut(BaseModel):
    board: str
    lines: list[HistoryLineOut]


class EstimateOut(BaseModel):
    value: float
    low: float
    high: float


class RecordOut(BaseModel):
    """The votes between two models, seen from the first."""

    wins: int
    losses: int
    ties: int
    both_bad: int


class VersusBoardOut(BaseModel):
    board: str
    kind: BoardKind
    label: str
    record: RecordOut
    observed: EstimateOut | None = Field(description="The share of wins of the first, ties half.")
    predicted: EstimateOut | None = Field(description="The chance of the first by the ratings of this board.")


class VersusModelOut(BaseModel):
    model_id: str
    model_name: str
    organization: str | None
    status: ModelStatus | None = Field(description="Null for a model of an imported set that this site does not know.")
    elo_score: int | None
    elo_ci: int | None
    rank: int | None
    vote_count: int


class VersusOut(BaseModel):
    a: VersusModelOut
    b: VersusModelOut
    boards: list[VersusBoardOut] = Field(description="Overall first, then categories and languages.")
    votes_to_separate: int | None = Field(
        description="Further votes between the two until they separate; 0 when they do, null when out of reach."
    )


class MatrixCellOut(BaseModel):
    a: str
    b: str
    record: RecordOut
    predicted: EstimateOut


class MatrixModelOut(BaseModel):
    model_id: str
    model_name: str


class MatrixOut(BaseModel):
    board: str
    models: list[MatrixModelOut] = Field(description="Best first.")
    cells: list[MatrixCellOut] = Field(description="Each pair once, the better-rated model as `a`.")


class ModelBoardOut(BaseModel):
    board: str
    kind: BoardKind
    label: str
    row: LeaderboardRowOut


class OpponentOut(BaseModel):
    model_id: str
    model_name: str
    record: RecordOut
    observed: EstimateOut


class ModelRatingsOut(BaseModel):
    """One model on all boards."""

    model_id: str
    model_name: str
    boards: list[ModelBoardOut]
    opponents: list[OpponentOut] = Field(description="Overall, most votes first.")


LeaderboardMetadata.model_rebuild()
