"""Creates suites and versions from the web form, from files and on the command line."""

import asyncio
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings

from .. import repository
from ..checks.problems import Problem
from ..checks.service import CheckResult, check_spec, check_text
from ..datasets.records import LoadedDataset
from ..definition.errors import BadSuite
from ..definition.spec import SuiteSpec
from ..errors import IncludedSuite, SuiteExists
from ..models import Origin
from ..schemas import CheckOut, ProblemOut, SuiteIn, SuiteOut
from . import suites
from .datasets import find_usable_dataset, load_stored_dataset, store_dataset
from .versions import SavedVersion, create_suite, store_version

MOST_REPORTED = 10


async def add_suite(session: Session, *, wanted: SuiteIn, settings: Settings, asker: Visitor) -> SuiteOut:
    checked = await _check(session, wanted, asker)
    spec, loaded = _require_valid(checked)
    suite = await create_suite(session, spec=spec, owner=asker.account_id, origin=_origin(wanted))
    if suite is None:
        known = await repository.find_suite(session, spec.name)
        archived = known is not None and known.archived_at is not None
        raise SuiteExists(f"{spec.name} is archived; restore it." if archived else "")
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset, owner=asker.owner)
    await store_version(
        session, suite=suite, spec=spec, dataset=dataset, author=asker.account_id, note=wanted.note or ""
    )
    return await suites.show_suite(session, suite_id=suite.suite_id, number=None, settings=settings, asker=asker)


async def change_suite(
    session: Session, *, suite_id: UUID, wanted: SuiteIn, settings: Settings, asker: Visitor
) -> SuiteOut:
    """Add a version, unless the content is unchanged. Raises `EditConflict` if `wanted.base` is not the newest one."""
    suite = await suites.lock_changeable(session, suite_id=suite_id, settings=settings, asker=asker)
    spec, loaded = _require_valid(await _check(session, wanted, asker))
    if spec.name != suite.name:
        raise BadSuite(f"name: must stay {suite.name}; create another suite to use another name.")
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset, owner=asker.owner)
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


async def check_file(session: Session, *, file: str, dataset_id: UUID | None, asker: Visitor) -> CheckOut:
    """List the problems of an uploaded file."""
    checked = await _check(session, SuiteIn(file=file, dataset_id=dataset_id), asker, need_judges=True)
    return CheckOut(problems=[show_problem(one) for one in checked.problems], spec=checked.spec)


def show_problem(problem: Problem) -> ProblemOut:
    return ProblemOut(line=problem.line, field=problem.field, sentence=problem.sentence)


async def _check(session: Session, wanted: SuiteIn, asker: Visitor, *, need_judges: bool = False) -> CheckResult:
    loaded = None
    if wanted.dataset_id is not None:
        dataset = await find_usable_dataset(session, dataset_id=wanted.dataset_id, owner=asker.owner)
        loaded = await load_stored_dataset(session, dataset_id=dataset.dataset_id)
    if wanted.file is not None and wanted.spec is None:
        return await asyncio.to_thread(check_text, wanted.file, folder=None, loaded=loaded, need_judges=need_judges)
    if wanted.spec is None or wanted.file is not None:
        raise BadSuite("Set either `spec` or `file`.")
    return await asyncio.to_thread(check_spec, wanted.spec, loaded=loaded)


def _require_valid(checked: CheckResult) -> tuple[SuiteSpec, LoadedDataset]:
    """Return the suite and its samples; raises an error with all problems if there are any."""
    if checked.problems or checked.spec is None or checked.loaded is None:
        shown = [str(one) for one in checked.problems[:MOST_REPORTED]]
        facts = {"problems": [show_problem(one).model_dump() for one in checked.problems]}
        raise BadSuite("\n".join(shown), facts=facts)
    return checked.spec, checked.loaded


async def save_checked(session: Session, *, checked: CheckResult) -> SavedVersion:
    """Store a checked suite for the site's operator. A new suite has no owner; an existing one keeps its owner."""
    spec, loaded = _require_valid(checked)
    suite = await create_suite(session, spec=spec, owner=None, origin=Origin.FILE)
    if suite is None:
        known = await suites.find_suite(session, name=spec.name)
        suite = await repository.lock_suite(session, known.suite_id) or known
    if suite.origin is Origin.INCLUDED:
        raise IncludedSuite(f"Use another name than {spec.name}.")
    suite.archived_at = None
    dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
    return await store_version(session, suite=suite, spec=spec, dataset=dataset, author=None)
