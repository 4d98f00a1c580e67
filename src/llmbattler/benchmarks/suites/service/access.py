"""Who may view suites: everybody who may use the benchmarks of this site."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.ids import parse_uuid
from llmbattler.core.settings import Settings

from .. import repository
from ..rights import may_write_benchmarks


async def may_view_suite(session: Session, settings: Settings, viewer: Visitor, object_id: str) -> bool:
    suite_id = parse_uuid(object_id)
    if suite_id is None or not may_write_benchmarks(settings, viewer):
        return False
    return await repository.get_suite(session, suite_id) is not None
