"""Providers and keys over HTTP: for admins, and each member's own keys."""

from typing import Annotated

from fastapi import APIRouter, Path

from llmbattler.accounts.deps import Admin, AdminOutsideUnit, Member, limited, limited_staff
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.errors import Forbidden, Unauthenticated
from llmbattler.core.limits import RouteClass
from llmbattler.core.master_keys import MasterKeyMissing
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..errors import KeyNotFound, OwnKeysClosed, ProviderExists, ProviderInUse, ProviderNotFound
from .deps import FromRules, FromVault
from .flow import connection_checks
from .schemas import (
    ConnectionChange,
    ConnectionIn,
    KeyIn,
    OwnKeyOut,
    OwnKeysOut,
    ProviderChange,
    ProviderId,
    ProviderIn,
    ProviderOut,
    ProvidersOut,
    VerdictOut,
)
from .service import own_keys, providers

router = APIRouter(tags=["admin"], route_class=StrictJsonRoute, responses=explain([Unauthenticated, Forbidden]))

Id = Annotated[ProviderId, Path(alias="provider_id")]
WRITES = [limited_staff(RouteClass.WRITE)]
CALLS = [limited(RouteClass.WRITE)]
"""Of routes that call model servers, and hold no unit meanwhile."""
OWN_WRITES = [limited(RouteClass.WRITE)]


@router.get("/api/admin/providers")
async def list_providers(session: Unit, _admin: Admin, vault: FromVault) -> ProvidersOut:
    """List all providers and the state of their keys."""
    return await providers.list_providers(session, vault=vault)


@router.post(
    "/api/admin/providers",
    status_code=201,
    responses=explain([ProviderExists, MasterKeyMissing]),
    dependencies=WRITES,
)
async def add_provider(session: Unit, admin: Admin, rules: FromRules, wanted: ProviderIn) -> ProviderOut:
    return await providers.add_provider(session, actor=admin, wanted=wanted, rules=rules)


@router.patch(
    "/api/admin/providers/{provider_id}",
    responses=explain([ProviderNotFound, MasterKeyMissing]),
    dependencies=WRITES,
)
async def edit_provider(
    session: Unit, admin: Admin, rules: FromRules, provider_id: Id, change: ProviderChange
) -> ProviderOut:
    """Change a provider. Another scheme, host or port needs the key again."""
    return await providers.edit_provider(session, actor=admin, provider_id=provider_id, change=change, rules=rules)


@router.delete(
    "/api/admin/providers/{provider_id}",
    status_code=204,
    responses=explain([ProviderNotFound, ProviderInUse]),
    dependencies=WRITES,
)
async def remove_provider(session: Unit, admin: Admin, provider_id: Id) -> None:
    await providers.remove_provider(session, actor=admin, provider_id=provider_id)


@router.put(
    "/api/admin/providers/{provider_id}/key",
    responses=explain([ProviderNotFound, MasterKeyMissing]),
    dependencies=WRITES,
)
async def set_key(session: Unit, admin: Admin, vault: FromVault, provider_id: Id, given: KeyIn) -> ProviderOut:
    return await providers.set_key(session, actor=admin, provider_id=provider_id, key=given.key, vault=vault)


@router.delete(
    "/api/admin/providers/{provider_id}/key",
    status_code=204,
    responses=explain([ProviderNotFound]),
    dependencies=WRITES,
)
async def remove_key(session: Unit, admin: Admin, provider_id: Id) -> None:
    await providers.remove_key(session, actor=admin, provider_id=provider_id)


@router.post("/api/admin/connection-tests", dependencies=CALLS)
async def check_connection(
    _admin: AdminOutsideUnit, resources: FromResources, rules: FromRules, wanted: ConnectionIn
) -> VerdictOut:
    """Check an address before it is saved."""
    return await connection_checks.check_connection(resources.get(Caller), wanted=wanted, rules=rules)


@router.post("/api/admin/providers/{provider_id}/test", responses=explain(ProviderNotFound), dependencies=CALLS)
async def check_provider(
    _admin: AdminOutsideUnit, resources: FromResources, rules: FromRules, provider_id: Id, change: ConnectionChange
) -> VerdictOut:
    """Check a provider as it is, or as it would be after a change."""
    return await connection_checks.check_provider(
        resources.get(Database), resources.get(Caller), provider_id=provider_id, change=change, rules=rules
    )


@router.get("/api/me/keys")
async def list_own_keys(session: Unit, member: Member, vault: FromVault) -> OwnKeysOut:
    """List the providers that allow members' keys, and your keys."""
    return await own_keys.list_own_keys(session, owner=member.account_id, vault=vault)


@router.put(
    "/api/me/keys/{provider_id}",
    responses=explain([ProviderNotFound, OwnKeysClosed, MasterKeyMissing]),
    dependencies=OWN_WRITES,
)
async def set_own_key(session: Unit, member: Member, vault: FromVault, provider_id: Id, given: KeyIn) -> OwnKeyOut:
    """Store your key for what you run for yourself: side by side, direct chats, benchmarks."""
    return await own_keys.set_own_key(
        session, owner=member.account_id, provider_id=provider_id, key=given.key, vault=vault
    )


@router.delete("/api/me/keys/{provider_id}", status_code=204, responses=explain(KeyNotFound), dependencies=OWN_WRITES)
async def remove_own_key(session: Unit, member: Member, provider_id: Id) -> None:
    await own_keys.remove_own_key(session, owner=member.account_id, provider_id=provider_id)
