"""Scans finished turns, and lets a model review them."""

from uuid import UUID

from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..settings import ArenaSettings
from .flow import review
from .service import scan as scan_service

MAX_BATCHES = 50
"""Per run; the next run starts within a minute."""

_log = get_logger(__name__)


@job("moderation.look", cron="* * * * *")
async def scan(resources: Resources) -> None:
    """Scan new turns for listed words, and request reviews if a reviewing model is set."""
    database = resources.get(Database)
    reviewed = resources.get(Settings).of(ArenaSettings).moderation_model is not None
    for _ in range(MAX_BATCHES):
        async with database.unit() as session:
            more = await scan_service.scan_turns(session, review=reviewed)
        if not more:
            break
    async with database.unit() as session:
        await scan_service.delete_orphaned_flags(session)


@job(scan_service.REVIEW, attempts=3)
async def review_turn(resources: Resources, battle_id: str, turn: int) -> None:
    """Let the reviewing model read one turn."""
    model_id = resources.get(Settings).of(ArenaSettings).moderation_model
    if model_id is None:  # turned off since
        return
    try:
        await review(
            resources.get(Database),
            resources.get(ModelCalls),
            model_id=model_id,
            battle_id=UUID(battle_id),
            turn=turn,
        )
    except ModelNotFound:
        _log.warning("MODERATION_MODEL names a model that this site does not have", model_id=model_id)
