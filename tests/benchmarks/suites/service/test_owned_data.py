from datetime import timedelta
from uuid import uuid4

import httpx
from sqlalchemy import func, select, update
from tests.crowd import Crowd

from llmbattler.benchmarks.suites import jobs
from llmbattler.benchmarks.suites.models import Dataset, Sample
from llmbattler.benchmarks.suites.service.owned_data import SUITES
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

SPEC = {
    "name": "mine",
    "dataset": {"samples": [{"q": "a"}]},
    "prompts": {"p": "{{ q }}"},
    "scores": [{"name": "e", "scorer": "exact"}],
}


async def test_suites_are_exported_moved_and_cut_loose(crowd: Crowd, database: Database) -> None:
    member, other = await crowd.member(), await crowd.member()
    made = (await member.post("/api/bench/suites", json={"spec": SPEC})).json()
    async with database.unit() as session:
        (exported,) = [one async for one in SUITES.export(session, member.account_id)]
        assert (exported["name"], exported["versions"][0]["spec"]["prompts"]) == ("mine", {"p": "{{ q }}"})
        await SUITES.move(session, member.account_id, other.account_id)
    shown = (await other.get("/api/bench/suites")).json()["suites"]
    assert [one["mine"] for one in shown if one["name"] == "mine"] == [True]
    async with database.unit() as session:
        await SUITES.erase(session, other.account_id)
        assert [one async for one in SUITES.export(session, other.account_id)] == []
    left = (await member.get(f"/api/bench/suites/{made['suite_id']}")).json()
    assert (left["archived"], left["versions"][0]["created_by"]) == (True, None)


async def test_uploads_that_nobody_used_are_forgotten(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    headers = {"content-type": "application/octet-stream"}
    for name in ("used", "unused", "fresh", "sent again"):
        data = f"question,answer\n{name},{uuid4()}\n".encode()
        sent = await client.post("/api/bench/datasets", params={"filename": "a.csv"}, content=data, headers=headers)
        read = sent.json()
        if name == "used":
            wanted = {"spec": {**read["suggested"], "name": "used"}, "dataset_id": read["dataset_id"]}
            assert (await client.post("/api/bench/suites", json=wanted)).status_code == 201
        if name != "fresh":
            async with database.unit() as session:
                old = update(Dataset).where(Dataset.dataset_id == read["dataset_id"])
                await session.execute(old.values(created_at=func.now() - jobs.KEPT - timedelta(hours=1)))
    assert (
        await client.post("/api/bench/datasets", params={"filename": "a.csv"}, content=data, headers=headers)
    ).json()["dataset_id"] == read["dataset_id"]
    await jobs.forget_uploads(resources)
    async with database.unit() as session:
        left = (await session.execute(select(Sample.fields))).scalars().all()
    assert sorted(one["question"] for one in left) == ["fresh", "sent again", "used"]
