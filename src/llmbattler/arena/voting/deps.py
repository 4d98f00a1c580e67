"""A request to vote.

One dependency reads all of it: resolving ten of FastAPI's took a third of the time of a vote.
"""

from dataclasses import dataclass
from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request

from llmbattler.accounts.deps import address_group, client_address, find_asker
from llmbattler.core.db import Database, repeat_aborted
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web.deps import find_resources
from llmbattler.core.web.idempotency import IdempotencyHeader, IdempotentRequest, read_idempotent_request
from llmbattler.core.web.limits import LimitSubject, check
from llmbattler.ratings.service import RatingRules

from . import service
from .schemas import VoteIn, VoteOut


@dataclass(frozen=True, slots=True)
class Ballot:
    voter: service.Voter
    database: Database
    repeatable: IdempotentRequest

    async def cast(self, battle_id: UUID, wanted: VoteIn) -> VoteOut:
        """Cast the vote in one unit of work."""
        return await repeat_aborted(partial(self._cast_once, battle_id, wanted))

    async def _cast_once(self, battle_id: UUID, wanted: VoteIn) -> VoteOut:
        owner = self.voter.account_id
        async with self.database.unit() as session:
            claim = await self.repeatable.claim(session, owner=owner)
            out = await service.cast_vote(session, voter=self.voter, battle_id=battle_id, wanted=wanted)
            if claim.fresh:
                await self.repeatable.settle(session, owner=owner, status=200, reference=str(battle_id))
        return out


async def read_ballot(request: Request, idempotency_key: IdempotencyHeader = None) -> Ballot:
    """Identify the voter, count the request and read its key."""
    resources = find_resources(request)
    settings, key = resources.get(Settings), resources.get(SigningKey)
    asker = await find_asker(resources, request)
    address = client_address(request, settings)
    group = address_group(address)
    check(resources, RouteClass.SUBMIT, LimitSubject(asker.account_id, group))
    voter = service.Voter(
        asker.owner,
        key.sign("address", group.encode()),
        settings.profile,
        RatingRules.read(settings),
        network=key.sign("network", address_group(address, v4_prefix=24, v6_prefix=56).encode()),
        looked_at=asker.looked_at,
    )
    return Ballot(voter, resources.get(Database), await read_idempotent_request(request, idempotency_key))


FromBallot = Annotated[Ballot, Depends(read_ballot)]
