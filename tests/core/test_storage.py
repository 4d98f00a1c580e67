"""Files in a folder and in a bucket. The bucket is a server in this file that checks every signature by itself."""

import hashlib
import hmac
import os
import re
import stat
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from structlog.testing import capture_logs

from llmbattler.core.errors import NotFound, StartupProblem, Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.logs import mask
from llmbattler.core.storage import (
    Storage,
    StorageRefused,
    StorageUnavailable,
    StoredFileMissing,
    make_key,
    open_storage,
)
from llmbattler.core.storage.local import LocalStorage
from llmbattler.core.storage.s3 import Bucket, S3Storage
from llmbattler.core.storage.signing import Signer

KEY, SECRET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
REGION, BUCKET = "eu-central-1", "site-files"
HOSTILE_NAMES = [
    "../../x",
    "/etc/x",
    "..%2f",
    "a\0.png",
    "images/" + "a" * 300,
    "CON",
    "images/..",
    "images/" + "0" * 31 + ".",
    "images/" + "0" * 32 + " ",
    "images/" + "0" * 32 + "\n",
    "images/" + "A" * 32,
    "images/../../" + "0" * 32,
    "images/\u202e" + "0" * 31,
    "images/" + "٠" * 32,
    "",
]


class FakeS3:
    """Keeps objects in memory and answers as S3 does; the check of signatures shares no line with the product."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.types: dict[str, str] = {}
        self.failures: list[int] = []
        self.calls = 0
        self.address = ""
        self.app = web.Application(client_max_size=20_000_000)
        self.app.router.add_route("*", "/{bucket}/{key:.*}", self._answer)

    async def _answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        body = await request.read()
        if self.failures:
            return web.Response(status=self.failures.pop(0), headers={"Location": "http://192.0.2.1/"})
        if complaint := self._complaint(request, body):
            return _xml(403, complaint)
        if request.match_info["bucket"] != BUCKET:
            return _xml(404, "NoSuchBucket")
        return self._act(request, request.match_info["key"], body)

    def _act(self, request: web.Request, key: str, body: bytes) -> web.Response:
        if request.method == "PUT":
            assert request.content_length == len(body)  # S3 takes no chunked bodies
            self.objects[key], self.types[key] = body, request.content_type
            return web.Response()
        if request.method == "DELETE":
            self.objects.pop(key, None)
            return web.Response(status=204)
        if key not in self.objects:
            return _xml(404, "NoSuchKey")
        return web.Response(body=self.objects[key], content_type=self.types[key])

    def _complaint(self, request: web.Request, body: bytes) -> str | None:
        given = re.fullmatch(
            r"AWS4-HMAC-SHA256 Credential=(\w+)/(\d{8})/([\w-]+)/s3/aws4_request, "
            r"SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})",
            request.headers.get("Authorization", ""),
        )
        if given is None or given[1] != KEY:
            return "InvalidAccessKeyId"
        moment = datetime.strptime(request.headers["x-amz-date"], "%Y%m%dT%H%M%S%z")
        if abs((datetime.now(UTC) - moment).total_seconds()) > 900:
            return "RequestTimeTooSkewed"
        digest = hashlib.sha256(body).hexdigest()
        if request.headers["x-amz-content-sha256"] != digest:
            return "XAmzContentSHA256Mismatch"
        if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(given[4].split(";")):
            return "AccessDenied"
        canonical = f"{request.method}\n{request.rel_url.raw_path}\n{request.rel_url.raw_query_string}\n"
        for name in given[4].split(";"):
            canonical += f"{name}:{request.headers[name].strip()}\n"
        canonical += f"\n{given[4]}\n{digest}"
        scope = f"{given[2]}/{REGION}/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{request.headers['x-amz-date']}\n{scope}\n" + _sha(canonical)
        day = _mac(b"AWS4" + SECRET.encode(), given[2])
        wanted = _mac(_mac(_mac(_mac(day, REGION), "s3"), "aws4_request"), text).hex()
        return None if wanted == given[5] else "SignatureDoesNotMatch"


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _xml(status: int, code: str) -> web.Response:
    return web.Response(status=status, text=f"<?xml version='1.0'?><Error><Code>{code}</Code></Error>")


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    fake = FakeS3()
    async with TestServer(fake.app) as server:
        fake.address = f"127.0.0.1:{server.port}"
        yield fake


def url_of(s3: FakeS3, *, secret: str = SECRET, key: str = KEY, bucket: str = BUCKET, region: str = REGION) -> str:
    quoted = secret.replace("/", "%2F").replace("+", "%2B")
    return f"s3://{key}:{quoted}@{s3.address}/{bucket}?region={region}&tls=false"


@pytest.fixture(params=["folder", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path, s3: FakeS3) -> AsyncIterator[Storage]:
    storage = open_storage(url_of(s3) if request.param == "bucket" else None, tmp_path)
    yield storage
    await storage.close()


async def test_what_was_put_can_be_read(storage: Storage) -> None:
    key, data = make_key("images"), os.urandom(2_000_000)
    assert not await storage.exists(key)
    await storage.put(key, data, "image/png")
    assert await storage.exists(key)
    assert await storage.get(key) == data


async def test_an_empty_file_is_a_file(storage: Storage) -> None:
    key = make_key("exports")
    await storage.put(key, b"", "text/plain")
    assert await storage.get(key) == b""


async def test_a_second_put_replaces_the_first(storage: Storage) -> None:
    key = make_key("images")
    await storage.put(key, b"first", "image/png")
    await storage.put(key, b"second", "image/png")
    assert await storage.get(key) == b"second"


async def test_deleting_twice_is_no_failure(storage: Storage) -> None:
    key = make_key("images")
    await storage.put(key, b"x", "image/png")
    await storage.delete(key)
    await storage.delete(key)
    assert not await storage.exists(key)


async def test_a_missing_file_has_a_name(storage: Storage) -> None:
    with pytest.raises(StoredFileMissing) as caught:
        await storage.get(make_key("images"))
    assert isinstance(caught.value, NotFound)


def list_all(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_a62_a_name_that_we_did_not_choose_is_refused(storage: Storage, tmp_path: Path, name: str) -> None:
    before = list_all(tmp_path)
    with pytest.raises(ValueError, match="32 hexadecimal"):
        await storage.put(name, b"x", "image/png")
    for act in (storage.get, storage.delete, storage.exists):
        with pytest.raises(ValueError, match="32 hexadecimal"):
            await act(name)
    assert list_all(tmp_path) == before


def test_keys_are_random_and_a_uuid_can_be_one() -> None:
    assert len({make_key("images") for _ in range(1000)}) == 1000
    assert UUID(make_key("images").removeprefix("images/"))


async def test_files_are_spread_and_private(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path / "files")
    name = uuid7().hex
    await storage.put(f"images/{name}", b"x", "image/png")
    path = tmp_path / "files" / "images" / name[-4:-2] / name[-2:] / name
    assert path.read_bytes() == b"x"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "files").stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
async def test_what_root_stores_belongs_to_the_owner_of_the_data_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    await LocalStorage(tmp_path / "files").put(make_key("images"), b"x", "image/png")
    assert {path.stat().st_uid for path in list_all(tmp_path)} == {65534}


async def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    name = "0" * 32
    (tmp_path / "images" / "00" / "00" / name / "in the way").mkdir(parents=True)
    with pytest.raises(StorageUnavailable) as caught:
        await storage.put(f"images/{name}", b"x", "image/png")
    assert isinstance(caught.value, Unavailable)
    assert str(tmp_path) not in str(caught.value)
    assert list((tmp_path / "drafts").iterdir()) == []


async def test_drafts_of_a_crash_are_cleared_after_a_day(tmp_path: Path) -> None:
    drafts = tmp_path / "files" / "drafts"
    drafts.mkdir(parents=True)
    (drafts / "old").write_bytes(b"half")
    (drafts / "young").write_bytes(b"half")
    os.utime(drafts / "old", (time.time() - 90_000,) * 2)
    await open_storage(None, tmp_path).close()
    assert [path.name for path in drafts.iterdir()] == ["young"]


async def test_a_folder_elsewhere_can_be_named(tmp_path: Path) -> None:
    storage = open_storage(f"file://{tmp_path}/some%20where", tmp_path / "data")
    await storage.put("images/" + "0" * 32, b"x", "image/png")
    assert (tmp_path / "some where" / "images").is_dir()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"secret": "another-secret"}, "SignatureDoesNotMatch"),
        ({"key": "ANOTHERKEY"}, "InvalidAccessKeyId"),
        ({"region": "us-east-1"}, "SignatureDoesNotMatch"),
    ],
)
async def test_wrong_credentials_have_a_name(s3: FakeS3, tmp_path: Path, wrong: dict[str, str], code: str) -> None:
    storage = open_storage(url_of(s3, **wrong), tmp_path)
    key = make_key("images")
    with capture_logs() as logs:
        for act in (storage.put(key, b"x", "image/png"), storage.get(key), storage.delete(key), storage.exists(key)):
            with pytest.raises(StorageRefused):
                await act
    assert s3.objects == {}
    assert [line["code"] for line in logs] == [code, code, code, ""]  # an answer to HEAD has no words
    await storage.close()


async def test_a_missing_bucket_is_not_a_missing_file(s3: FakeS3, tmp_path: Path) -> None:
    storage = open_storage(url_of(s3, bucket="other"), tmp_path)
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    await storage.close()


async def test_the_bucket_learns_the_type(s3: FakeS3, tmp_path: Path) -> None:
    storage = open_storage(url_of(s3), tmp_path)
    key = make_key("images")
    await storage.put(key, b"x", "image/webp")
    assert s3.types == {key: "image/webp"}
    await storage.close()


def hasty(s3: FakeS3) -> S3Storage:
    return S3Storage(Bucket(f"http://{s3.address}", BUCKET), Signer(KEY, SECRET, REGION), pauses=(0, 0))


async def test_a_stumbling_storage_is_asked_again(s3: FakeS3) -> None:
    storage = hasty(s3)
    s3.failures = [500, 503]
    key = make_key("images")
    await storage.put(key, b"x", "image/png")
    assert s3.objects == {key: b"x"}
    s3.failures = [503] * 3
    with pytest.raises(StorageUnavailable):
        await storage.get(key)
    await storage.close()


async def test_a_redirect_is_not_followed(s3: FakeS3) -> None:
    storage = hasty(s3)
    s3.failures = [301]
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    assert s3.calls == 1
    await storage.close()


async def test_a_storage_that_is_away_has_a_name() -> None:
    storage = S3Storage(Bucket("http://127.0.0.1:9", BUCKET), Signer(KEY, SECRET, REGION), pauses=(0,))
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    await storage.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://key:hush-hush@host/bucket", "must start with"),
        ("s3://host/bucket", "key or secret is missing"),
        ("s3://key:hush-hush@/bucket", "needs a host"),
        ("s3://key:hush-hush@host:port/bucket", "needs a host"),
        ("s3://key:hush/hush@host/bucket", "key or secret is missing"),
        ("s3://key:hush-hush@host", "one bucket"),
        ("s3://key:hush-hush@host/a/b", "one bucket"),
        ("s3://key:hush-hush@host/b?tls=maybe", "tls must be true or false"),
        ("s3://key:hush-hush@host/b?acl=public", "unknown option"),
        ("s3://key:hush-hush@ho℀st/b", "not an address"),
        ("file://relative/folder", "absolute path"),
        ("file:///", "absolute path"),
    ],
)
async def test_a_wrong_address_is_explained_without_its_secret(tmp_path: Path, url: str, sentence: str) -> None:
    with pytest.raises(StartupProblem, match=sentence) as caught:
        open_storage(url, tmp_path)
    assert "hush" not in str(caught.value)


async def test_the_secret_never_shows(s3: FakeS3, tmp_path: Path) -> None:
    await open_storage(url_of(s3), tmp_path).close()
    assert SECRET not in mask(f"it was {SECRET}")
    assert SECRET not in repr(Signer(KEY, SECRET, REGION))


@pytest.mark.parametrize(
    ("origin", "host"),
    [("https://s3.example:443", "s3.example"), ("http://s3.example:443", "s3.example:443"), ("http://h:80", "h")],
)
def test_the_usual_port_is_not_signed(origin: str, host: str) -> None:
    assert Bucket(origin, BUCKET).host == host


# The worked examples of Amazon's own description of the signature.
EXAMPLE = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
EXAMPLE_TIME = datetime(2013, 5, 24, tzinfo=UTC)


def test_the_published_examples_are_signed_as_published() -> None:
    host = "examplebucket.s3.amazonaws.com"
    read = EXAMPLE.sign("GET", host, "/test.txt", {"Range": "bytes=0-9"}, _sha(""), EXAMPLE_TIME)
    assert read["Authorization"].endswith("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    headers = {"Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"}
    write = EXAMPLE.sign("PUT", host, "/test$file.text", headers, _sha("Welcome to Amazon S3."), EXAMPLE_TIME)
    assert write["Authorization"].endswith("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
