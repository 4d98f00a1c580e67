"""Lists, shows, archives and restores suites."""

from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service.names import find_names
from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings

from .. import repository
from ..definition.samples import SampleView
from ..definition.spec import SuiteSpec
from ..errors import IncludedSuite, NotYourSuite, SuiteNotFound, VersionNotFound
from ..models import Origin, Suite, SuiteVersion
from ..rights import is_own, may_change, may_import, may_write_benchmarks
from ..schemas import SampleOut, SamplesOut, SuiteOut, SuiteRowOut, SuitesOut, VersionRowOut, VersionsOut


async def find_suite(session: Session, *, name: str) -> Suite:
    """Find a suite by its name or id."""
    suite = await repository.find_suite(session, name)
    if suite is None and (suite_id := _read_id(name)) is not None:
        suite = await repository.get_suite(session, suite_id)
    if suite is None:
        raise SuiteNotFound(f"No suite is named {name}.")
    return suite


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


async def list_suites(session: Session, *, settings: Settings, asker: Visitor) -> SuitesOut:
    usage = await repository.count_runs(session)
    shown = []
    for suite, version, sample_count in await repository.list_suites(session):
        spec = SuiteSpec.model_validate(version.spec)
        used = usage.get(suite.suite_id)
        shown.append(
            SuiteRowOut(
                suite_id=suite.suite_id,
                name=suite.name,
                title=suite.title,
                description=spec.description,
                origin=suite.origin,
                mine=is_own(suite.owner, asker),
                version=suite.newest,
                sample_count=sample_count,
                prompts=list(spec.prompts),
                scores=[one.name for one in spec.scores],
                tags=spec.tags,
                runs=used.runs if used else 0,
                last_run_at=used.last_run_at if used else None,
                updated_at=suite.updated_at,
                archived=suite.archived_at is not None,
            )
        )
    return SuitesOut(
        suites=shown, may_write=may_write_benchmarks(settings, asker), may_import=may_import(settings, asker)
    )


async def show_suite(
    session: Session, *, suite_id: UUID, number: int | None, settings: Settings, asker: Visitor
) -> SuiteOut:
    """One version of a suite, by default the newest, and the list of all versions."""
    suite = await _get(session, suite_id)
    version = await _get_version(session, suite, number)
    dataset = await repository.get_dataset(session, version.dataset_id)
    if dataset is None:
        raise VersionNotFound
    spec = SuiteSpec.model_validate(version.spec)
    clustered = spec.dataset.fields.cluster is not None
    return SuiteOut(
        suite_id=suite.suite_id,
        name=suite.name,
        origin=suite.origin,
        may_change=suite.origin is not Origin.INCLUDED and may_change(settings, asker, suite.owner),
        archived=suite.archived_at is not None,
        number=version.number,
        versions=await _list_versions(session, suite_id),
        spec=spec,
        dataset_id=version.dataset_id,
        sample_count=dataset.sample_count,
        columns=dataset.columns,
        clusters=await repository.count_clusters(session, version.dataset_id) if clustered else None,
    )


async def list_versions(session: Session, *, suite_id: UUID) -> VersionsOut:
    """List all versions of a suite, newest first."""
    suite = await _get(session, suite_id)
    return VersionsOut(versions=await _list_versions(session, suite.suite_id))


async def _list_versions(session: Session, suite_id: UUID) -> list[VersionRowOut]:
    versions = await repository.list_versions(session, suite_id)
    authors = await find_names(session, account_ids={one.created_by for one, _ in versions if one.created_by})
    return [_version_row(one, count, authors.get(one.created_by or "")) for one, count in versions]


def _version_row(version: SuiteVersion, sample_count: int, author: str | None) -> VersionRowOut:
    return VersionRowOut(
        number=version.number,
        label=str(version.spec.get("version", "")),
        note=version.note,
        parent=version.parent,
        digest=version.digest,
        sample_count=sample_count,
        created_at=version.created_at,
        created_by=author,
    )


async def show_samples(session: Session, *, suite_id: UUID, number: int | None, first: int, count: int) -> SamplesOut:
    suite = await _get(session, suite_id)
    version = await _get_version(session, suite, number)
    dataset = await repository.get_dataset(session, version.dataset_id)
    samples = await repository.list_samples(session, version.dataset_id, first, count)
    return SamplesOut(samples=[show_sample(one) for one in samples], total=dataset.sample_count if dataset else 0)


def show_sample(sample: SampleView) -> SampleOut:
    return SampleOut(
        position=sample.position,
        sample_id=sample.sample_id,
        fields=dict(sample.fields),
        target=sample.target,
        cluster=sample.cluster,
        tags=list(sample.tags),
    )


async def archive_suite(session: Session, *, suite_id: UUID, settings: Settings, asker: Visitor) -> None:
    """Archive a suite. Its runs and results stay, and it can be restored."""
    suite = await lock_changeable(session, suite_id=suite_id, settings=settings, asker=asker)
    if suite.archived_at is None:
        suite.archived_at = clock.now()


async def restore_suite(session: Session, *, suite_id: UUID, settings: Settings, asker: Visitor) -> None:
    suite = await lock_changeable(session, suite_id=suite_id, settings=settings, asker=asker)
    suite.archived_at = None


async def lock_changeable(session: Session, *, suite_id: UUID, settings: Settings, asker: Visitor) -> Suite:
    """Lock a suite for a change; raises if the visitor may not change it."""
    suite = await repository.lock_suite(session, suite_id)
    if suite is None:
        raise SuiteNotFound
    if suite.origin is Origin.INCLUDED:
        raise IncludedSuite
    if not may_change(settings, asker, suite.owner):
        raise NotYourSuite
    return suite


async def _get(session: Session, suite_id: UUID) -> Suite:
    suite = await repository.get_suite(session, suite_id)
    if suite is None:
        raise SuiteNotFound
    return suite


async def get_version(session: Session, *, suite_id: UUID, number: int | None) -> tuple[Suite, SuiteVersion]:
    """A suite and one of its versions, by default the newest."""
    suite = await _get(session, suite_id)
    return suite, await _get_version(session, suite, number)


async def _get_version(session: Session, suite: Suite, number: int | None) -> SuiteVersion:
    version = await repository.find_version(session, suite.suite_id, number or suite.newest)
    if version is None:
        raise VersionNotFound
    return version
