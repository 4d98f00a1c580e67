from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.core.storage.fake_s3 import BUCKET, KEY, REGION, SECRET, FakeS3, url_of

from llmbattler.core.storage import StorageRefused, StorageUnavailable, make_key, open_storage
from llmbattler.core.storage.s3 import Bucket, S3Storage
from llmbattler.core.storage.signing import Signer


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"secret": "another-secret"}, "SignatureDoesNotMatch"),
        ({"key": "ANOTHERKEY"}, "InvalidAccessKeyId"),
        ({"region": "us-east-1"}, "SignatureDoesNotMatch"),
    ],
)
async def test_wrong_credentials_are_reported_as_refused(
    s3: FakeS3, tmp_path: Path, wrong: dict[str, str], code: str
) -> None:
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


async def test_the_media_type_is_sent_to_the_bucket(s3: FakeS3, tmp_path: Path) -> None:
    storage = open_storage(url_of(s3), tmp_path)
    key = make_key("images")
    await storage.put(key, b"x", "image/webp")
    assert s3.types == {key: "image/webp"}
    await storage.close()


def make_storage_without_pauses(s3: FakeS3) -> S3Storage:
    return S3Storage(Bucket(f"http://{s3.address}", BUCKET), Signer(KEY, SECRET, REGION), pauses=(0, 0))


async def test_a_failed_request_is_sent_again_a_few_times(s3: FakeS3) -> None:
    storage = make_storage_without_pauses(s3)
    s3.failures = [500, 503]
    key = make_key("images")
    await storage.put(key, b"x", "image/png")
    assert s3.objects == {key: b"x"}
    s3.failures = [503] * 3
    with pytest.raises(StorageUnavailable):
        await storage.get(key)
    await storage.close()


async def test_a_redirect_is_not_followed(s3: FakeS3) -> None:
    storage = make_storage_without_pauses(s3)
    s3.failures = [301]
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    assert s3.calls == 1
    await storage.close()


async def test_an_unreachable_storage_is_reported_as_unavailable() -> None:
    storage = S3Storage(Bucket("http://127.0.0.1:9", BUCKET), Signer(KEY, SECRET, REGION), pauses=(0,))
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    await storage.close()


@pytest.mark.parametrize(
    ("origin", "host"),
    [("https://s3.example:443", "s3.example"), ("http://s3.example:443", "s3.example:443"), ("http://h:80", "h")],
)
def test_the_default_port_is_not_signed(origin: str, host: str) -> None:
    assert Bucket(origin, BUCKET).host == host
