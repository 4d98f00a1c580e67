"""The scoreboard: all suites side by side, with arena ratings."""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import Description, describe
from llmbattler.ratings.schemas import LeaderboardRowOut
from llmbattler.ratings.service import OVERALL, RatingRules, leaderboards

from ....statistics.intervals import Interval
from ....statistics.ranking import MeanRank
from ...schemas import BenchBoardOut, BoardCellOut, BoardRowOut
from ...service.intervals import show_interval
from .. import repository
from ..ranks import correlate_suites, rank_models
from .scores import read_scores


@dataclass(slots=True)
class _Found:
    """The newest score of each model in each suite."""

    scores: dict[str, dict[str, Interval]] = field(default_factory=dict)
    runs: dict[tuple[str, str], UUID] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)


async def read_board(session: Session, *, rules: RatingRules) -> BenchBoardOut:
    """Best mean rank first; ratings as on the public leaderboard."""
    found = await _find_scores(session)
    suites = sorted(found.titles, key=lambda name: (found.titles[name].casefold(), name))
    ranks = await asyncio.to_thread(rank_models, found.scores, suites)
    contestants = await describe(session, ids=found.scores)
    whole = await leaderboards.read_board(session, name=leaderboards.parse_board(OVERALL), rules=rules)
    rated = {row.model_id: row for row in whole.rows if row.vote_count >= rules.min_votes}
    ratings = {model: float(row.elo_score) for model, row in rated.items()}
    rows = [_show(contestants[model], found, ranks[model], rated.get(model)) for model in found.scores]
    return BenchBoardOut(
        suites=[{"name": name, "title": found.titles[name]} for name in suites],
        rows=sorted(rows, key=lambda row: (row.mean_rank is None, row.mean_rank, row.model_id)),
        correlations=correlate_suites(found.scores, suites, ratings),
    )


async def _find_scores(session: Session) -> _Found:
    """Scores of the first prompt of each run, which is the suite's default."""
    found = _Found()
    for model, run, suite, version in await repository.list_newest(session):
        scores = await read_scores(session, run=run, dataset_id=version.dataset_id)
        score = scores.get((model, run.prompts[0]))
        if score is not None:
            found.titles[suite.name] = suite.title
            found.scores.setdefault(model, {})[suite.name] = score
            found.runs[model, suite.name] = run.run_id
    return found


def _show(
    contestant: Description,
    found: _Found,
    rank: MeanRank,
    rated: LeaderboardRowOut | None,
) -> BoardRowOut:
    model = contestant.id
    cells = {
        suite: BoardCellOut(run_id=found.runs[model, suite], **show_interval(score).model_dump())
        for suite, score in found.scores[model].items()
    }
    return BoardRowOut(
        model_id=model,
        model_name=contestant.name,
        organization=contestant.organization,
        suites=cells,
        mean_rank=rank.mean,
        rank_low=rank.low,
        rank_high=rank.high,
        rating=rated.elo_score if rated else None,
        rating_low=rated.ci_low if rated else None,
        rating_high=rated.ci_high if rated else None,
        votes=rated.vote_count if rated else 0,
    )
