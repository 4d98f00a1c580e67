"""Stores the built-in suites, and new versions of them after an upgrade."""

import asyncio

from llmbattler.core.db import Session
from llmbattler.core.logs import get_logger

from .. import repository
from ..datasets.service import load_dataset
from ..definition.spec import SuiteSpec
from ..errors import SuiteNotFound
from ..included.catalog import list_included
from ..models import Origin, Suite
from .datasets import store_dataset
from .suites import find_suite
from .version_text import write_spec
from .versions import create_suite, store_version

_log = get_logger(__name__)


async def sync_included(session: Session) -> int:
    """Add missing built-in suites and new versions of changed ones; returns how many were changed.

    A suite with an unchanged specification is not generated again, so a changed generator needs a new version label.
    """
    await repository.lock_included(session)
    changed = [await _sync(session, spec) for spec in list_included()]
    return sum(changed)


async def find_known_suite(session: Session, *, name: str) -> Suite:
    """Find a suite by its name. It may be a built-in one of a site that has never run, which is then added."""
    try:
        return await find_suite(session, name=name)
    except SuiteNotFound:
        await sync_included(session)
        return await find_suite(session, name=name)


async def _is_stored(session: Session, spec: SuiteSpec) -> bool:
    suite = await repository.find_suite(session, spec.name)
    version = await repository.find_version(session, suite.suite_id, suite.newest) if suite is not None else None
    return version is not None and version.spec == write_spec(spec)


async def _sync(session: Session, spec: SuiteSpec) -> bool:
    if await _is_stored(session, spec):
        return False
    suite = await create_suite(session, spec=spec, owner=None, origin=Origin.INCLUDED)
    if suite is None:
        suite = await repository.find_suite(session, spec.name)
    if suite is None or suite.origin is not Origin.INCLUDED:
        _log.warning("built-in suite not added: its name is taken by another suite", suite=spec.name)
        return False
    loaded = await asyncio.to_thread(load_dataset, spec.dataset, folder=None)
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
    kept = await store_version(session, suite=suite, spec=spec, dataset=dataset, author=None)
    return kept.new
