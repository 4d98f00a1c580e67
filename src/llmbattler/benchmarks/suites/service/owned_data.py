"""Export, erasure and transfer of a person's suites."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository


async def export_suites(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Suites with all versions, without samples, which can be downloaded on the suite's page."""
    for suite in await repository.list_owned(session, owner):
        versions = await repository.list_versions(session, suite.suite_id)
        yield {
            "suite_id": str(suite.suite_id),
            "name": suite.name,
            "title": suite.title,
            "archived_at": None if suite.archived_at is None else suite.archived_at.isoformat(),
            "created_at": suite.created_at.isoformat(),
            "versions": [
                {
                    "number": version.number,
                    "created_at": version.created_at.isoformat(),
                    "samples": sample_count,
                    "spec": version.spec,
                }
                for version, sample_count in versions
            ],
        }


SUITES = OwnedData("benchmark_suites", export_suites, repository.delete_ownership, repository.update_owner)
