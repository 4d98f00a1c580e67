"""Votes put straight into the table, as if cast at a certain time."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from llmbattler.arena.models import Mode, Vote, VoteWord
from llmbattler.core.db import Database

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
STRENGTH = {"ant": 0.0, "bee": 0.5, "cat": 1.0, "dog": 1.5}


def ballot(left: str, right: str, word: VoteWord | str, **more: Any) -> Vote:
    facts: dict[str, Any] = {
        "battle_id": uuid4(),
        "session_id": uuid4(),
        "voter": "visitor",
        "mode": Mode.BATTLE,
        "turns": 1,
        "counted": True,
        "prompt_hash": "",
        "created_at": NOON,
        **more,
    }
    return Vote(left_model_id=left, right_model_id=right, vote=word, **facts)


def random_ballots(number: int, *, seed: int = 1, models: Sequence[str] = tuple(STRENGTH)) -> list[Vote]:
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
                categories=chance.sample(["coding", "math", "hard"], chance.randint(0, 2)),
                language=chance.choice(["en", "de", None]),
                created_at=NOON + timedelta(seconds=place),
                mode=Mode.SIDE_BY_SIDE if chance.random() < 0.1 else Mode.BATTLE,
                counted=chance.random() < 0.95,
                style=[chance.randint(1, 900), 0, chance.randint(0, 5), 1, chance.randint(1, 900), 1, 0, 2],
            )
        )
    return found


async def put(database: Database, *votes: Vote) -> None:
    async with database.unit() as session:
        session.add_all(votes)
