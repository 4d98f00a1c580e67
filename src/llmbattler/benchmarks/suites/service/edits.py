"""New suites and new versions: from the form, from a file, from the command line."""

import asyncio
from pathlib import Path
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings

from .. import repository
from ..checks.problems import Problem
from ..checks.service import Checked, check_spec, check_text
from ..datasets.records import Loaded
from ..definition.errors import BadSuite
from ..definition.spec import SuiteSpec
from ..errors import IncludedSuite, SuiteExists
from ..models import Origin
from ..schemas import CheckOut, ProblemOut, SuiteIn, SuiteOut
from . import suites
from .datasets import load_stored_dataset, store_dataset
from .versions import SavedVersion, create_suite, store_version

MOST_TOLD = 10


async def add_suite(session: Session, *, wanted: SuiteIn, settings: Settings, asker: Visitor) -> SuiteOut:
    checked = await _check(session, wanted)
    spec, loaded = _demand(checked)
    suite = await create_suite(session, spec=spec, owner=asker.account_id, origin=_origin(wanted))
    if suite is None:
        known = await repository.find_suite(session, spec.name)
        archived = known is not None and known.archived_at is not None
        raise SuiteExists(f"{spec.name} is in the archive; it can be restored." if archived else "")
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
    await store_version(
        session, suite=suite, spec=spec, dataset=dataset, author=asker.account_id, note=wanted.note or ""
    )
    return await suites.show_suite(session, suite_id=suite.suite_id, number=None, settings=settings, asker=asker)


async def change_suite(
    session: Session, *, suite_id: UUID, wanted: SuiteIn, settings: Settings, asker: Visitor
) -> SuiteOut:
    """Make a new version; the same content as the newest one makes none.

    Raises `EditConflict` when `wanted.base` is not the newest version.
    """
    suite = await suites.lock_changeable(session, suite_id=suite_id, settings=settings, asker=asker)
    spec, loaded = _demand(await _check(session, wanted))
    if spec.name != suite.name:
        raise BadSuite(f"name: must stay {suite.name}; for another name make another suite.")
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
    await store_version(
        session,
        suite=suite,
        spec=spec,
        dataset=dataset,
        author=asker.account_id,
        note=wanted.note or "",
        base=wanted.base,
    )
    return await suites.show_suite(session, suite_id=suite_id, number=None, settings=settings, asker=asker)


def _origin(wanted: SuiteIn) -> Origin:
    return Origin.MANUAL if wanted.file is None else Origin.FILE


async def check_file(session: Session, *, file: str, dataset_id: UUID | None) -> CheckOut:
    """Say what is wrong with a file that somebody sent."""
    checked = await _check(session, SuiteIn(file=file, dataset_id=dataset_id), need_judges=True)
    return CheckOut(problems=[show_problem(one) for one in checked.problems], spec=checked.spec)


def show_problem(problem: Problem) -> ProblemOut:
    return ProblemOut(line=problem.line, field=problem.field, sentence=problem.sentence)


async def _check(session: Session, wanted: SuiteIn, *, need_judges: bool = False) -> Checked:
    loaded = None if wanted.dataset_id is None else await load_stored_dataset(session, dataset_id=wanted.dataset_id)
    if wanted.file is not None and wanted.spec is None:
        return await asyncio.to_thread(check_text, wanted.file, folder=None, loaded=loaded, need_judges=need_judges)
    if wanted.spec is None or wanted.file is not None:
        raise BadSuite("Give either `spec` or `file`.")
    return await asyncio.to_thread(check_spec, wanted.spec, loaded=loaded)


def _demand(checked: Checked) -> tuple[SuiteSpec, Loaded]:
    """The suite and its samples, or everything that is wrong with them as one error."""
    if checked.problems or checked.spec is None or checked.loaded is None:
        shown = [str(one) for one in checked.problems[:MOST_TOLD]]
        facts = {"problems": [show_problem(one).model_dump() for one in checked.problems]}
        raise BadSuite("\n".join(shown), facts=facts)
    return checked.spec, checked.loaded


async def save_file(session: Session, *, content: bytes, folder: Path) -> SavedVersion:
    """Add a suite from a file of this machine, or a new version of the suite of that name."""
    return await save_checked(session, checked=await asyncio.to_thread(check_text, content, folder=folder))


async def save_checked(session: Session, *, checked: Checked) -> SavedVersion:
    """Keep what was checked, for whoever runs this site: a new suite is nobody's, a known one stays whose it is."""
    spec, loaded = _demand(checked)
    suite = await create_suite(session, spec=spec, owner=None, origin=Origin.FILE)
    if suite is None:
        known = await suites.find_suite(session, name=spec.name)
        suite = await repository.lock_suite(session, known.suite_id) or known
    if suite.origin is Origin.INCLUDED:
        raise IncludedSuite(f"Give it another name than {spec.name}.")
    suite.archived_at = None
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
    return await store_version(session, suite=suite, spec=spec, dataset=dataset, author=None)
