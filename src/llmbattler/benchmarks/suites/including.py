"""The suites that come with llmbattler, brought up to date whenever a site starts."""

import asyncio

from llmbattler.core.db import Database, Session
from llmbattler.core.logs import get_logger

from . import repository
from .included import list_included
from .keeping import keep_dataset, keep_version, make_suite, write_spec
from .models import Origin
from .sources import load_dataset
from .spec import SuiteSpec

AGAIN_SECONDS = 300.0

_log = get_logger(__name__)


async def include_suites(database: Database, *, again_after: float = AGAIN_SECONDS) -> None:
    """At the start of a worker, beside its work; whatever is in the way, it tries again later."""
    while True:
        try:
            async with database.unit() as session:
                await sync_included(session)
        except Exception as problem:  # noqa: BLE001 - a worker without the newest suites still has its other work
            _log.error("the included suites were not brought up to date", exc_info=problem)
            await asyncio.sleep(again_after)
        else:
            return


async def sync_included(session: Session) -> int:
    """Add the ones that are missing, and new versions of those that changed; give how many did.

    A suite whose text is the stored one is not generated again: whoever changes a generator changes its label too.
    """
    await repository.lock_included(session)
    changed = [await _sync(session, spec) for spec in list_included()]
    return sum(changed)


async def _is_kept(session: Session, spec: SuiteSpec) -> bool:
    suite = await repository.find_suite(session, spec.name)
    version = await repository.find_version(session, suite.suite_id, suite.newest) if suite is not None else None
    return version is not None and version.spec == write_spec(spec)


async def _sync(session: Session, spec: SuiteSpec) -> bool:
    if await _is_kept(session, spec):
        return False
    suite = await make_suite(session, spec=spec, owner=None, origin=Origin.INCLUDED)
    if suite is None:
        suite = await repository.find_suite(session, spec.name)
    if suite is None or suite.origin is not Origin.INCLUDED:
        _log.warning("an included suite has the name of somebody's own, and stays away", suite=spec.name)
        return False
    loaded = await asyncio.to_thread(load_dataset, spec.dataset, folder=None)
    dataset = await keep_dataset(session, loaded=loaded, spec=spec.dataset)
    kept = await keep_version(session, suite=suite, spec=spec, dataset=dataset, author=None)
    return kept.new
