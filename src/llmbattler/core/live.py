"""Telling open pages that something changed: NOTIFY in the transaction, one LISTEN for each process, fanned out."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeAlias

import psycopg

from .db import Session
from .db.engine import DatabaseAddress
from .db.notifications import ListeningConnection
from .db.notify import notify
from .logs import get_logger

CHANNEL = "llmbattler_live"
QUEUE_SIZE = 256
RECONNECT_SECONDS = (0.1, 0.5, 1.0, 2.0)
CHECK_SECONDS = 5.0

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Changed:
    """Something under this topic changed; ask for it again."""

    topic: str
    id: str


@dataclass(frozen=True, slots=True)
class Resync:
    """Changes may have been missed; ask for everything again."""


LiveEvent: TypeAlias = Changed | Resync


async def publish(session: Session, topic: str, id: str) -> None:  # noqa: A002 - the word on the wire
    """Announce a change when this transaction commits. Carries no data: listeners ask, and get what they may see."""
    await publish_all(session, Changed(topic, id))


async def publish_all(session: Session, *news: Changed) -> None:
    """Announce several changes at once."""
    await notify(session, CHANNEL, *(json.dumps([one.topic, one.id]) for one in news))


class Subscription:
    """What one listener wants to hear and has not read yet."""

    def __init__(self) -> None:
        self.topics: set[str] = set()
        self._queue: asyncio.Queue[LiveEvent] = asyncio.Queue(QUEUE_SIZE)

    async def next(self) -> LiveEvent:
        return await self._queue.get()

    def forget(self) -> None:
        """Drop what was not read yet; for listeners to whom one piece of news is as good as many."""
        while not self._queue.empty():
            self._queue.get_nowait()

    def offer(self, news: LiveEvent) -> None:
        if isinstance(news, Changed) and news.topic not in self.topics:
            return
        if self._queue.full():
            # A reader that is this far behind is better served by one fresh start than by old news.
            self.forget()
            news = Resync()
        self._queue.put_nowait(news)


class LiveHub:
    """One listening connection for the process, many subscriptions."""

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._subscriptions: set[Subscription] = set()
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._listen_for_ever(), name="live")
        await self.listening.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @contextmanager
    def subscribe(self, *topics: str) -> Iterator[Subscription]:
        subscription = Subscription()
        subscription.topics.update(topics)
        self._subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.discard(subscription)

    def _tell(self, news: LiveEvent) -> None:
        for subscription in tuple(self._subscriptions):
            subscription.offer(news)

    async def _listen_for_ever(self) -> None:
        failures = 0
        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                if self.listening.is_set():
                    failures = 0
                    _log.warning("lost the live connection; trying again", reason=type(error).__name__)
                self.listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS[min(failures, len(RECONNECT_SECONDS) - 1)])
            failures += 1

    async def _listen(self) -> None:
        async with await ListeningConnection.connect(
            self._address.direct_url, autocommit=True, connect_timeout=5, application_name="llmbattler-live"
        ) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.listening.set()
            self._tell(Resync())
            while True:
                async for note in connection.notifies(timeout=CHECK_SECONDS):
                    topic, id_ = json.loads(note.payload)
                    self._tell(Changed(topic, id_))
                await connection.execute("SELECT 1")  # a peer that vanished without a word shows itself here
