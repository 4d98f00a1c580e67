"""The live channel as a WebSocket: a page subscribes to topics and is told when they change."""

import asyncio
from contextlib import AbstractContextManager, suppress
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import Limited, Unauthenticated
from ..limits import Limiter, Rule
from ..live import ADMIN_TOPIC, Changed, LiveEvent, LiveHub, Subscription, Topic
from ..resources import Resources
from ..tasks import cancel_tasks
from .deps import get_resources
from .event_stream import OpenStreams, TooManyStreams
from .origin import is_own_page
from .shutdown import Shutdown
from .staff_access import AccessRights, StaffAccess

router = APIRouter()

MAX_TOPICS = 64
MESSAGES = Rule("live", timedelta(seconds=15), 150)
"""Messages and new topics of one socket: 150 at once, then ten a second."""
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

    @property
    def count(self) -> int:
        return self._known.count + self._unknown.count

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
        reading = asyncio.create_task(_read_requests(socket, subscription, rights))
        tasks = {
            reading,
            asyncio.create_task(_send_events(socket, subscription)),
            asyncio.create_task(shutdown.wait()),
            asyncio.create_task(signed_out.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_tasks(tasks)
    with suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone already
        if signed_out.is_set():
            await socket.close(POLICY_VIOLATION, "signed out")
        elif _has_sent_too_much(reading):
            await socket.close(TRY_AGAIN_LATER, "too many messages")
        else:
            await socket.close(GOING_AWAY)


def _has_sent_too_much(reading: asyncio.Task[None]) -> bool:
    return reading.done() and not reading.cancelled() and isinstance(reading.exception(), Limited)


async def _read_requests(socket: WebSocket, subscription: Subscription, rights: AccessRights) -> None:
    """Answer requests until the page is gone; raise `Limited` if it sends too many."""
    limiter = Limiter(max_keys=1)
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            limiter.check(MESSAGES, "")
            try:
                request = LiveRequest.model_validate_json(text)
            except ValidationError:
                await socket.send_json({"type": "error", "detail": 'Send {"subscribe": ["topic"]}.'})
                continue
            await socket.send_json(await _change_topics(subscription, request, rights, limiter))


async def _change_topics(
    subscription: Subscription, request: LiveRequest, rights: AccessRights, limiter: Limiter
) -> dict[str, object]:
    wanted = (subscription.topics | set(request.subscribe)) - set(request.unsubscribe)
    new = sorted(wanted - subscription.topics)
    if not rights.may_watch_admin and any(topic.partition(":")[0] == ADMIN_TOPIC for topic in new):
        return {"type": "error", "detail": "The admin area is for moderators and admins."}
    if len(wanted) > MAX_TOPICS:
        return {"type": "error", "detail": f"At most {MAX_TOPICS} topics at a time."}
    for _ in new:  # each may take a query
        limiter.check(MESSAGES, "")
    allowed = await rights.may_follow(new) if new else set()
    if rights.may_watch_admin:
        allowed.add(ADMIN_TOPIC)
    # Topics of other people are refused like those that do not exist.
    refused = [topic for topic in new if topic not in allowed]
    subscription.topics = wanted.difference(refused)
    answer: dict[str, object] = {"type": "subscribed", "topics": sorted(subscription.topics)}
    return {**answer, "refused": refused} if refused else answer


async def _send_events(socket: WebSocket, subscription: Subscription) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.send_json(_render(await subscription.next()))


def _render(news: LiveEvent) -> dict[str, str]:
    if isinstance(news, Changed):
        return {"type": "event", "topic": news.topic, "id": news.id}
    return {"type": "resync"}
