"""Tell open pages and other processes that something changed.

A change is announced with NOTIFY in its transaction. Each process has one LISTEN connection and hands announcements to
its subscriptions.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NewType, TypeAlias

import msgspec

from .db import Session
from .db.engine import DatabaseAddress
from .db.notifications import NOTIFY, ListenConnectionLost, listen, notify
from .logs import get_logger
from .tasks import cancel_tasks

CHANNEL = "llmbattler_live"
ANNOUNCE = NOTIFY
"""The last part of a statement that announces its changes itself, with the parameters of `write_announcement`."""
QUEUE_SIZE = 256
RECONNECT_SECONDS = (0.1, 0.5, 1.0, 2.0)
CHECK_SECONDS = 5.0

_log = get_logger(__name__)

Topic = NewType("Topic", str)
"""What an announcement is about. Each topic is one constant (or function) that sender and listeners share.

Pages can subscribe to topics of small letters and underscores, with an id after a colon. A topic with a dot is for
processes of the site only.
"""
ADMIN_TOPIC = Topic("admin")
"""Changes that moderators and admins see. The id says what changed. Not for the public."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Something under this topic changed; ask for it again."""

    topic: Topic
    id: str


@dataclass(frozen=True, slots=True)
class Resync:
    """Changes may have been missed; ask for everything again."""


LiveEvent: TypeAlias = Changed | Resync


async def publish(session: Session, topic: Topic, id: str) -> None:  # noqa: A002 - the word on the wire
    """Announce a change when this transaction commits.

    An announcement carries no data: listeners ask for the data and get what they may see.
    """
    await publish_all(session, Changed(topic, id))


async def publish_all(session: Session, *events: Changed) -> None:
    """Announce several changes at once."""
    await notify(session, CHANNEL, *map(_encode, events))


def write_announcement(*events: Changed) -> dict[str, Any]:
    return {"channel": CHANNEL, "payloads": [_encode(event) for event in events]}


def _encode(event: Changed) -> str:
    return msgspec.json.encode([event.topic, event.id]).decode()


class Subscription:
    """The topics of one listener, and the events that it has not read yet."""

    def __init__(self) -> None:
        self.topics: set[Topic] = set()
        self._queue: asyncio.Queue[LiveEvent] = asyncio.Queue(QUEUE_SIZE)

    async def next(self) -> LiveEvent:
        return await self._queue.get()

    def clear(self) -> None:
        """Drop unread events, for listeners to which one event is as good as many."""
        while not self._queue.empty():
            self._queue.get_nowait()

    def offer(self, event: LiveEvent) -> None:
        if isinstance(event, Changed) and event.topic not in self.topics:
            return
        if self._queue.full():
            # A reader this far behind asks for everything again instead of working off old events.
            self.clear()
            event = Resync()
        self._queue.put_nowait(event)


class LiveHub:
    """One listening connection for the process, many subscriptions."""

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._subscriptions: set[Subscription] = set()
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._listen_forever(), name="live")
        await self.listening.wait()

    async def close(self) -> None:
        if self._task is not None:
            await cancel_tasks([self._task])

    @contextmanager
    def subscribe(self, *topics: Topic) -> Iterator[Subscription]:
        subscription = Subscription()
        subscription.topics.update(topics)
        self._subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.discard(subscription)

    def _broadcast(self, event: LiveEvent) -> None:
        for subscription in tuple(self._subscriptions):
            subscription.offer(event)

    async def _listen_forever(self) -> None:
        failures = 0
        while True:
            try:
                await listen(
                    self._address,
                    CHANNEL,
                    started=self._start,
                    received=self._receive,
                    check_seconds=CHECK_SECONDS,
                )
            except ListenConnectionLost as error:
                if self.listening.is_set():
                    failures = 0
                    _log.warning("lost the live connection; trying again", reason=str(error))
                self.listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS[min(failures, len(RECONNECT_SECONDS) - 1)])
            failures += 1

    def _start(self) -> None:
        self.listening.set()
        self._broadcast(Resync())

    def _receive(self, payload: str) -> None:
        topic, id_ = msgspec.json.decode(payload)
        self._broadcast(Changed(topic, id_))
