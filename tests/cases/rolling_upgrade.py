"""Visitors and a load balancer while the servers of a site are replaced one after the other."""

import asyncio
import random
import ssl
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

import httpx
from tests.arena.conftest import Person, StreamedEvents
from tests.cases.replicas import open_stream, resume_from
from tests.polling import pause
from tests.processes import Process

LOST = (httpx.TransportError, httpx.StreamError, ssl.SSLError)
READS = ("/api/sessions", "/api/leaderboard", "/api/models", "/readyz")
CHANCE = random.Random()  # noqa: S311 - nothing here is secret


@dataclass
class Machine:
    """One server behind the load balancer."""

    name: str
    process: Process
    address: str
    stopping: bool = False


@dataclass
class Tally:
    """What visitors saw."""

    answers: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    """Requests that a server which was told to stop did not finish."""
    failed: list[str] = field(default_factory=list)
    """All other requests that failed."""
    voted: dict[str, str] = field(default_factory=dict)


class Balancer:
    """Sends requests to the machines in turn, and to the next one when a machine accepts no connection."""

    def __init__(self) -> None:
        self.machines: list[Machine] = []
        self._turn = count()

    def choose(self) -> list[Machine]:
        first = next(self._turn) % len(self.machines)
        return [*self.machines[first:], *self.machines[:first]]


class BalancedLoad:
    """People who battle, vote and read until they stop."""

    def __init__(self, balancer: Balancer, people: int) -> None:
        self._balancer = balancer
        self.tally = Tally()
        self._stopped = False
        self._people = [Person("http://127.0.0.1") for _ in range(people)]
        self._tasks = [asyncio.create_task(self._live(person)) for person in self._people]

    async def wait_for_votes(self, more: int) -> None:
        enough = len(self.tally.voted) + more
        async with asyncio.timeout(120):
            while len(self.tally.voted) < enough:
                assert not any(task.done() for task in self._tasks), self._tasks
                await pause()

    async def stop(self) -> Tally:
        self._stopped = True
        await asyncio.gather(*self._tasks)
        for person in self._people:
            await person.http.aclose()
        return self.tally

    async def _live(self, person: Person) -> None:
        while not self._stopped:
            heard = await self._battle(person)
            if heard is not None and heard.names[-1] == "done":
                word = CHANCE.choice(["left_better", "right_better", "tie", "both_bad"])
                path = f"/api/battles/{heard.battle_id}/vote"
                if await self._send(person, "POST", path, {"vote": word}) is not None:
                    self.tally.voted[heard.battle_id] = word
            await self._send(person, "GET", CHANCE.choice(READS[:-1]))

    async def _battle(self, person: Person) -> StreamedEvents | None:
        """Battle once; a stream that a stopping server hands over is continued at another one."""
        heard = StreamedEvents()
        path: str = "/api/sessions"
        body: object = {"prompt": f"What about number {CHANCE.randrange(10**9)}?"}
        while not heard.names or heard.names[-1] not in {"done", "void"}:
            for machine in self._balancer.choose():
                person.http.base_url = machine.address  # type: ignore[assignment]
                try:
                    async with open_stream(person, path, body, heard=heard, **resume_from(heard)) as stream:
                        await stream.read()
                    self.tally.answers["stream"] += 1
                    break
                except httpx.ConnectError:
                    continue
                except (*LOST, AssertionError) as error:
                    self._note(machine, f"{path} {error!r}")
                    if not heard.events:
                        return None
                    break
            else:
                self.tally.failed.append("no server accepts connections")
                return None
            path, body = f"/api/battles/{heard.battle_id}/events", None
        return heard

    async def _send(self, person: Person, method: str, path: str, body: object = None) -> httpx.Response | None:
        for machine in self._balancer.choose():
            person.http.base_url = machine.address  # type: ignore[assignment]
            try:
                response = await person.http.request(method, path, json=body)
            except httpx.ConnectError:
                continue
            except LOST as error:
                self._note(machine, f"{path} {error!r}")
                return None
            if response.is_success:
                self.tally.answers[method] += 1
                return response
            self._note(machine, f"{path} {response.status_code} {response.text}")
            return None
        self.tally.failed.append("no server accepts connections")
        return None

    def _note(self, machine: Machine, what: str) -> None:
        if machine.stopping:
            self.tally.in_flight += 1
        else:
            self.tally.failed.append(f"{machine.name}: {what}")
