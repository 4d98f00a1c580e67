"""Stores versions of suites. Unchanged content adds no version."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.versions.hashes import hash_content
from llmbattler.core.versions.service import Draft, Saved, save_version

from .. import repository
from ..definition.spec import SuiteSpec
from ..models import Dataset, Origin, Suite, SuiteVersion
from .version_text import write_spec, write_version_text


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedVersion:
    suite: Suite
    version: SuiteVersion
    new: bool
    """Whether a version was added; unchanged content adds none."""


def fingerprint_version(written: Mapping[str, Any], dataset_digest: str) -> str:
    return hash_content([written, dataset_digest])


async def store_version(
    session: Session,
    *,
    suite: Suite,
    spec: SuiteSpec,
    dataset: Dataset,
    author: str | None,
    note: str = "",
    base: int | None = None,
) -> SavedVersion:
    """Add a version to a new or locked suite, unless its newest version has the same content.

    Raises `EditConflict` if `base`, the version that was edited, is not the newest.
    """
    written = write_spec(spec)
    draft = Draft(
        content={"spec": written, "dataset_id": dataset.dataset_id},
        digest=fingerprint_version(written, dataset.digest),
        author=author,
        note=note,
        base=base,
    )
    saved = await save_version(
        session,
        repository.VERSIONS,
        document_id=suite.suite_id,
        draft=draft,
        render=partial(write_version_text, session, suite.name),
    )
    return update_suite_row(suite, saved)


def update_suite_row(suite: Suite, saved: Saved[SuiteVersion]) -> SavedVersion:
    """Update the suite's row after a version was added."""
    if saved.is_new:
        suite.newest = saved.version.number
        suite.title = saved.version.spec.get("title") or suite.name
        suite.updated_at = saved.version.created_at
    return SavedVersion(suite=suite, version=saved.version, new=saved.is_new)


async def create_suite(session: Session, *, spec: SuiteSpec, owner: str | None, origin: Origin) -> Suite | None:
    """Create a suite without versions. Returns `None` if the name is taken."""
    return await repository.add_suite(
        session, name=spec.name, title=spec.title or spec.name, owner=owner, origin=origin
    )
