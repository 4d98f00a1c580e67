"""Voting over HTTP."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..errors import BattleNotFound
from .deps import FromBallot
from .errors import AlreadyVoted
from .schemas import VoteIn, VoteOut

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)


@router.post("/api/battles/{battle_id}/vote", responses=explain([BattleNotFound, AlreadyVoted]))
async def cast_vote(battle_id: UUID, wanted: VoteIn, ballot: FromBallot) -> VoteOut:
    return await ballot.cast(battle_id, wanted)
