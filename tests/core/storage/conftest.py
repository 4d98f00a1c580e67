from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from tests.core.storage.fake_s3 import FakeS3, url_of

from llmbattler.core.storage import Storage, open_storage


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    fake = FakeS3()
    async with TestServer(fake.app) as server:
        fake.address = f"127.0.0.1:{server.port}"
        yield fake


@pytest.fixture(params=["folder", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path, s3: FakeS3) -> AsyncIterator[Storage]:
    storage = open_storage(url_of(s3) if request.param == "bucket" else None, tmp_path)
    yield storage
    await storage.close()
