from datetime import timedelta
from uuid import uuid4

import httpx
from sqlalchemy import func, select, update

from llmbattler.benchmarks.suites import jobs
from llmbattler.benchmarks.suites.models import Dataset, Sample
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources


async def test_unused_uploads_are_deleted_after_their_retention_period(
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
                await session.execute(old.values(created_at=func.now() - jobs.RETENTION - timedelta(hours=1)))
    assert (
        await client.post("/api/bench/datasets", params={"filename": "a.csv"}, content=data, headers=headers)
    ).json()["dataset_id"] == read["dataset_id"]
    await jobs.delete_unused_uploads(resources)
    async with database.unit() as session:
        left = (await session.execute(select(Sample.fields))).scalars().all()
    assert sorted(one["question"] for one in left) == ["fresh", "sent again", "used"]
