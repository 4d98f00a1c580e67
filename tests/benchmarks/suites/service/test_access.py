from uuid import uuid4

from tests.benchmarks.bench_rows import build_suite

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.suites.service.access import may_view_suite
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings

VISITOR, MEMBER = Visitor("v_1"), Visitor("m_1", AccountKind.MEMBER)


async def test_a_(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        made = str((await build_suite(session)).suite_id)
        for profile, allowed in ((Profile.PRIVATE, [True, True]), (Profile.PUBLIC, [False, True])):
            site = settings.model_copy(update={"profile": profile})
            assert [await may_view_suite(session, site, viewer, made) for viewer in (VISITOR, MEMBER)] == allowed
            assert not await may_view_suite(session, site, MEMBER, str(uuid4()))
            assert not await may_view_suite(session, site, MEMBER, "no id")
