"""Who may view runs: everybody who may use the benchmarks of this site."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.ids import parse_uuid
from llmbattler.core.settings import Settings

from ...suites.rights import may_write_benchmarks
from .. import repository


async def may_view_run(session: Session, settings: Settings, viewer: Visitor, object_id: str) -> bool:
    run_id = parse_uuid(object_id)
    if run_id is None or not may_write_benchmarks(settings, viewer):
        return False
    return await repository.get_row(session, run_id) is not None


async def may_list_runs(_: Session, settings: Settings, viewer: Visitor, object_id: str) -> bool:
    """For the topics of the lists of runs and schedules, which have no ids."""
    return not object_id and may_write_benchmarks(settings, viewer)
