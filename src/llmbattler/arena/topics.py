"""Live topics and names of deferred jobs."""

from uuid import UUID

from llmbattler.core.jobs import JobName
from llmbattler.core.live import Topic

VOTED = Topic("arena.votes")
"""Somebody voted. With a dot, so that no page can subscribe: votes that do not count are not public."""
REFRESH = JobName("ratings.refresh")
"""Counts new votes and fits the boards again."""


def battle_topic(battle_id: UUID) -> Topic:
    return Topic(f"battle:{battle_id}")
