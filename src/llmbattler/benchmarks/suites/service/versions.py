"""Putting samples and versions into the tables. The same content is kept once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from .. import repository
from ..definition.samples import digest
from ..definition.spec import SuiteSpec
from ..models import Dataset, Origin, Suite, SuiteVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedVersion:
    suite: Suite
    version: SuiteVersion
    new: bool
    """Whether a version was added; the same content again adds none."""


def fingerprint_version(written: Mapping[str, Any], dataset_digest: str) -> str:
    return digest([written, dataset_digest])


def write_spec(spec: SuiteSpec) -> dict[str, Any]:
    """A suite as plain JSON, without its samples, which are in the dataset."""
    bare = spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"samples": None})})
    return bare.model_dump(mode="json", by_alias=True, exclude_defaults=True)


async def store_version(
    session: Session, *, suite: Suite, spec: SuiteSpec, dataset: Dataset, author: str | None
) -> SavedVersion:
    """Add a version to a suite that is locked or new, unless its newest one says the same."""
    written = write_spec(spec)
    fingerprint = fingerprint_version(written, dataset.digest)
    newest = await repository.find_version(session, suite.suite_id, suite.newest)
    if newest is not None and newest.digest == fingerprint:
        return SavedVersion(suite=suite, version=newest, new=False)
    number = 1 if newest is None else suite.newest + 1
    version = SuiteVersion(
        version_id=uuid7(),
        suite_id=suite.suite_id,
        number=number,
        spec=written,
        digest=fingerprint,
        dataset_id=dataset.dataset_id,
        created_by=author,
        created_at=datetime.now(UTC),
    )
    repository.add_version(session, version)
    suite.newest = number
    suite.title = spec.title or spec.name
    suite.updated_at = datetime.now(UTC)
    return SavedVersion(suite=suite, version=version, new=True)


async def create_suite(session: Session, *, spec: SuiteSpec, owner: str | None, origin: Origin) -> Suite | None:
    """A suite without versions yet; nothing if somebody else was faster with the name."""
    return await repository.add_suite(
        session, name=spec.name, title=spec.title or spec.name, owner=owner, origin=origin
    )
