"""The first steps over HTTP, for admins."""

from fastapi import APIRouter

from llmbattler.accounts.deps import Admin, AdminOutsideUnit, limited
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.errors import Forbidden, Unauthenticated
from llmbattler.core.limits import RouteClass
from llmbattler.core.master_keys import MasterKeyMissing
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..providers.deps import FromRules, FromVault
from . import flow
from .errors import PresetNotFound
from .schemas import ConnectIn, ConnectOut, OnboardingOut
from .service import steps

router = APIRouter(tags=["admin"], route_class=StrictJsonRoute, responses=explain([Unauthenticated, Forbidden]))


@router.get("/api/admin/onboarding")
async def get_onboarding(session: Unit, _admin: Admin, resources: FromResources, vault: FromVault) -> OnboardingOut:
    """Return the known providers, and how far this site is: connect a provider, pick models, first battle."""
    return await steps.get_onboarding(session, settings=resources.get(Settings), vault=vault)


@router.post(
    "/api/admin/onboarding/connect",
    responses=explain([PresetNotFound, MasterKeyMissing]),
    dependencies=[limited(RouteClass.WRITE)],
)
async def connect_provider(
    admin: AdminOutsideUnit, resources: FromResources, rules: FromRules, given: ConnectIn
) -> ConnectOut:
    """Check a provider by a real call; if it works, store it, and the models that it lists."""
    return await flow.connect_provider(
        resources.get(Database),
        resources.get(Caller),
        resources.get(Settings),
        actor=admin,
        given=given,
        rules=rules,
    )
