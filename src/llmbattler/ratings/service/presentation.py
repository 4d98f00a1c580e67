"""Turn boards into API responses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from llmbattler.catalog.service import show_price as price_of
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import Description, describe

from ..boards import OVERALL, BoardKind, BoardName
from ..facts import BoardFacts
from ..models import Board, ModelStats, ModelStatsHistory
from ..rules import RatingRules
from ..schemas import BoardOut, LeaderboardMetadata, LeaderboardRowOut

_LABELS = {
    BoardKind.OVERALL: "Overall",
    BoardKind.STYLE_CONTROL: "Style control",
    BoardKind.LAST_30_DAYS: "Last 30 days",
    BoardKind.SIDE_BY_SIDE: "Side by side",
    BoardKind.USAGE: "Usage",
}
_VALUES = ("rating", "ci_low", "ci_high", "rank", "rank_low", "rank_high", "wins", "losses", "ties", "both_bad")


@dataclass(frozen=True, slots=True)
class Standing:
    """The row of one model on one board, current or from a snapshot."""

    model_id: str
    rating: float
    ci_low: float
    ci_high: float
    rank: int
    rank_low: int
    rank_high: int
    wins: int
    losses: int
    ties: int
    both_bad: int
    elo: float | None = None

    @property
    def votes(self) -> int:
        return self.wins + self.losses + self.ties + self.both_bad

    @classmethod
    def of(cls, row: ModelStats, elo: float | None = None) -> "Standing":
        return cls(row.model_id, **{name: getattr(row, name) for name in _VALUES}, elo=elo)


@dataclass(frozen=True, slots=True)
class BoardState:
    """A board, current or from a snapshot."""

    standings: tuple[Standing, ...]
    facts: BoardFacts
    total_votes: int
    updated_at: datetime | None


EMPTY = BoardState((), BoardFacts(), 0, None)


def read_board_state(board: Board | None, rows: Sequence[ModelStats], elo: Mapping[str, float]) -> BoardState:
    if board is None:
        return EMPTY
    standings = tuple(Standing.of(row, elo.get(row.model_id)) for row in rows)
    return BoardState(standings, BoardFacts(**board.facts), board.total_votes, board.updated_at)  # type: ignore[typeddict-item]


def read_snapshot_state(snapshot: ModelStatsHistory | None) -> BoardState:
    if snapshot is None:
        return EMPTY
    standings = tuple(Standing(model_id, **values) for model_id, values in sorted(snapshot.rows.items()))
    return BoardState(standings, BoardFacts(**snapshot.facts), snapshot.total_votes, snapshot.at)  # type: ignore[typeddict-item]


def label_of(board: BoardName, contestants: Mapping[str, Description]) -> str:
    """Return the label of a board; the page translates categories and languages."""
    which = board.which
    if which is None:
        return _LABELS[board.kind]
    if board.kind is BoardKind.STYLE_CONTROL:
        return f"{_LABELS[board.kind]}: {which}"
    if board.kind is BoardKind.JUDGE:
        return contestants[which].name
    return which.replace("_", " ").capitalize() if board.kind is BoardKind.CATEGORY else which


async def describe_all(
    session: Session, ids: Iterable[str], boards: Iterable[BoardName | None] = ()
) -> dict[str, Description]:
    """Describe these contestants, and the judges whose boards these are."""
    judges = [board.which for board in boards if board is not None and board.kind is BoardKind.JUDGE and board.which]
    return await describe(session, ids=[*ids, *judges])


def show_row(standing: Standing, contestants: Mapping[str, Description], rules: RatingRules) -> LeaderboardRowOut:
    contestant = contestants[standing.model_id]
    votes = standing.votes
    return LeaderboardRowOut(
        rank=standing.rank,
        rank_low=standing.rank_low,
        rank_high=standing.rank_high,
        model_id=standing.model_id,
        model_name=contestant.name,
        elo_score=round(standing.rating),
        elo_ci=round((standing.ci_high - standing.ci_low) / 2),
        ci_low=round(standing.ci_low),
        ci_high=round(standing.ci_high),
        vote_count=votes,
        win_rate=(standing.wins + (standing.ties + standing.both_bad) / 2) / votes if votes else None,
        both_bad_rate=standing.both_bad / votes if votes else None,
        online_elo=None if standing.elo is None else round(standing.elo),
        preliminary=votes < rules.preliminary_below,
        status=contestant.status,
        organization=contestant.organization,
        license=contestant.license,
        price=price_of(contestant.price),
    )


def show_boards(boards: Sequence[tuple[str, int]], contestants: Mapping[str, Description]) -> list[BoardOut]:
    """List boards with their number of votes; the overall board even without any."""
    given = boards if any(board == OVERALL for board, _ in boards) else [(OVERALL, 0), *boards]
    found = [(name, votes) for board, votes in given if (name := BoardName.parse(board)) is not None]
    order = list(BoardKind)
    found.sort(key=lambda pair: (order.index(pair[0].kind), -pair[1], str(pair[0])))
    return [
        BoardOut(board=str(name), kind=name.kind, label=label_of(name, contestants), total_votes=votes)
        for name, votes in found
    ]


def show_metadata(
    name: BoardName,
    state: BoardState,
    *,
    boards: Sequence[tuple[str, int]],
    contestants: Mapping[str, Description],
    rows: Sequence[LeaderboardRowOut],
    rated: int,
    rules: RatingRules,
) -> LeaderboardMetadata:
    facts: dict[str, Any] = {**state.facts}
    shown = show_boards(boards, contestants)
    return LeaderboardMetadata(
        total_models=len(rows),
        rated_models=rated,
        total_votes=state.total_votes,
        last_updated=state.updated_at,
        board=str(name),
        kind=name.kind,
        label=label_of(name, contestants),
        categories=[board.board.partition(":")[2] for board in shown if board.kind is BoardKind.CATEGORY],
        boards=shown,
        organizations=sorted({row.organization for row in rows if row.organization}),
        licenses=sorted({row.license for row in rows if row.license}),
        min_votes=rules.min_votes,
        preliminary_below=rules.preliminary_below,
        smoothed=facts.get("smoothed", False),
        groups=facts.get("groups", []),
        robustness=facts.get("robustness"),
        style_effects=facts.get("style_effects"),
        agreement=facts.get("agreement"),
    )
