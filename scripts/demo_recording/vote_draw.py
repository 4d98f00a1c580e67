"""Draws the votes of simulated people from the true strengths of the models. Pure."""

import random
from collections.abc import Collection

from llmbattler.arena.models import VoteWord

from .demo_models import DEMO_MODELS_BY_ID
from .questions import Grade

POINTS = 400.0
UNDECIDED = 1.2
"""Times p(1 − p) this is the share of votes without a winner: 0.3 for equal models."""
_AVERAGE = 1000.0
_STRENGTHS: dict[str, dict[str, float]] = {
    "tundra-72b": {"coding": 40, "creative_writing": -110},
    "maple-2": {"coding": -40, "creative_writing": 110},
    "basalt-34b": {"math": 70},
    "ginkgo-chat": {"math": -70},
}
"""Rating points by category, added to the rating. They nearly cancel out over all questions."""


def true_rating(model_id: str, categories: Collection[str] = ()) -> float:
    strengths = _STRENGTHS.get(model_id, {})
    return DEMO_MODELS_BY_ID[model_id].rating + sum(strengths.get(category, 0) for category in categories)


def expected_score(left: str, right: str, categories: Collection[str] = ()) -> float:
    """Return the expected score of the left model by Bradley-Terry; a vote without a winner is half a point."""
    difference = true_rating(right, categories) - true_rating(left, categories)
    return 1 / (1 + 10 ** (difference / POINTS))


def draw_vote(left: str, right: str, categories: Collection[str], chance: random.Random) -> VoteWord:
    score = expected_score(left, right, categories)
    undecided = UNDECIDED * score * (1 - score)
    if chance.random() < undecided:
        weakness = (_AVERAGE - (true_rating(left) + true_rating(right)) / 2) / 800
        return VoteWord.BOTH_BAD if chance.random() < min(max(0.35 + weakness, 0.1), 0.7) else VoteWord.TIE
    # Split the other votes so that the expected score stays the same.
    won = (score - undecided / 2) / (1 - undecided)
    return VoteWord.LEFT_BETTER if chance.random() < won else VoteWord.RIGHT_BETTER


def draw_grades(vote: VoteWord, chance: random.Random) -> tuple[Grade, Grade]:
    """Draw grades of both answers that fit the vote."""
    if vote is VoteWord.BOTH_BAD:
        return Grade.POOR, Grade.POOR
    if vote is VoteWord.TIE:
        same = chance.choice((Grade.GOOD, Grade.GOOD, Grade.FAIR))
        return same, same
    better, worse = chance.choices(
        ((Grade.GOOD, Grade.FAIR), (Grade.GOOD, Grade.POOR), (Grade.FAIR, Grade.POOR)), (5, 2, 3)
    )[0]
    return (better, worse) if vote is VoteWord.LEFT_BETTER else (worse, better)
