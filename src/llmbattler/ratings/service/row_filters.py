"""Searching and sorting the rows of a board."""

from collections.abc import Callable, Sequence

from ..schemas import LeaderboardIn, LeaderboardRowOut, Order, SortBy

_Key = Callable[[LeaderboardRowOut], float | str | None]

_KEYS: dict[SortBy, _Key] = {
    SortBy.RANK: lambda row: row.rank,
    SortBy.ELO_SCORE: lambda row: row.elo_score,
    SortBy.VOTE_COUNT: lambda row: row.vote_count,
    SortBy.WIN_RATE: lambda row: row.win_rate,
    SortBy.BOTH_BAD_RATE: lambda row: row.both_bad_rate,
    SortBy.MODEL_NAME: lambda row: row.model_name.casefold(),
    SortBy.ORGANIZATION: lambda row: row.organization.casefold() if row.organization else None,
    SortBy.LICENSE: lambda row: row.license.casefold() if row.license else None,
    SortBy.PRICE: lambda row: row.price.output_per_million if row.price else None,
}
_LARGE_FIRST = {SortBy.ELO_SCORE, SortBy.VOTE_COUNT, SortBy.WIN_RATE}


def choose_rows(rows: Sequence[LeaderboardRowOut], wanted: LeaderboardIn, *, min_votes: int) -> list[LeaderboardRowOut]:
    """Filter and sort rows. Rows with equal values keep their order, best first."""
    fewest = min_votes if wanted.min_votes is None else wanted.min_votes
    kept = [row for row in rows if row.vote_count >= fewest and _matches(row, wanted)]
    key = _KEYS[wanted.sort_by]
    order = wanted.order or (Order.DESC if wanted.sort_by in _LARGE_FIRST else Order.ASC)
    known = [row for row in kept if key(row) is not None]
    known.sort(key=key, reverse=order is Order.DESC)  # type: ignore[arg-type]
    return known + [row for row in kept if key(row) is None]  # unknown values last, in either order


def _matches(row: LeaderboardRowOut, wanted: LeaderboardIn) -> bool:
    if wanted.organization and row.organization != wanted.organization:
        return False
    if wanted.license and row.license != wanted.license:
        return False
    words = (wanted.q or "").casefold().split()
    text = " ".join((row.model_name, row.model_id, row.organization or "")).casefold()
    return all(word in text for word in words)
