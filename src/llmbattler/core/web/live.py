"""The live channel as a WebSocket: a page subscribes to topics and is told when they change."""

import asyncio
from contextlib import AbstractContextManager, suppress
from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import Unauthenticated
from ..live import ADMIN_TOPIC, Changed, LiveEvent, LiveHub, Subscription, Topic
from ..resources import Resources
from .deps import get_resources
from .event_stream import OpenStreams, TooManyStreams
from .origin import is_own_page
from .shutdown import Shutdown
from .staff_access import AccessRights, StaffAccess

router = APIRouter()

MAX_TOPICS = 64
GOING_AWAY = 1001
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
MAX_SOCKETS = 2000
MAX_PER_ACCOUNT = 32
MAX_WITHOUT_ACCOUNT = 1000
MAX_PER_ADDRESS = 400

PublicTopic = Annotated[Topic, Field(pattern=r"^[a-z_]+(:[A-Za-z0-9_-]{1,64})?$")]


class LiveRequest(BaseModel):
    """What a page may send."""

    model_config = ConfigDict(extra="forbid")

    subscribe: list[PublicTopic] = Field(default_factory=list, max_length=MAX_TOPICS)
    unsubscribe: list[PublicTopic] = Field(default_factory=list, max_length=MAX_TOPICS)


class OpenSockets:
    """Limits how many sockets are open.

    Clients without an account are counted separately, by address: a school shares one, and they must not use up the
    sockets of those who have an account.
    """

    def __init__(self, known: OpenStreams | None = None, unknown: OpenStreams | None = None) -> None:
        self._known = known or OpenStreams(total=MAX_SOCKETS, per_owner=MAX_PER_ACCOUNT)
        self._unknown = unknown or OpenStreams(total=MAX_WITHOUT_ACCOUNT, per_owner=MAX_PER_ADDRESS)

    def take(self, rights: AccessRights) -> AbstractContextManager[None]:
        """Return the context manager that counts this socket, or raise `TooManyStreams`."""
        sockets, holder = (
            (self._unknown, rights.address) if rights.account_id is None else (self._known, rights.account_id)
        )
        sockets.check(holder)
        return sockets.hold(holder)


@router.websocket("/api/live")
async def follow_topics(socket: WebSocket, resources: Annotated[Resources, Depends(get_resources)]) -> None:
    if not is_own_page(socket.headers):  # browsers send cookies with sockets of foreign pages too
        await socket.close(POLICY_VIOLATION, "cross-site")
        return
    try:
        rights = await resources.get(StaffAccess).get_rights(socket)
    except Unauthenticated:
        await socket.close(POLICY_VIOLATION, "signed out")
        return
    try:
        held = resources.get(OpenSockets).take(rights)
    except TooManyStreams:
        await socket.accept()  # otherwise the page does not learn why
        await socket.close(TRY_AGAIN_LATER, "too many open pages")
        return
    with held, resources.get(Shutdown).delay():
        await _follow(socket, resources, rights)


async def _follow(socket: WebSocket, resources: Resources, rights: AccessRights) -> None:
    await socket.accept()
    shutdown, signed_out = resources.get(Shutdown), asyncio.Event()
    with resources.get(LiveHub).subscribe() as subscription, rights.watch(signed_out.set):
        tasks = {
            asyncio.create_task(_read_requests(socket, subscription, may_watch_admin=rights.may_watch_admin)),
            asyncio.create_task(_send_events(socket, subscription)),
            asyncio.create_task(shutdown.wait()),
            asyncio.create_task(signed_out.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone already
        if signed_out.is_set():
            await socket.close(POLICY_VIOLATION, "signed out")
        else:
            await socket.close(GOING_AWAY)


async def _read_requests(socket: WebSocket, subscription: Subscription, *, may_watch_admin: bool) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            try:
                request = LiveRequest.model_validate_json(text)
            except ValidationError:
                await socket.send_json({"type": "error", "detail": 'Send {"subscribe": ["topic"]}.'})
                continue
            wanted = (subscription.topics | set(request.subscribe)) - set(request.unsubscribe)
            if not may_watch_admin and any(topic.partition(":")[0] == ADMIN_TOPIC for topic in wanted):
                await socket.send_json({"type": "error", "detail": "The admin area is for moderators and admins."})
                continue
            if len(wanted) > MAX_TOPICS:
                await socket.send_json({"type": "error", "detail": f"At most {MAX_TOPICS} topics at a time."})
                continue
            subscription.topics = wanted
            await socket.send_json({"type": "subscribed", "topics": sorted(wanted)})


async def _send_events(socket: WebSocket, subscription: Subscription) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.send_json(_render(await subscription.next()))


def _render(news: LiveEvent) -> dict[str, str]:
    if isinstance(news, Changed):
        return {"type": "event", "topic": news.topic, "id": news.id}
    return {"type": "resync"}
