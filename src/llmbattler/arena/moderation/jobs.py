"""What the worker does for moderation."""

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
from .service import scan

MOST_LOOKS = 50
"""In one run; the next comes within a minute."""

_log = get_logger(__name__)


@job("moderation.look", cron="* * * * *")
async def look(resources: Resources) -> None:
    """Look for listed words in what was said since the last time, and ask for reviews where a model does them."""
    database = resources.get(Database)
    reviewed = resources.get(Settings).of(ArenaSettings).moderation_model is not None
    for _ in range(MOST_LOOKS):
        async with database.unit() as session:
            more = await scan.look(session, review=reviewed)
        if not more:
            break
    async with database.unit() as session:
        await scan.forget_flags(session)


@job(scan.REVIEW, attempts=3)
async def review_turn(resources: Resources, battle_id: str, turn: int) -> None:
    """Let the reviewing model read one turn."""
    model_id = resources.get(Settings).of(ArenaSettings).moderation_model
    if model_id is None:  # switched off since
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
