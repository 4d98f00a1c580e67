"""Run discovery now."""

from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

from ...discovery.flow import refresh_catalog
from ...errors import BadCatalogText, BadModelsFile
from ..schemas import DiscoveryOut, DiscoveryTargetOut


async def run_discovery(database: Database, caller: Caller, settings: Settings) -> DiscoveryOut:
    """Look for models now, also at the providers of the admin area."""
    try:
        report = await refresh_catalog(database, caller, settings, everywhere=True)
    except BadModelsFile as problem:
        raise BadCatalogText(str(problem)) from None
    return DiscoveryOut(
        spots=[
            DiscoveryTargetOut(
                name=one.target.title,
                base_url=one.target.base_url,
                found=len(one.found),
                problem=one.problem.kind.value if one.problem is not None else None,
            )
            for one in report.targets
        ],
        warnings=list(report.warnings),
        added=report.changes.added,
        changed=report.changes.changed,
        retired=report.changes.retired,
        waiting=report.changes.waiting,
    )
