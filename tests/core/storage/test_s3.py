from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.core.storage.fake_s3 import BUCKET, KEY, REGION, SECRET, FakeS3, url_of

from llmbattler.core.storage import StorageRefused, StorageUnavailable, StoredFileMissing, make_key, open_storage
from llmbattler.core.storage.s3 import Bucket, S3Storage


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
    assert [(line["status"], line["code"]) for line in logs] == [
        ("403", code),
        ("403", code),
        ("403", code),
        ("403", ""),  # an answer to HEAD has no body
    ]
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


AT_ONCE = timedelta(milliseconds=1)


def make_storage_without_pauses(s3: FakeS3) -> S3Storage:
    return S3Storage(Bucket(f"http://{s3.address}", BUCKET, KEY, SECRET, REGION), pause=AT_ONCE)


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
    with pytest.raises(StoredFileMissing):
        await storage.get(make_key("images"))
    assert s3.calls == 2  # asked again at the same place
    await storage.close()


async def test_an_unreachable_storage_is_reported_as_unavailable() -> None:
    storage = S3Storage(Bucket("http://127.0.0.1:9", BUCKET, KEY, SECRET, REGION), pause=AT_ONCE)
    with pytest.raises(StorageUnavailable):
        await storage.get(make_key("images"))
    await storage.close()


async def test_credentials_of_the_environment_are_not_used(
    s3: FakeS3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_ENDPOINT_URL"):
        monkeypatch.setenv(name, "http://192.0.2.1")
    storage = open_storage(url_of(s3), tmp_path)
    key = make_key("images")
    await storage.put(key, b"x", "image/png")
    assert await storage.get(key) == b"x"
    assert "x-amz-security-token" not in s3.header_names
