"""A62, A65–A67 and A70 of the listed attacks: what is sent as an image, how much of it, and under which name.

The application here is the smallest one that takes and serves images as the product does; the parts that must hold,
`read_body`, `ImageReader` and `LocalStorage`, are the product's own.
"""

import asyncio
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
import psutil
import pytest
import uvicorn
from fastapi import FastAPI, Request, Response
from starlette.types import Message
from tests.library.pictures import BOMBS, PHOTO, flag, saved

from llmbattler.core.errors import TooLarge
from llmbattler.core.storage.local import LocalStorage
from llmbattler.core.web.bodies import (
    BodyCutShort,
    BodyTooSlow,
    TooManyUploads,
    UnreadBodyMiddleware,
    UploadSlots,
    read_body,
)
from llmbattler.core.web.middleware import RequestMiddleware
from llmbattler.core.web.problems import add_problem_handlers
from llmbattler.library.limits import MAX_IMAGE_BYTES
from llmbattler.library.service.reader import ImageReader

ROOT = Path(__file__).parents[2]
HUGE = 300_000_000
BLOCK = b"\xff\xd8\xff" + bytes(65_533)


def create_upload_app(folder: Path) -> FastAPI:
    reader, storage, slots = ImageReader(workers=1), LocalStorage(folder), UploadSlots(4)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await reader.close()

    app = FastAPI(lifespan=lifespan)
    add_problem_handlers(app)
    app.add_middleware(UnreadBodyMiddleware)
    app.add_middleware(RequestMiddleware)
    known: dict[str, str] = {}

    @app.post("/api/images", status_code=201)
    async def add_image(request: Request) -> dict[str, str]:
        with slots.take():
            image = await reader.accept_image(await read_body(request, MAX_IMAGE_BYTES))
        name = f"{len(known):032x}"
        known[name] = image.media_type
        await storage.put(f"images/{name}", image.data, image.media_type)
        return {"image_id": name}

    @app.get("/api/images/{name}")
    async def get_image(name: str) -> Response:
        return Response(await storage.get(f"images/{name}"), media_type=known[name])

    return app


def serve_uploads(descriptor: int) -> None:
    """What the process under attack runs."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(fileno=descriptor) as listener:
        app = create_upload_app(Path(folder))
        uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listener])


@dataclass
class Victim:
    port: int
    process: psutil.Process


@pytest.fixture(scope="module")
def victim() -> Iterator[Victim]:
    with socket.socket() as listener:
        # Small buffers, so that what a client could send is what the server has read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        code = f"from tests.cases.test_attacks_files import serve_uploads; serve_uploads({listener.fileno()})"
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, pass_fds=[listener.fileno()])
        port = listener.getsockname()[1]
    try:
        warm_up = httpx.post(f"http://127.0.0.1:{port}/api/images", content=PHOTO, timeout=30)
        assert warm_up.status_code == 201
        yield Victim(port, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(20)


class MemoryGrowth:
    """The most memory that a process took while the block ran, beyond what it had before."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.bytes = 0

    def __enter__(self) -> Self:
        self._before = self._process.memory_info().rss
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.005):
            self.bytes = max(self.bytes, self._process.memory_info().rss - self._before)


def send_until_refused(port: int, head: bytes, pieces: Iterator[bytes]) -> tuple[int, bytes]:
    """Send until the server has had enough; give how much it took, and what it answered."""
    sent, answer = 0, b""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        client.connect(("127.0.0.1", port))
        client.settimeout(20)
        client.sendall(b"POST /api/images HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n" + head + b"\r\n")
        try:
            for piece in pieces:
                client.sendall(piece)
                sent += len(piece)
        except (ConnectionError, TimeoutError):
            pass
        try:
            while data := client.recv(65_536):
                answer += data
        except (ConnectionError, TimeoutError):
            pass
    return sent, answer


def blocks(amount: int) -> Iterator[bytes]:
    return (BLOCK for _ in range(amount // len(BLOCK)))


def chunked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    return (b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


@pytest.mark.parametrize(
    ("head", "body", "wanted", "allowed"),
    [
        (b"Content-Length: %d\r\n" % HUGE, lambda: blocks(HUGE), b" 413 ", 1_000_000),
        (b"Transfer-Encoding: chunked\r\n", lambda: chunked(blocks(HUGE)), b" 413 ", MAX_IMAGE_BYTES + 1_000_000),
        # What is beyond the promised 100,000 bytes is read as another request, which is nonsense.
        (b"Content-Length: 100000\r\n", lambda: blocks(HUGE), b" 4", 2_000_000),
        (b"Content-Length: 99999999999999999999999\r\n", lambda: blocks(HUGE), b" 4", 1_000_000),
    ],
    ids=["content-length", "chunked", "lying length", "absurd length"],
)
def test_a65_a_huge_body_is_cut_off(
    victim: Victim, head: bytes, body: Callable[[], Iterator[bytes]], wanted: bytes, allowed: int
) -> None:
    with MemoryGrowth(victim.process) as growth:
        sent, answer = send_until_refused(victim.port, head, body())
    assert wanted in answer.partition(b"\r\n")[0]
    assert sent <= allowed
    assert growth.bytes < 50_000_000
    assert httpx.post(f"http://127.0.0.1:{victim.port}/api/images", content=PHOTO).status_code == 201


@pytest.mark.torture
def test_a65_many_huge_bodies_at_once(victim: Victim) -> None:
    def attack() -> None:
        send_until_refused(victim.port, b"Transfer-Encoding: chunked\r\n", chunked(blocks(HUGE)))

    with MemoryGrowth(victim.process) as growth:
        attackers = [threading.Thread(target=attack) for _ in range(32)]
        for attacker in attackers:
            attacker.start()
        for attacker in attackers:
            attacker.join()
    assert growth.bytes < 4 * 3 * MAX_IMAGE_BYTES
    assert httpx.post(f"http://127.0.0.1:{victim.port}/api/images", content=PHOTO).status_code == 201


class RepeatingClient:
    """A client that sends one chunk over and over, and counts what was taken from it."""

    def __init__(self, chunk: bytes, *, pause: float = 0, times: int = 1_000_000) -> None:
        self.chunk, self.pause, self.left = chunk, pause, times
        self.taken = 0

    async def receive(self) -> Message:
        if self.pause:
            await asyncio.sleep(self.pause)
        if not self.left:
            return {"type": "http.disconnect"}
        self.left -= 1
        self.taken += len(self.chunk)
        return {"type": "http.request", "body": self.chunk, "more_body": True}

    def request(self, **headers: str) -> Request:
        listed = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
        return Request({"type": "http", "headers": listed, "method": "POST", "path": "/"}, self.receive)


async def test_a65_nothing_is_read_of_a_body_that_is_announced_too_long() -> None:
    feed = RepeatingClient(BLOCK)
    with pytest.raises(TooLarge):
        await read_body(feed.request(content_length=str(HUGE)), MAX_IMAGE_BYTES)
    assert feed.taken == 0


@pytest.mark.parametrize("length", ["5", "²", "9" * 5000, "-1", "x"])
async def test_a65_no_more_is_read_than_allowed_whatever_was_announced(length: str) -> None:
    feed = RepeatingClient(BLOCK)
    with pytest.raises(TooLarge):
        await read_body(feed.request(content_length=length), 1_000_000)
    assert feed.taken <= 1_000_000 + len(BLOCK)


async def test_a65_a_dawdling_body_is_given_up() -> None:
    started = time.monotonic()
    with pytest.raises(BodyTooSlow) as caught:
        await read_body(RepeatingClient(b"x", pause=0.02).request(), MAX_IMAGE_BYTES, seconds=0.2)
    assert caught.value.status == 408
    assert time.monotonic() - started < 2


async def test_a_steady_body_may_take_longer() -> None:
    steady = RepeatingClient(BLOCK, pause=0.05, times=20)
    with pytest.raises(BodyCutShort):
        await read_body(steady.request(), MAX_IMAGE_BYTES, seconds=0.3)
    assert steady.taken == 20 * len(BLOCK)


def test_a65_few_large_bodies_are_held_at_once() -> None:
    slots = UploadSlots(2)
    with slots.take(), slots.take(), pytest.raises(TooManyUploads) as caught, slots.take():
        pass
    assert caught.value.retry_after
    with slots.take():
        pass


@pytest.fixture
async def uploads(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_upload_app(tmp_path / "files")
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        yield client


NAMES = ["../../x", "/etc/x", "..%2f", "a%00.png", "n" * 300, "CON", "x. ", "%e2%80%aegnp.exe"]


@pytest.mark.parametrize("name", NAMES)
async def test_a62_the_server_chooses_the_name(uploads: httpx.AsyncClient, tmp_path: Path, name: str) -> None:
    headers = {"content-disposition": f'attachment; filename="{name}"', "slug": name, "x-file-name": name}
    answer = await uploads.post("/api/images", params={"name": name}, content=PHOTO, headers=headers)
    assert answer.status_code == 201
    assert _names_below(tmp_path) == [answer.json()["image_id"]]


def _names_below(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", [name for name in BOMBS if "31 megapixels" not in name and "scans" not in name])
async def test_a66_a_bomb_is_a_problem_of_its_sender(uploads: httpx.AsyncClient, tmp_path: Path, name: str) -> None:
    answer = await uploads.post("/api/images", content=BOMBS[name]())
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert _names_below(tmp_path) == []


BOX = b"\0\0\0\x18ftyp"
FOREIGN = {
    "fits": b"SIMPLE  =                    T" + bytes(100),
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n",
    "psd": b"8BPS\0\x01" + bytes(100),
    "tiff": saved(flag(), "TIFF"),
    "bmp": saved(flag(), "BMP"),
    "ico": saved(flag(), "ICO"),
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "xml": b"<?xml version='1.0'?><svg/>",
    "heic": BOX + b"heic" + bytes(100),
    "avif": BOX + b"avif" + bytes(100),
    "mp4": BOX + b"isom" + bytes(100),
    "jpeg 2000": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(100),
    "jpeg 2000 stream": b"\xff\x4f\xff\x51" + bytes(100),
    "zip": b"PK\x03\x04" + bytes(100),
    "pdf": b"%PDF-1.7\ntrailer << /Prev 9 >>",
    "pdf and html": b"%PDF-1.7\n<html><script>alert(1)</script></html>",
    "html": b"<!doctype html><script>alert(1)</script>",
    "wav": b"RIFF\x24\0\0\0WAVEfmt " + bytes(100),
    "png behind a blank": b" " + saved(flag(), "PNG"),
    "nothing": b"",
}


@pytest.mark.parametrize("form", FOREIGN)
async def test_a67_the_content_decides_and_not_the_label(uploads: httpx.AsyncClient, form: str) -> None:
    answer = await uploads.post("/api/images", content=FOREIGN[form], headers={"content-type": "image/png"})
    assert answer.status_code == 415
    assert "PNG, JPEG, WebP and GIF" in answer.json()["title"]


SCRIPT = b"*/=1;alert(document.domain)//<script>alert(1)</script>%PDF-1.7"
POLYGLOTS = {
    "gif with a script behind it": saved(flag(), "GIF") + SCRIPT,
    "gif with a script as its comment": saved(flag(), "GIF", comment=SCRIPT),
    "gif whose size opens a comment": b"GIF89a/*" + bytes(5) + SCRIPT,
    "jpeg with a script as its comment": saved(flag(), "JPEG", comment=SCRIPT),
    "jpeg with a page behind it": saved(flag(), "JPEG") + SCRIPT,
    "png with a page behind it": saved(flag(), "PNG") + SCRIPT,
}


@pytest.mark.parametrize("name", POLYGLOTS)
async def test_a67_of_a_file_with_two_meanings_only_pixels_are_kept(uploads: httpx.AsyncClient, name: str) -> None:
    answer = await uploads.post("/api/images", content=POLYGLOTS[name], headers={"content-type": "text/html"})
    assert answer.status_code in {201, 422}
    if answer.status_code == 201:
        served = await uploads.get(f"/api/images/{answer.json()['image_id']}")
        assert b"alert" not in served.content
        assert b"%PDF" not in served.content
        assert served.headers["content-type"] == "image/jpeg"
        assert served.headers["x-content-type-options"] == "nosniff"


async def test_a70_ranges_cost_nothing(uploads: httpx.AsyncClient) -> None:
    name = (await uploads.post("/api/images", content=PHOTO)).json()["image_id"]
    whole = await uploads.get(f"/api/images/{name}")
    before = time.process_time()
    ranges = "bytes=" + ",".join(f"0-{end}" for end in range(10_000))
    answer = await uploads.get(f"/api/images/{name}", headers={"range": ranges})
    assert time.process_time() - before < 0.1
    assert answer.status_code == 200
    assert answer.content == whole.content
