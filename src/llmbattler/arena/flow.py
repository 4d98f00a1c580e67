"""Running turns: generation belongs to the process and not to the connection that asked for it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from uuid import UUID, uuid4

from llmbattler.connectors.contract import Image, Message, Role, Text
from llmbattler.connectors.errors import ConnectorError
from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.errors import AppError, Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.storage import Storage
from llmbattler.core.web.event_stream import OpenStreams
from llmbattler.generation.contestants.service import Description, list_known
from llmbattler.library.service.images import list_images

from .checkpoints import Checkpoints
from .conversation import Attempt, Entry, history
from .errors import Crowded
from .identity.names import Names
from .models import Mode, Position, VoidReason
from .noticing import name_contestants, notice
from .relay import Blinding
from .running import Done, Ending, RunningTurn, Voided
from .service import turns
from .service.plans import TurnPlan
from .settings import ArenaSettings

TICKS_AT_ONCE = 32
"""So many turns move on before anything else gets its turn."""
CHECKPOINT_SECONDS = 0.25
CHECKPOINTS_PER_LEASE = 4
PING_SECONDS = 10.0
SWEEP_SECONDS = 5.0
SWEEPS_PER_LESSON = 12
AWAY_SECONDS = 1.0
OPENINGS = 7
OPENING_SECONDS = 30.0
SAVE_SECONDS = (0.2, 0.5, 1.0, 2.0)
SAVE_PATIENCE = 120.0
CLOSE_SECONDS = 1.0
STOP_LOOKS = 40
STOP_LOOK_SECONDS = 0.1

_log = get_logger(__name__)


class Arena:
    """The turns of this process. One ticker moves them all, one writer keeps other replicas informed."""

    def __init__(self, resources: Resources) -> None:
        database, ticker = resources.get(Database), resources.get(Ticker)
        self.process = uuid4()
        self.blinding = Blinding(resources.get(Settings).of(ArenaSettings).blinding)
        self._resources = resources
        self._database = database
        self.storage: Storage = resources.get(Storage)
        self._running: dict[UUID, RunningTurn] = {}
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._busy = asyncio.Event()
        self._ticker = ticker
        self._due = asyncio.Event()
        self._checkpoints = Checkpoints(database, ticker, self.process)
        self.streams = OpenStreams()
        self._openings = asyncio.Semaphore(OPENINGS)
        self._names = Names()
        self._named: list[Description] = []
        self._loops: dict[str, asyncio.Task[None]] = {}
        self.leaving = False

    async def open(self) -> None:
        for loop in (self._tick, self._checkpoint, self._sweep):
            self._keep_going(loop)

    def _keep_going(self, loop: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run a loop for as long as this process lives: every battle of it depends on each of them."""
        task = asyncio.create_task(loop(), name=f"arena{loop.__name__}")
        self._loops[loop.__name__] = task

        def begin_again(ended: asyncio.Task[None]) -> None:
            if not ended.cancelled():
                _report(ended)
                asyncio.get_running_loop().call_later(AWAY_SECONDS, self._keep_going, loop)

        task.add_done_callback(begin_again)

    async def close(self, grace: float) -> None:
        """Let running turns end within the grace time, void the others, and only then let go of the database."""
        await self._await_turns(grace)
        self.leave()
        for battle_id in tuple(self._tasks):
            self.stop(battle_id, VoidReason.FAILED)
        await self._await_turns(CLOSE_SECONDS)
        for task in tuple(self._tasks.values()):
            task.cancel()  # it waits for a database that is away; the sweep will void what it leaves behind
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        loops = tuple(self._loops.values())
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)
        await self._checkpoints.close()

    async def _await_turns(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(tuple(self._tasks.values()), timeout=seconds)

    def leave(self) -> None:
        """Tell everybody who watches that this process is about to stop."""
        self.leaving = True
        for turn in self._running.values():
            turn.leave()

    @asynccontextmanager
    async def opening(self) -> AsyncIterator[None]:
        """Stand in line before a turn is opened.

        A crowd that comes at once would take every connection, and whoever waits longest for one, be it the writer
        that keeps the others' battles alive, would be turned away.
        """
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await self._openings.acquire()
        except TimeoutError:
            raise Crowded(retry_after=2) from None
        try:
            yield
        finally:
            self._openings.release()

    def begin(self, plan: TurnPlan) -> RunningTurn:
        """Start answering. The plan is committed by now; nobody holds a connection while models answer."""
        turn = RunningTurn(plan, self.blinding)
        self._running[plan.battle_id] = turn
        task = asyncio.create_task(self._run(turn), name=f"battle {plan.battle_id}")
        task.add_done_callback(_report)
        self._tasks[plan.battle_id] = task
        self._busy.set()
        return turn

    def find(self, battle_id: UUID, attempt: Attempt) -> RunningTurn | None:
        running = self._running.get(battle_id)
        return running if running is not None and running.attempt == attempt else None

    def stop(self, battle_id: UUID, reason: VoidReason = VoidReason.STOPPED) -> bool:
        """Stop both sides at once; false when this process does not answer that battle."""
        turn, task = self._running.get(battle_id), self._tasks.get(battle_id)
        if turn is None or task is None:
            return False
        if turn.stopping is None and not turn.all_shown.is_set():
            turn.stopping = reason
            task.cancel()
        return True

    async def stop_anywhere(self, battle_id: UUID, *, owner: str) -> None:
        """Stop a battle of this person in whichever process it runs, and return when it has stopped."""
        async with self._database.unit() as session:
            running = await turns.request_stop(session, owner=owner, battle_id=battle_id)
        self.stop(battle_id)
        for _ in range(STOP_LOOKS):
            if not running:
                return
            await asyncio.sleep(STOP_LOOK_SECONDS)
            async with self._database.unit() as session:
                running = await turns.is_generating(session, battle_id=battle_id)

    async def _run(self, turn: RunningTurn) -> None:
        ending: Ending | None = None
        try:
            if await self._answer(turn):
                await turn.all_shown.wait()
                ending = await self._save(turn)
        finally:
            try:
                # Written down before it is said: whoever hears of it may ask at once.
                if ending is None:
                    ending = await self._cut(turn)
            finally:
                turn.end(Voided(VoidReason.FAILED) if ending is None else ending)
                if self._running.get(turn.plan.battle_id) is turn:  # and not already the next one of this battle
                    del self._running[turn.plan.battle_id], self._tasks[turn.plan.battle_id]

    async def _cut(self, turn: RunningTurn) -> Ending:
        """End a turn that was not answered to its end. A chat keeps what was written before its person stopped it."""
        # From here on a stop comes too late: it must not cut off the writing down.
        reason = turn.stopping = turn.stopping or VoidReason.FAILED
        if reason is VoidReason.STOPPED and turn.plan.mode is Mode.DIRECT and turn.cut():
            return await self._save(turn)
        await self._void(turn, reason)
        return Voided(reason)

    async def _answer(self, turn: RunningTurn) -> bool:
        prompts = await self._prepare(turn.plan)
        whole = True
        try:
            async with asyncio.TaskGroup() as group:
                for index, messages in enumerate(prompts):
                    group.create_task(turn.read_side(index, self._resources, messages))
        except* ConnectorError as failures:
            whole = False
            kinds = [str(getattr(error, "kind", "unknown")) for error in failures.exceptions]
            _log.warning("a side failed", battle_id=str(turn.plan.battle_id), kinds=kinds)
        return whole

    async def _prepare(self, plan: TurnPlan) -> list[list[Message]]:
        images = await self._load_images(plan)
        return [
            [_message(entry, images) for entry in history(plan.entries, position=position, turn=plan.turn)]
            for position, _ in zip(Position, plan.contestants, strict=False)
        ]

    async def _load_images(self, plan: TurnPlan) -> dict[str, Image]:
        wanted = [UUID(image) for entry in plan.entries for image in entry.images]
        if not wanted:
            return {}
        async with self._database.unit() as session:
            found = await list_images(session, owner=plan.owner, image_ids=wanted)
        return {
            str(image.image_id): Image(image.media_type, await self.storage.get(image.storage_key)) for image in found
        }

    async def _save(self, turn: RunningTurn) -> Ending:
        """Append the turn. The person has seen all of it, so an absent database is waited for."""
        if not {one.id for one in turn.plan.contestants} <= {
            one.id for one in self._named
        }:  # offered since the last sweep
            with suppress(Unavailable):
                await self._learn_names()
        seen = await asyncio.to_thread(notice, turn.plan.entries, turn.plan.turn, turn.answers, self._names)
        deadline = asyncio.get_running_loop().time() + SAVE_PATIENCE
        for attempt in itertools.count():
            try:
                async with self._database.unit() as session:
                    kept = await turns.append_turn(
                        session, plan=turn.plan, answers=turn.answers, pace=turn.relay.pace, seen=seen
                    )
            except Unavailable:
                if asyncio.get_running_loop().time() > deadline:
                    break
                await asyncio.sleep(SAVE_SECONDS[min(attempt, len(SAVE_SECONDS) - 1)])
            else:
                return Done() if kept else Voided(VoidReason.CRASHED)
        return Voided(VoidReason.CRASHED)

    async def _void(self, turn: RunningTurn, reason: VoidReason) -> None:
        try:
            async with self._database.unit() as session:
                await turns.void_turn(session, battle_id=turn.plan.battle_id, reason=reason)
        except AppError as error:
            # The lease runs out, and whoever sweeps next voids it.
            _log.warning("a void battle waits for the sweep", battle_id=str(turn.plan.battle_id), reason=error.title)

    async def _tick(self) -> None:
        ping_at = checkpoint_at = 0.0
        while True:
            await self._until_busy()
            now = asyncio.get_running_loop().time()
            quiet = now >= ping_at
            if quiet:
                ping_at = now + PING_SECONDS
            for number, turn in enumerate(tuple(self._running.values()), start=1):
                turn.tick(now)
                if quiet:
                    turn.break_silence()
                if number % TICKS_AT_ONCE == 0:
                    await asyncio.sleep(0)
            if now >= checkpoint_at:
                checkpoint_at = max(checkpoint_at, now - CHECKPOINT_SECONDS) + CHECKPOINT_SECONDS
                self._due.set()
            await self._ticker.after_tick()

    async def _until_busy(self) -> None:
        """Sleep while nothing is answered: a process that does nothing should cost nothing."""
        if not self._running:
            self._busy.clear()
            await self._busy.wait()

    async def _checkpoint(self) -> None:
        for number in itertools.count():
            await self._until_busy()
            await self._due.wait()
            self._due.clear()
            renew = number % CHECKPOINTS_PER_LEASE == 0
            for battle_id in await self._checkpoints.write(dict(self._running), renew=renew):
                self.stop(battle_id)

    async def _sweep(self) -> None:
        for number in itertools.count():
            with suppress(Unavailable):
                if await self._checkpoints.is_anything_left():
                    async with self._database.unit() as session:
                        await turns.void_stale_battles(session)
                if number % SWEEPS_PER_LESSON == 0 or not self._named:
                    await self._learn_names()
            await asyncio.sleep(SWEEP_SECONDS)

    async def _learn_names(self) -> None:
        async with self._database.unit() as session:
            known = await list_known(session)
        if known != self._named:
            self._names, self._named = await asyncio.to_thread(name_contestants, known), known


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a battle broke", exc_info=error)


def _message(entry: Entry, images: dict[str, Image]) -> Message:
    if entry.role == "assistant":
        return Message.assistant(entry.content)
    return Message(Role.USER, (Text(entry.content), *(images[name] for name in entry.images if name in images)))
