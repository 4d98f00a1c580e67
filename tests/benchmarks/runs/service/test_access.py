from uuid import uuid4

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.runs.service.access import may_view_run
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.bench_rows import build_run, build_suite

VISITOR, MEMBER = Visitor("v_1"), Visitor("m_1", AccountKind.MEMBER)


async def test_a_(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        made = str((await build_run(session, version=await build_suite(session))).run_id)
        for profile, allowed in ((Profile.PRIVATE, [True, True]), (Profile.PUBLIC, [False, True])):
            site = settings.model_copy(update={"profile": profile})
            assert [await may_view_run(session, site, viewer, made) for viewer in (VISITOR, MEMBER)] == allowed
            assert not await may_view_run(session, site, MEMBER, str(uuid4()))
            assert not await may_view_run(session, site, MEMBER, "no id")
