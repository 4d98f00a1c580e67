"""Voting over HTTP."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.accounts.deps import FromAddress, Participant, address_group, limited
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.idempotency import FromIdempotencyKey
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.ratings.service import RatingRules

from ..errors import BattleNotFound
from . import service
from .errors import AlreadyVoted
from .schemas import VoteIn, VoteOut

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)


@router.post(
    "/api/battles/{battle_id}/vote",
    responses=explain([BattleNotFound, AlreadyVoted]),
    dependencies=[limited(RouteClass.SUBMIT)],
)
async def cast_vote(
    battle_id: UUID,
    wanted: VoteIn,
    session: Unit,
    asker: Participant,
    address: FromAddress,
    resources: FromResources,
    repeatable: FromIdempotencyKey,
) -> VoteOut:
    settings = resources.get(Settings)
    key = resources.get(SigningKey)
    voter = service.Voter(
        asker.owner,
        key.sign("address", address_group(address).encode()),
        settings.profile,
        RatingRules.read(settings),
        network=key.sign("network", address_group(address, v4_prefix=24, v6_prefix=56).encode()),
        looked_at=asker.looked_at,
    )
    claim = await repeatable.claim(session, owner=asker.owner)
    out = await service.cast_vote(session, voter=voter, battle_id=battle_id, wanted=wanted)
    if claim.fresh:
        await repeatable.settle(session, owner=asker.owner, status=200, reference=str(battle_id))
    return out
