import hashlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web

from llmbattler.catalog.embedded.flow import KNOWN, SMOLLM2, Weights, pull_included, pull_weights
from llmbattler.catalog.errors import DownloadFailed
from llmbattler.connectors.weights import find_weights
from llmbattler.core.locks import FileLock
from llmbattler.core.settings import Settings

CONTENT = bytes(range(256)) * 20_000


class FakeHub:
    """Serves one file as the hub does: after a redirect, with ranges."""

    def __init__(self) -> None:
        self.status = 200
        self.cut_after: int | None = None
        self.ranges = True
        self.asked: list[str | None] = []
        self.url = ""

    async def redirect(self, _: web.Request) -> web.Response:
        raise web.HTTPFound("/file")

    async def serve(self, request: web.Request) -> web.StreamResponse:
        wanted = request.headers.get("Range")
        self.asked.append(wanted)
        if self.status != 200:
            return web.Response(status=self.status)
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.ranges else 0
        if start >= len(CONTENT):
            return web.Response(status=416)
        rest = CONTENT[start:]
        response = web.StreamResponse(status=206 if start else 200, headers={"Content-Length": str(len(rest))})
        await response.prepare(request)
        if self.cut_after is None:
            await response.write(rest)
            return response
        await response.write(rest[: self.cut_after])
        assert request.transport is not None
        request.transport.close()
        return response


@pytest.fixture
async def hub() -> AsyncIterator[FakeHub]:
    hub = FakeHub()
    app = web.Application()
    app.add_routes([web.get("/resolve", hub.redirect), web.get("/file", hub.serve)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hub.url = f"http://127.0.0.1:{runner.addresses[0][1]}/resolve"
    yield hub
    await runner.cleanup()


def weights(hub: FakeHub, content: bytes = CONTENT) -> Weights:
    return Weights("toy", hub.url, hashlib.sha256(content).hexdigest())


def ignore(_have: int, _whole: int | None) -> None:
    pass


async def test_a_file_is_fetched_checked_and_kept(hub: FakeHub, tmp_path: Path) -> None:
    target = tmp_path / "models" / "toy.gguf"
    seen: list[tuple[int, int | None]] = []
    assert await pull_weights(weights(hub), target, lambda have, whole: seen.append((have, whole)))
    assert target.read_bytes() == CONTENT
    assert seen[0] == (0, len(CONTENT))
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert not await pull_weights(weights(hub), target, ignore)
    assert len(hub.asked) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
async def test_what_root_fetches_belongs_to_the_owner_of_the_data_folder(hub: FakeHub, tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    await pull_weights(weights(hub), tmp_path / "models" / "toy.gguf", ignore)
    assert {path.stat().st_uid for path in tmp_path.rglob("*")} == {65534}  # noqa: ASYNC240


async def test_an_interrupted_download_goes_on(hub: FakeHub, tmp_path: Path) -> None:
    target = tmp_path / "toy.gguf"
    hub.cut_after = 1_000_000
    with pytest.raises(DownloadFailed, match="Run the command again"):
        await pull_weights(weights(hub), target, ignore)
    assert not target.exists()
    kept = (tmp_path / "toy.gguf.part").stat().st_size
    assert kept > 0
    hub.cut_after = None
    assert await pull_weights(weights(hub), target, ignore)
    assert hub.asked[-1] == f"bytes={kept}-"
    assert target.read_bytes() == CONTENT


async def test_a_server_without_ranges_starts_over(hub: FakeHub, tmp_path: Path) -> None:
    (tmp_path / "toy.gguf.part").write_bytes(b"half")
    hub.ranges = False
    assert await pull_weights(weights(hub), tmp_path / "toy.gguf", ignore)
    assert (tmp_path / "toy.gguf").read_bytes() == CONTENT


async def test_a_complete_part_is_adopted(hub: FakeHub, tmp_path: Path) -> None:
    (tmp_path / "toy.gguf.part").write_bytes(CONTENT)
    assert await pull_weights(weights(hub), tmp_path / "toy.gguf", ignore)


async def test_a_wrong_file_is_deleted(hub: FakeHub, tmp_path: Path) -> None:
    target = tmp_path / "toy.gguf"
    target.write_bytes(b"the old one")
    with pytest.raises(DownloadFailed, match="wrong digest"):
        await pull_weights(weights(hub, b"something else"), target, ignore)
    assert target.read_bytes() == b"the old one"
    assert not (tmp_path / "toy.gguf.part").exists()


async def test_a_refusal_is_a_sentence(hub: FakeHub, tmp_path: Path) -> None:
    hub.status = 403
    with pytest.raises(DownloadFailed, match="answered with status 403"):
        await pull_weights(weights(hub), tmp_path / "toy.gguf", ignore)
    with pytest.raises(DownloadFailed, match="The connection failed"):
        await pull_weights(Weights("x", "http://127.0.0.1:1/", ""), tmp_path / "toy.gguf", ignore)


async def test_two_at_once_do_not_write_one_file(hub: FakeHub, tmp_path: Path) -> None:
    other = FileLock(tmp_path / "toy.gguf.lock")
    other.lock()
    with pytest.raises(DownloadFailed, match="Another process"):
        await pull_weights(weights(hub), tmp_path / "toy.gguf", ignore)
    other.release()
    assert await pull_weights(weights(hub), tmp_path / "toy.gguf", ignore)


def test_the_digest_is_that_of_the_packaged_file() -> None:
    assert KNOWN["smollm2"] is SMOLLM2
    assert SMOLLM2.url.startswith("https://")
    with find_weights().open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == SMOLLM2.sha256


async def test_only_known_weights_can_be_pulled(settings: Settings) -> None:
    with pytest.raises(DownloadFailed, match="Known: smollm2"):
        await pull_included(settings, "gpt-5", lambda *_: None)
