from uuid import uuid4

import pytest

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.generation.streams import repository
from llmbattler.generation.streams.buffers import Unpaced
from llmbattler.generation.streams.chunks import Chunk
from llmbattler.generation.streams.contract import GenerationKey
from llmbattler.generation.streams.flow.checkpoints import Checkpoints, Renewal
from llmbattler.generation.streams.running_generation import RunningGeneration
from tests.generation.streams.owners import MemoryOwner


class Written:
    """What the repository was asked to write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chunks: list[Chunk] = []
        self.statements = 0
        self.away = False
        self.leases: dict[GenerationKey, bool] = {}
        monkeypatch.setattr(repository, "add_chunks", self.add_chunks)
        monkeypatch.setattr(repository, "update_leases", self.update_leases)

    async def add_chunks(self, _: object, chunks: list[Chunk]) -> None:
        self.statements += 1
        if self.away:
            raise Unavailable
        self.chunks += chunks

    async def update_leases(self, connection: object, chunks: list[Chunk], **_: object) -> object:
        await self.add_chunks(connection, chunks)
        return {(key.subject_id, key.part): stop for key, stop in self.leases.items()}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


@pytest.fixture
def checkpoints(database: Database) -> Checkpoints:
    return Checkpoints(database, Ticker(), uuid4())


def a_run(text: str = "") -> RunningGeneration:
    key = GenerationKey("shelf", uuid4(), "1")
    run = RunningGeneration(key, owner=MemoryOwner(), plan=None, pacing=Unpaced(1), needs_all=True)
    say(run, text)
    return run


def say(run: RunningGeneration, text: str) -> None:
    run.pacing.streams[0].add(text)
    run.tick(1.0)


async def test_all_generations_are_one_statement_and_nothing_new_is_none(
    written: Written, checkpoints: Checkpoints
) -> None:
    runs = [a_run("one"), a_run("two"), a_run()]
    assert await checkpoints.write(runs, renew=False) == Renewal()
    assert ([chunk.texts for chunk in written.chunks], written.statements) == ([("one",), ("two",)], 1)
    await checkpoints.write(runs, renew=False)
    assert written.statements == 1
    say(runs[0], " more")
    await checkpoints.write(runs, renew=False)
    assert (written.chunks[-1].seq, written.chunks[-1].texts) == (3, (" more",))


async def test_leases_say_what_to_stop_and_what_is_lost(written: Written, checkpoints: Checkpoints) -> None:
    kept, stopped, lost = a_run("a"), a_run(), a_run()
    written.leases = {kept.key: False, stopped.key: True}
    assert await checkpoints.write([kept, stopped, lost], renew=True) == Renewal([stopped], [lost])


async def test_after_a_failure_everything_is_written_again(written: Written, checkpoints: Checkpoints) -> None:
    run = a_run("one")
    await checkpoints.write([run], renew=False)
    say(run, " two")
    written.away = True
    assert await checkpoints.write([run], renew=True) == Renewal()
    say(run, " three")
    written.away = False
    await checkpoints.write([run], renew=False)
    assert [(chunk.seq, chunk.texts) for chunk in written.chunks] == [(0, ("one",)), (0, ("one two three",))]


async def test_what_is_being_stored_needs_no_more_chunks(written: Written, checkpoints: Checkpoints) -> None:
    run = a_run("one")
    run.storing = True
    written.leases = {run.key: False}
    await checkpoints.write([run], renew=True)
    assert (written.chunks, written.statements) == ([], 1)
