"""Live topics and names of deferred jobs."""

from uuid import UUID

from llmbattler.core.jobs import JobName
from llmbattler.core.live import Topic

VOTED = Topic("arena.votes")
"""Somebody voted. The dot keeps pages from subscribing: whether a vote counts is not public."""
REFRESH = JobName("ratings.refresh")
"""Counts new votes and refits the boards."""


def battle_topic(battle_id: UUID) -> Topic:
    return Topic(f"battle:{battle_id}")
