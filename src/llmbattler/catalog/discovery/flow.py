"""Refresh the catalog: read the file, list the models of all targets, update the table."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Place
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database, Session
from llmbattler.core.jobs import JobQueue
from llmbattler.core.logs import get_logger
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ..calls.service import EnvironmentKeys
from ..embedded.service import list_embedded
from ..errors import KeyUnreadable
from ..flow import list_server_models, to_connector_error
from ..models import ModelStatus, PlaceKind, Source
from ..models_file import ListedModels
from ..offers import OfferedModel, merge_offers
from ..providers.places import ProviderPlace
from ..providers.service.keys import find_call_key
from ..providers.service.providers import list_provider_places
from ..repository import lock_catalog
from ..service import SyncReport, list_offered, sync_catalog
from ..settings import CatalogSettings
from ..topics import PROBE_HEALTH
from .selection import choose_models
from .service.catalog_file import read_listed, resolve_providers
from .service.found_models import sort_found
from .targets import DiscoveryTarget, list_targets

LOCAL_SECONDS = 2.0
CLOUD_SECONDS = 4.0
"""The start of the site waits for discovery, so these are short."""

_MISSING_FILE = (
    "models.yaml is missing; {} models that came from it stay as they are. To retire them, remove them from the file "
    "instead of deleting it, or use the admin area."
)

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TargetReport:
    """What discovery found at one address."""

    target: DiscoveryTarget
    found: Sequence[OfferedModel]
    problem: ConnectorError | None = None


@dataclass(frozen=True, slots=True)
class CatalogReport:
    targets: Sequence[TargetReport]
    warnings: Sequence[str]
    changes: SyncReport


@dataclass(frozen=True, slots=True)
class _Query:
    """A target with its key, or the reason why it has none."""

    target: DiscoveryTarget
    key: str | None = None
    problem: ConnectorError | None = None


async def refresh_catalog(
    database: Database, caller: Caller, settings: Settings, *, starting: bool = False, everywhere: bool = False
) -> CatalogReport:
    """Read the catalog file, run discovery, and update the table of models.

    If the catalog file is missing, its models stay: another machine may have it, or it was not restored with the
    database. With `starting`, that is a warning. With `everywhere`, the providers of the admin area are asked even
    where discovery is switched off.
    """
    keys = EnvironmentKeys.read(settings)
    listed = read_listed(settings, keys.environment)
    queries = [
        _Query(target, keys.find(target.api_key_env) if target.api_key_env else None)
        for target in list_targets(settings)
    ]
    async with database.unit() as session:
        places = await list_provider_places(session)
        if settings.of(CatalogSettings).discovery or everywhere:
            vault = Vault(MasterKeys(settings))
            queries += [await _to_query(session, place, vault) for place in places]
    # All at once: an address that does not answer delays nobody else.
    reports = await asyncio.gather(*(_list_target(caller, query) for query in queries))
    async with database.unit() as session:
        # Locked before anything is read: two processes that start together would both add new models.
        await lock_catalog(session)
        known = await list_offered(session)
        if listed.path is None:
            kept = [model for model in known if model.source is Source.FILE and model.status is not ModelStatus.RETIRED]
            listed = ListedModels(None, kept, [_MISSING_FILE.format(len(kept))] if kept and starting else ())
        listed = resolve_providers(listed, places)
        manual = [model for model in known if model.source is Source.MANUAL]
        admitted, waiting = await sort_found(
            session,
            found=[offer for report in reports for offer in report.found],
            named=[*listed.offers, *manual],
            known={model.model_id for model in known},
            ask=bool(settings.of(CatalogSettings).discovery_ask),
        )
        offers = merge_offers(
            listed=listed.offers, discovered=admitted, embedded=list_embedded(settings), manual=manual
        )
        changes = await sync_catalog(session, offers=offers)
        changes.waiting.extend(waiting)
    report = CatalogReport(reports, [*listed.warnings, *_list_overridden(listed.offers, manual)], changes)
    _log_report(report)
    return report


async def find_moved(session: Session, *, settings: Settings, ids: Collection[str]) -> list[str]:
    """Return which of these models have another address in the catalog file than in the table."""
    listed = read_listed(settings, EnvironmentKeys.read(settings).environment)
    listed = resolve_providers(listed, await list_provider_places(session))
    known = {model.model_id: model.address for model in await list_offered(session) if model.source is Source.FILE}
    return [
        offer.model_id
        for offer in listed.offers
        if offer.model_id in ids and known.get(offer.model_id, offer.address) != offer.address
    ]


async def start_catalog(resources: Resources) -> None:
    """Refresh the catalog when a server starts, and ask the worker to probe the models."""
    await refresh_catalog(resources.get(Database), resources.get(Caller), resources.get(Settings), starting=True)
    await resources.get(JobQueue).defer(PROBE_HEALTH, lock=PROBE_HEALTH)


async def _to_query(session: Session, place: ProviderPlace, vault: Vault) -> _Query:
    target = DiscoveryTarget.of_provider(place)
    try:
        key = await find_call_key(session, provider_id=place.provider_id, base_url=place.base_url, vault=vault)
    except KeyUnreadable as problem:
        return _Query(target, problem=problem)
    return _Query(target, key)


def _list_overridden(listed: Sequence[OfferedModel], manual: Sequence[OfferedModel]) -> list[str]:
    ids = {model.model_id for model in manual}
    return [
        f"models.yaml: {offer.model_id} was also added in the admin area, which takes precedence; the file's entry is "
        "ignored."
        for offer in listed
        if offer.model_id in ids
    ]


def _log_report(report: CatalogReport) -> None:
    changes = report.changes
    if changes:
        _log.info(
            "catalog",
            added=changes.added,
            changed=changes.changed,
            retired=changes.retired,
            waiting=changes.waiting,
        )
    for warning in report.warnings:
        _log.warning(warning)
    for one in report.targets:
        # Usually no server runs at a local address, so only providers are worth a warning.
        if one.problem is not None and one.target.place is PlaceKind.CLOUD:
            _log.warning("no models from this provider", provider=one.target.title, reason=str(one.problem))


async def _list_target(caller: Caller, query: _Query) -> TargetReport:
    target = query.target
    if query.problem is not None:
        return TargetReport(target, (), query.problem)
    seconds = CLOUD_SECONDS if target.place is PlaceKind.CLOUD else LOCAL_SECONDS
    try:
        place = Place("", target.base_url, query.key)
        listed = await list_server_models(caller, target.connector, place, seconds=seconds)
        return TargetReport(target, choose_models(target, listed))
    except ConnectorError as problem:
        return TargetReport(target, (), problem)
    except Exception as problem:  # noqa: BLE001 - a connector plug-in may list anything
        return TargetReport(target, (), to_connector_error(target.connector, problem))
