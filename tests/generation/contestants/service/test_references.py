from pathlib import Path

import pytest

from llmbattler.core.db import Database
from llmbattler.generation.contestants.service.references import find_hidden_models, find_unknown_ids
from tests.arena.rows import add_battle
from tests.benchmarks.runs.offered_models import model, offer
from tests.generation.contestants.toys import MODEL, install_toys


async def test_ids_that_no_kind_knows_are_named_by_column(database: Database) -> None:
    async with database.unit() as session:
        await offer(session)
        await add_battle(session, left_model_id="alpha", right_model_id="team:gone@3")
        await add_battle(session, left_model_id="ghost", right_model_id=None)
        found = await find_unknown_ids(session)
    assert found == {"battles.left_model_id": ["ghost"], "battles.right_model_id": ["team:gone@3"]}


async def test_models_with_an_id_of_another_kind_are_named(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_toys(tmp_path, monkeypatch)
    async with database.unit() as session:
        await offer(session, model(MODEL), model("toy:8b"))
        assert await find_hidden_models(session) == {"toy:8b": "toy"}
