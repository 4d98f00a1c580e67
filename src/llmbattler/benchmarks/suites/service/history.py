"""The history of a suite: compare two versions, return to an earlier one."""

from functools import partial
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings
from llmbattler.core.versions import service as versions
from llmbattler.core.versions.schemas import DiffOut

from .. import repository
from ..schemas import RollBackIn, SuiteOut
from . import suites
from .version_text import write_version_text
from .versions import update_suite_row


async def diff_versions(session: Session, *, suite_id: UUID, old: int, new: int) -> DiffOut:
    """Compare two versions as files; many samples are compared by their digest only."""
    suite, _ = await suites.get_version(session, suite_id=suite_id, number=None)
    render = partial(write_version_text, session, suite.name)
    return await versions.diff_versions(
        session, repository.VERSIONS, document_id=suite_id, old=old, new=new, render=render
    )


async def roll_back_suite(
    session: Session, *, suite_id: UUID, wanted: RollBackIn, settings: Settings, asker: Visitor
) -> SuiteOut:
    """Add a version with the content of an earlier one."""
    suite = await suites.lock_changeable(session, suite_id=suite_id, settings=settings, asker=asker)
    saved = await versions.roll_back(
        session,
        repository.VERSIONS,
        document_id=suite_id,
        number=wanted.version,
        author=asker.account_id,
        note=wanted.note or "",
    )
    update_suite_row(suite, saved)
    return await suites.show_suite(session, suite_id=suite_id, number=None, settings=settings, asker=asker)
