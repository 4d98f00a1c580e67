"""Turns over HTTP: opened in one short unit of work, answered as a stream or as one response."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from starlette.responses import JSONResponse, Response

from llmbattler.accounts.deps import Asker, CredentialWatch, admit_writer, attach_cookie
from llmbattler.accounts.schemas import Visitor
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.core.db import Database, Session, repeat_aborted
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.event_stream import EventStream, OpenStreams
from llmbattler.core.web.idempotency import FromIdempotencyKey, IdempotentRequest
from llmbattler.core.web.problems import problem_response
from llmbattler.generation.streams.flow import Generations, Offset
from llmbattler.generation.streams.service import Ended

from ..blinding.pacing import Blinding
from ..errors import AnswerFailed
from ..failure_messages import explain_failure
from ..models import Mode, Status, VoidReason
from ..pairing.flow import PairOdds
from ..schemas import BattleIn, MessageIn
from ..service import battles
from ..settings import ArenaSettings
from .events import read_event_id, write_events
from .flow import BattleTurns
from .service import end, start
from .turn import Turn, TurnContext, TurnRef

EVENTS = "text/event-stream"
CREATED = 201


@dataclass(slots=True)
class _Opening:
    """A unit of work in which a turn is opened."""

    session: Session
    context: TurnContext
    visitor: Visitor
    ref: TurnRef | None = None
    """The turn that the same request opened before."""
    turn: Turn | None = None
    """The turn that was opened now."""


class TurnStarter:
    """Starts turns for the sender of a request, and responds in the form that the request asks for."""

    def __init__(self, resources: Resources, request: Request, asker: Visitor, idempotent: IdempotentRequest) -> None:
        self._resources = resources
        self._request = request
        self._asker = asker
        self._idempotent = idempotent

    async def open_battle(self, wanted: BattleIn, session_id: UUID | None = None) -> Response:
        return await self._start(partial(start.open_battle, wanted=wanted, session_id=session_id))

    async def add_message(self, battle_id: UUID, wanted: MessageIn) -> Response:
        return await self._start(partial(start.add_message, battle_id=battle_id, wanted=wanted))

    async def regenerate(self, battle_id: UUID) -> Response:
        return await self._start(partial(start.regenerate, battle_id=battle_id))

    async def _start(self, start_turn: Callable[..., Awaitable[Turn]]) -> Response:
        return await self._respond(await repeat_aborted(partial(self._open_once, start_turn)))

    async def _open_once(self, start_turn: Callable[..., Awaitable[Turn]]) -> _Opening:
        async with self._open() as opening:
            if opening.ref is None:
                opening.turn = await start_turn(opening.session, context=opening.context)
        return opening

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[_Opening]:
        """Admit the person, and find out whether the same request was made before."""
        resources = self._resources
        generations, budgets = resources.get(Generations), resources.get(ModelCalls).budgets
        async with generations.opening():
            lease = budgets.lease if await budgets.are_set() else None
            async with budgets.reporting_refusals(), resources.get(Database).unit() as session:
                visitor = await admit_writer(session, resources, self._request, self._asker)
                claim = await self._idempotent.claim(session, owner=visitor.owner)
                context = TurnContext(
                    visitor.owner,
                    generations.process,
                    resources.get(Settings).of(ArenaSettings).max_running_battles,
                    resources.get(PairOdds).chances,
                    lease,
                    BattleTurns.of(resources).blinding,
                )
                opening = _Opening(session, context, visitor)
                if claim.replay is not None:
                    resources.get(OpenStreams).check(visitor.owner)
                    opening.ref = TurnRef.parse(claim.replay.reference or "")
                yield opening
                if opening.turn is not None:
                    opening.ref = opening.turn.ref
                    await self._idempotent.settle(
                        session, owner=visitor.owner, status=CREATED, reference=str(opening.ref)
                    )

    async def _respond(self, opening: _Opening) -> Response:
        """Start the turn if it is new, and respond to the request."""
        generations = self._resources.get(Generations)
        if opening.turn is not None:
            BattleTurns.of(self._resources).begin(generations, opening.turn)
        if opening.ref is None:
            raise AnswerFailed(retry_after=1)
        responses = TurnResponses(self._resources, opening.visitor)
        try:
            streamed = EVENTS in self._request.headers.get("accept", "")
            response = responses.stream(opening.ref) if streamed else await responses.wait(opening.ref)
        except AnswerFailed as failure:
            # Send the cookie, too: the void battle keeps the prompt and belongs to this visitor.
            response = problem_response(failure)
        attach_cookie(response, opening.visitor)
        return response


class TurnResponses:
    """Responds to requests with the events or the answers of a turn."""

    def __init__(self, resources: Resources, asker: Visitor) -> None:
        self._resources = resources
        self._asker = asker

    def stream(self, ref: TurnRef, seen: Offset | None = None, *, announce: bool = True) -> Response:
        """Respond with the events of a turn that the client has not seen."""
        resources, asker = self._resources, self._asker
        progress = resources.get(Generations).follow(ref.key, seen or (0,) * len(ref.sides))
        apart = ref.mode is not Mode.BATTLE or BattleTurns.of(resources).blinding is Blinding.RELAXED
        events = write_events(progress, ref=ref, apart=apart, announce=announce)
        watch = partial(resources.get(CredentialWatch).hold, asker.credential) if asker.credential else None
        return EventStream(events, held=resources.get(OpenStreams).hold(asker.owner), watch=watch)

    async def wait(self, ref: TurnRef) -> Response:
        """Respond with the answers when the turn is done."""
        ended = await self._wait_for_end(ref)
        if ended.failure is not None:
            status = Status(ended.state or Status.VOID)
            raise AnswerFailed(
                explain_failure(VoidReason(ended.failure.value), ref.mode, status),
                retry_after=1,
                facts={"session_id": str(ref.session_id), "battle_id": str(ref.battle_id)},
            )
        async with self._resources.get(Database).unit() as session:
            whole = await end.show_answered(session, owner=self._asker.owner, ref=ref)
        if whole is None:
            raise AnswerFailed(retry_after=1)
        return JSONResponse(whole.model_dump(mode="json"), status_code=CREATED)

    async def _wait_for_end(self, ref: TurnRef) -> Ended:
        async for one in self._resources.get(Generations).follow(ref.key, (0,) * len(ref.sides)):
            if isinstance(one, Ended):
                return one
        raise AnswerFailed("The site is restarting. The answer will be available after the restart.", retry_after=5)

    async def resume(self, battle_id: UUID, last_event_id: str | None) -> Response:
        """Continue with the running turn, or the last one, from where the client stopped."""
        self._resources.get(OpenStreams).check(self._asker.owner)
        async with self._resources.get(Database).unit() as session:
            battle = await battles.find_battle(session, owner=self._asker.owner, battle_id=battle_id)
        current, entries = end.find_last_turn(battle)
        ref, seen = read_event_id(last_event_id, current=current, entries=entries)
        return self.stream(ref, seen, announce=last_event_id is None)


async def get_turn_starter(
    resources: FromResources, request: Request, asker: Asker, idempotent: FromIdempotencyKey
) -> TurnStarter:
    return TurnStarter(resources, request, asker, idempotent)


async def get_turn_responses(resources: FromResources, asker: Asker) -> TurnResponses:
    return TurnResponses(resources, asker)


FromTurnStarter = Annotated[TurnStarter, Depends(get_turn_starter)]
FromTurnResponses = Annotated[TurnResponses, Depends(get_turn_responses)]
