"""The live channel as a WebSocket: a page names topics and hears that they changed."""

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
MOST = 2000
MOST_OF_ONE = 32
MOST_WITHOUT_ACCOUNT = 1000
MOST_OF_ONE_ADDRESS = 400

PublicTopic = Annotated[Topic, Field(pattern=r"^[a-z_]+(:[A-Za-z0-9_-]{1,64})?$")]


class LiveRequest(BaseModel):
    """What a page may send."""

    model_config = ConfigDict(extra="forbid")

    subscribe: list[PublicTopic] = Field(default_factory=list, max_length=MAX_TOPICS)
    unsubscribe: list[PublicTopic] = Field(default_factory=list, max_length=MAX_TOPICS)


class OpenSockets:
    """Counts who holds how many sockets. Those without an account are counted apart, by address: a class of pupils
    shares one, and whoever opens as many as he can takes none from those who have an account."""

    def __init__(self, known: OpenStreams | None = None, unknown: OpenStreams | None = None) -> None:
        self._known = known or OpenStreams(most=MOST, most_of_one=MOST_OF_ONE)
        self._unknown = unknown or OpenStreams(most=MOST_WITHOUT_ACCOUNT, most_of_one=MOST_OF_ONE_ADDRESS)

    def take(self, insider: AccessRights) -> AbstractContextManager[None]:
        """Give what has to be entered at once, or refuse."""
        sockets, holder = (
            (self._unknown, insider.address) if insider.account_id is None else (self._known, insider.account_id)
        )
        sockets.check(holder)
        return sockets.hold(holder)


@router.websocket("/api/live")
async def follow_changes(socket: WebSocket, resources: Annotated[Resources, Depends(get_resources)]) -> None:
    if not is_own_page(socket.headers):  # browsers send cookies with sockets of any page
        await socket.close(POLICY_VIOLATION, "cross-site")
        return
    try:
        insider = await resources.get(StaffAccess).get_rights(socket)
    except Unauthenticated:
        await socket.close(POLICY_VIOLATION, "signed out")
        return
    try:
        held = resources.get(OpenSockets).take(insider)
    except TooManyStreams:
        await socket.accept()  # only then a page hears why
        await socket.close(TRY_AGAIN_LATER, "too many open pages")
        return
    with held:
        await _follow(socket, resources, insider)


async def _follow(socket: WebSocket, resources: Resources, insider: AccessRights) -> None:
    await socket.accept()
    draining, dismissed = resources.get(Shutdown), asyncio.Event()
    with resources.get(LiveHub).subscribe() as subscription, insider.watch(dismissed.set):
        tasks = {
            asyncio.create_task(_read_requests(socket, subscription, may_watch_admin=insider.may_watch_admin)),
            asyncio.create_task(_send_news(socket, subscription)),
            asyncio.create_task(draining.wait()),
            asyncio.create_task(dismissed.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone already
        if dismissed.is_set():
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


async def _send_news(socket: WebSocket, subscription: Subscription) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.send_json(_render(await subscription.next()))


def _render(news: LiveEvent) -> dict[str, str]:
    if isinstance(news, Changed):
        return {"type": "event", "topic": news.topic, "id": news.id}
    return {"type": "resync"}
