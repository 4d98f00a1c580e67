"""Battles from stored answers over HTTP."""

from fastapi import APIRouter

from llmbattler.accounts.deps import Participant, limited
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..errors import BattleNotFound
from ..schemas import BattleOut
from . import service
from .errors import NotComparable, StillHidden
from .schemas import ComparisonIn

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)


@router.post(
    "/api/battles/from-answers",
    status_code=201,
    responses=explain([BattleNotFound, StillHidden, NotComparable]),
    dependencies=[limited(RouteClass.SUBMIT)],
)
async def compare_answers(wanted: ComparisonIn, session: Unit, asker: Participant) -> BattleOut:
    """Open a blind battle between two stored answers. Its vote counts on the usage board only."""
    return await service.compare_answers(session, owner=asker.owner, wanted=wanted)
