"""Probabilities of pairs for `informative` matchmaking: higher where a vote is more informative."""

import asyncio
from collections.abc import Mapping
from itertools import combinations

from llmbattler.core.db import Session

from ..boards import BoardKind, BoardName
from ..estimation.bradley_terry import fit
from ..estimation.counts import PairCounts
from ..estimation.information import pair_chances, pair_gains
from .refits import read_counts

FLOOR = 0.5
"""The share of battles drawn by weight alone, so that every model is drawn sometimes."""


async def read_chances(session: Session, *, weights: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Return the probability of every pair of these models, smaller id first."""
    counts = await read_counts(session, BoardName(BoardKind.OVERALL))
    return await asyncio.to_thread(_chances, counts, weights)


def _chances(counts: PairCounts, weights: Mapping[str, float]) -> dict[tuple[str, str], float]:
    models = sorted(weights)
    gains = pair_gains(counts, fit(counts), models)
    chances = pair_chances(gains, floor=FLOOR, weights=[weights[model] for model in models])
    return {(models[i], models[j]): float(chances[i, j]) for i, j in combinations(range(len(models)), 2)}
