"""Models over HTTP, for admins."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from llmbattler.accounts.deps import Admin, AdminOutsideUnit, limited, limited_staff
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.errors import Forbidden, Unauthenticated
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..calls.flow import ModelCalls
from ..errors import (
    BadCatalogText,
    FoundModelNotFound,
    ModelAnswered,
    ModelExists,
    ModelNotFound,
    ProviderNotFound,
)
from ..models import ModelStatus
from ..providers.deps import FromRules
from ..settings import CatalogSettings
from .flow import discovery, model_checks
from .schemas import (
    AcceptedOut,
    AcceptIn,
    AdminModelChange,
    AdminModelIn,
    AdminModelOut,
    AdminModelsOut,
    CatalogTextIn,
    DiscoveryOut,
    FoundModelsOut,
    ImportOut,
    ModelId,
    ModelVerdictOut,
    NoteIn,
    WeightIn,
)
from .service import catalog_export, catalog_import, changes, found_models, views

router = APIRouter(tags=["admin"], route_class=StrictJsonRoute, responses=explain([Unauthenticated, Forbidden]))

Id = Annotated[ModelId, Path(alias="model_id")]
WRITES = [limited_staff(RouteClass.WRITE)]
CALLS = [limited(RouteClass.WRITE)]
"""Of routes that call model servers, and hold no unit meanwhile."""
MISSING = explain(ModelNotFound)


@router.get("/api/admin/models")
async def list_models(session: Unit, _admin: Admin) -> AdminModelsOut:
    """List all models with everything known about them."""
    return await views.list_models(session)


@router.post(
    "/api/admin/models", status_code=201, responses=explain([ProviderNotFound, ModelExists]), dependencies=WRITES
)
async def add_model(session: Unit, admin: Admin, wanted: AdminModelIn) -> AdminModelOut:
    return await changes.add_model(session, actor=admin, wanted=wanted)


@router.patch("/api/admin/models/{model_id}", responses=explain([ModelNotFound, ModelAnswered]), dependencies=WRITES)
async def edit_model(session: Unit, admin: Admin, model_id: Id, change: AdminModelChange) -> AdminModelOut:
    return await changes.edit_model(session, actor=admin, model_id=model_id, change=change)


@router.post("/api/admin/models/{model_id}/pause", responses=MISSING, dependencies=WRITES)
async def pause_model(session: Unit, admin: Admin, model_id: Id, given: NoteIn) -> AdminModelOut:
    """Stop drawing it for new battles; running ones continue."""
    return await changes.set_status(session, actor=admin, model_id=model_id, status=ModelStatus.PAUSED, note=given.note)


@router.post("/api/admin/models/{model_id}/resume", responses=MISSING, dependencies=WRITES)
async def resume_model(session: Unit, admin: Admin, model_id: Id) -> AdminModelOut:
    return await changes.set_status(session, actor=admin, model_id=model_id, status=ModelStatus.ACTIVE)


@router.post("/api/admin/models/{model_id}/retire", responses=MISSING, dependencies=WRITES)
async def retire_model(session: Unit, admin: Admin, model_id: Id, given: NoteIn) -> AdminModelOut:
    """Keep it on the leaderboard with its votes, and never draw it again."""
    return await changes.set_status(
        session, actor=admin, model_id=model_id, status=ModelStatus.RETIRED, note=given.note
    )


@router.put("/api/admin/models/{model_id}/weight", responses=MISSING, dependencies=WRITES)
async def set_weight(session: Unit, admin: Admin, model_id: Id, wanted: WeightIn) -> AdminModelOut:
    return await changes.set_weight(session, actor=admin, model_id=model_id, weight=wanted.weight)


@router.post("/api/admin/models/{model_id}/release", responses=MISSING, dependencies=WRITES)
async def release_model(session: Unit, admin: Admin, model_id: Id) -> AdminModelOut:
    """Let the catalog file and discovery change the fields again that were set here."""
    return await changes.release_model(session, actor=admin, model_id=model_id)


@router.post("/api/admin/models/{model_id}/test", responses=MISSING, dependencies=CALLS)
async def check_model(admin: AdminOutsideUnit, resources: FromResources, model_id: Id) -> ModelVerdictOut:
    """Ask the model for one sentence, and report how it went."""
    calls = resources.get(ModelCalls)
    return await model_checks.check_model(resources.get(Database), calls, model_id=model_id, caller=admin.account_id)


@router.get(
    "/api/admin/catalog-file",
    response_class=Response,
    responses={200: {"content": {"application/yaml": {}}, "description": "A models.yaml."}},
)
async def export_catalog(session: Unit, _admin: Admin) -> Response:
    """Export all models as a models.yaml, without keys."""
    return Response(
        await catalog_export.export_catalog(session),
        media_type="application/yaml",
        headers={"Content-Disposition": 'attachment; filename="models.yaml"'},
    )


@router.post("/api/admin/catalog-file", responses=explain(BadCatalogText), dependencies=WRITES)
async def import_catalog(session: Unit, admin: Admin, rules: FromRules, given: CatalogTextIn) -> ImportOut:
    """Import a models.yaml; a dry run only lists what would change."""
    return await catalog_import.import_catalog(
        session, actor=admin, content=given.content, dry_run=given.dry_run, rules=rules
    )


@router.get("/api/admin/found-models")
async def list_found(session: Unit, _admin: Admin, resources: FromResources) -> FoundModelsOut:
    """List the models that discovery found and that are not offered yet."""
    return await found_models.list_found(session, ask=bool(resources.get(Settings).of(CatalogSettings).discovery_ask))


@router.post(
    "/api/admin/found-models/accept", responses=explain([FoundModelNotFound, ModelExists]), dependencies=WRITES
)
async def accept_all_found(session: Unit, admin: Admin, wanted: AcceptIn) -> AcceptedOut:
    """Offer several found models at once: all of them or none."""
    return await found_models.accept_all_found(session, actor=admin, model_ids=wanted.models)


@router.post(
    "/api/admin/found-models/{model_id}/accept",
    status_code=201,
    responses=explain([FoundModelNotFound, ModelExists]),
    dependencies=WRITES,
)
async def accept_found(session: Unit, admin: Admin, model_id: Id) -> AdminModelOut:
    return await found_models.accept_found(session, actor=admin, model_id=model_id)


@router.post(
    "/api/admin/found-models/{model_id}/ignore",
    status_code=204,
    responses=explain(FoundModelNotFound),
    dependencies=WRITES,
)
async def ignore_found(session: Unit, admin: Admin, model_id: Id) -> None:
    await found_models.ignore_found(session, actor=admin, model_id=model_id)


@router.post("/api/admin/discovery", responses=explain(BadCatalogText), dependencies=CALLS)
async def run_discovery(_admin: AdminOutsideUnit, resources: FromResources) -> DiscoveryOut:
    """Look for models now: local servers, providers whose key is set, and the providers of the admin area."""
    return await discovery.run_discovery(resources.get(Database), resources.get(Caller), resources.get(Settings))
