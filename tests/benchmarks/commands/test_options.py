import pytest
import typer

from llmbattler.benchmarks.commands.options import find_run_id, split
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from tests.benchmarks.bench_rows import build_run, build_suite


def test_values_are_repeated_or_separated_by_commas() -> None:
    assert split(["a, b", "c", " ,", ""]) == ["a", "b", "c"]


async def test_a_run_is_found_by_a_part_of_its_id(resources: Resources, capsys: pytest.CaptureFixture[str]) -> None:
    async with resources.get(Database).unit() as session:
        run = await build_run(session, version=await build_suite(session))
    for text in ("last", str(run.run_id), str(run.run_id)[-8:]):
        assert await find_run_id(resources, text) == run.run_id
    with pytest.raises(typer.Exit):
        await find_run_id(resources, "ffffffff")
