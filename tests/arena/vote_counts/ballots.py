"""Votes that are added directly to the table, with any time."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import uuid4

from llmbattler.arena.models import Vote, VoteMode, VoteWord
from llmbattler.core.db import Database

NOON = datetime.combine(datetime.now(UTC) - timedelta(days=7), time(12), UTC)
"""Noon of a day within the last thirty days."""
STRENGTH = {"ant": 0.0, "bee": 0.5, "cat": 1.0, "dog": 1.5}


def ballot(left: str, right: str, word: VoteWord | str, **more: Any) -> Vote:
    facts: dict[str, Any] = {
        "battle_id": uuid4(),
        "session_id": uuid4(),
        "voter": "visitor",
        "mode": VoteMode.BATTLE,
        "turns": 1,
        "counted": True,
        "prompt_hash": "",
        "created_at": NOON,
        **more,
    }
    return Vote(left_model_id=left, right_model_id=right, vote=word, **facts)


def random_ballots(
    number: int, *, seed: int = 1, models: Sequence[str] = tuple(STRENGTH), voter: str = "visitor"
) -> list[Vote]:
    """Votes that follow known strengths, a second apart, in several categories and languages."""
    chance = random.Random(seed)  # noqa: S311 - a simulation
    found = []
    for place in range(number):
        left, right = chance.sample(list(models), 2)
        word = chance.choice([VoteWord.TIE, VoteWord.BOTH_BAD])
        if chance.random() < 0.8:
            gap = STRENGTH.get(left, 0) - STRENGTH.get(right, 0)
            word = VoteWord.LEFT_BETTER if chance.random() < 1 / (1 + 2.718**-gap) else VoteWord.RIGHT_BETTER
        found.append(
            ballot(
                left,
                right,
                word,
                voter=voter,
                categories=chance.sample(["coding", "math", "hard"], chance.randint(0, 2)),
                language=chance.choice(["en", "de", None]),
                created_at=NOON + timedelta(seconds=place),
                mode=_draw_mode(chance),
                counted=chance.random() < 0.95,
                style=[chance.randint(1, 900), 0, chance.randint(0, 5), 1, chance.randint(1, 900), 1, 0, 2],
            )
        )
    return found


def _draw_mode(chance: random.Random) -> VoteMode:
    drawn = chance.random()
    return VoteMode.SIDE_BY_SIDE if drawn < 0.1 else VoteMode.USAGE if drawn < 0.15 else VoteMode.BATTLE


async def put(database: Database, *votes: Vote) -> None:
    async with database.unit() as session:
        session.add_all(votes)
