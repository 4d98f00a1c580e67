from dataclasses import replace
from pathlib import Path

import pytest

from llmbattler.catalog.service import ModelStatus, list_labels, sync_catalog
from llmbattler.core.db import Database
from llmbattler.generation.contestants.service import (
    describe,
    find_contestants,
    find_usage,
    list_drawable,
    list_known,
    list_offered,
    resolve,
)
from tests.benchmarks.runs.offered_models import model, offer
from tests.generation.contestants.toys import MODEL, install_toys

GONE = "toy:gone@7"


@pytest.fixture
async def toys(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_toys(tmp_path, monkeypatch)
    async with database.unit() as session:
        await offer(session, model(MODEL), model("toy:fake@1"))


async def test_models_are_found_described_and_offered(database: Database) -> None:
    async with database.unit() as session:
        await offer(session)
        found = await find_contestants(session, ids=["alpha", "rest", "nobody", "zero\0byte"])
        assert {one: found[one].active for one in found} == {"alpha": True, "rest": False}
        assert await resolve(session, names=["alpha", "nobody"], asker="m_1") == {"alpha": "alpha"}
        assert [one.id for one in await list_offered(session, asker=None)] == ["alpha", "beta", "gamma"]
        assert {one.id for one in await list_known(session)} >= {"alpha", "rest"}
        assert await find_usage(session, contestant_id="nobody") is None


async def test_what_no_kind_knows_is_described_by_its_id(database: Database) -> None:
    async with database.unit() as session:
        await offer(session)
        told = await describe(session, ids=["alpha", GONE, "zero\0byte"])
    assert [(one.name, one.known) for one in told.values()] == [
        ("Alpha", True),
        (GONE, False),
        ("zero\0byte", False),
    ]


@pytest.mark.usefixtures("toys")
async def test_each_kind_finds_its_own(database: Database) -> None:
    async with database.unit() as session:
        found = await find_contestants(session, ids=["toy:x@1", "alpha", "toy:x@9"])
        assert {one: found[one].kind for one in found} == {"alpha": "model", "toy:x@1": "toy"}
        assert {"toy:x@1", "toy:x@2"} <= {one.id for one in await list_drawable(session)}
        told = await describe(session, ids=["toy:x@2"])
        assert (told["toy:x@2"].name, told["toy:x@2"].organization) == ("Toy X, second", "Toy works")


@pytest.mark.usefixtures("toys")
async def test_labels_that_were_read_already_are_not_read_again(database: Database) -> None:
    async with database.unit() as session:
        labels = [
            replace(one, name="Read before") for one in await list_labels(session, model_ids=[MODEL, "toy:fake@1"])
        ]
        told = await describe(session, ids=[MODEL, "alpha", "toy:fake@1"], labels=labels)
    assert len(labels) == 2
    assert told[MODEL].name == "Read before"
    assert told["alpha"].name == "Alpha"
    assert told["toy:fake@1"].known is False, "an id of another kind is not a model"


@pytest.mark.usefixtures("toys")
async def test_labels_resolve_to_a_version_and_only_for_those_who_may_use_it(database: Database) -> None:
    names = ["toy:x@stable", "toy:x", "toy:x@1", "toy:secret@1", "toy:nothing"]
    async with database.unit() as session:
        mine = await resolve(session, names=names, asker="m_owner")
        theirs = await resolve(session, names=names, asker="m_other")
    assert theirs == {"toy:x@stable": "toy:x@2", "toy:x": "toy:x@2", "toy:x@1": "toy:x@1"}
    assert mine == {**theirs, "toy:secret@1": "toy:secret@1"}


@pytest.mark.usefixtures("toys")
async def test_a_catalog_model_named_like_another_kind_takes_no_place(database: Database) -> None:
    async with database.unit() as session:
        offered = {one.id for one in await list_offered(session, asker=None)}
        assert "toy:fake@1" not in offered
        assert "toy:fake@1" not in await find_contestants(session, ids=["toy:fake@1"])
        assert not (await describe(session, ids=["toy:fake@1"]))["toy:fake@1"].known


async def test_retired_models_are_known_but_not_offered(database: Database) -> None:
    async with database.unit() as session:
        await sync_catalog(session, offers=[model("old", status=ModelStatus.RETIRED)])
        assert await list_offered(session, asker=None) == []
        assert [one.id for one in await list_known(session)] == ["old"]
