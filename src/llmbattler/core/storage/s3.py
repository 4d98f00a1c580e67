"""Files in an S3-compatible bucket: AWS, Garage, MinIO, SeaweedFS, R2 and others."""

import re
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

if TYPE_CHECKING:
    from obstore.store import S3Credential

from ..logs import get_logger
from .contract import StorageRefused, StorageUnavailable, StoredFileMissing, check_key, is_key

_log = get_logger(__name__)

T = TypeVar("T")

_CODE = re.compile(r"<Code>([A-Za-z]{1,60})</Code>")
_STATUS = re.compile(r"status code: (\d{3})")
_RETRIES = 2
_PAUSE = timedelta(seconds=0.2)


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket at `https://host:port`, and how to sign requests to it."""

    origin: str
    name: str
    key: str
    secret: str = field(repr=False)
    region: str


def _credentials(bucket: Bucket) -> "S3Credential":
    """Given by a function and not as options, so that no session token of the environment is added to them."""
    return {"access_key_id": bucket.key, "secret_access_key": bucket.secret, "expires_at": None}


def open_store(bucket: Bucket, *, pause: timedelta = _PAUSE, timeout: str = "30s") -> S3Store:
    """Use path-style addresses, which every compatible server understands. The timeout is that of one request."""
    return S3Store(
        bucket.name,
        endpoint=bucket.origin,
        credential_provider=lambda: _credentials(bucket),
        region=bucket.region,
        virtual_hosted_style_request=False,
        disable_bulk_delete=True,  # not every server has it
        client_options={
            "timeout": timeout,
            "connect_timeout": "5s",
            "allow_http": bucket.origin.startswith("http:"),
        },
        retry_config={
            "max_retries": _RETRIES,
            "retry_timeout": timedelta(seconds=60),
            "backoff": {"init_backoff": pause, "max_backoff": 4 * pause, "base": 4},
        },
    )


class S3Storage:
    def __init__(self, bucket: Bucket, *, pause: timedelta = _PAUSE) -> None:
        self._name = bucket.name
        self._store = open_store(bucket, pause=pause)

    async def put(self, key: str, data: bytes, media_type: str) -> None:
        attributes = {"Content-Type": media_type}
        stored = obstore.put_async(self._store, check_key(key), data, attributes=attributes, use_multipart=False)
        await self._ask(stored)

    async def get(self, key: str) -> bytes:
        return bytes(await self._ask(self._read(check_key(key))))

    async def delete(self, key: str) -> None:
        try:
            await self._ask(obstore.delete_async(self._store, check_key(key)))
        except StoredFileMissing:
            return

    async def exists(self, key: str) -> bool:
        try:
            await self._ask(obstore.head_async(self._store, check_key(key)))
        except StoredFileMissing:
            return False
        return True

    async def list_keys(self) -> AsyncIterator[str]:
        found = obstore.list(self._store).__aiter__()
        while (objects := await translate(_next(found), self._name)) is not None:
            for one in objects:
                if is_key(one["path"]):
                    yield one["path"]

    async def close(self) -> None:
        """Do nothing: the store closes its connections when it is no longer used."""

    async def _read(self, key: str) -> obstore.Bytes:
        return await (await obstore.get_async(self._store, key)).bytes_async()

    async def _ask(self, request: Awaitable[T]) -> T:
        return await translate(request, self._name)


async def _next(batches: AsyncIterator[T]) -> T | None:
    return await anext(batches, None)


async def translate(request: Awaitable[T], bucket: str) -> T:
    """Await a request to a bucket and raise its failures by our names."""
    try:
        return await request
    except FileNotFoundError as error:
        if "NoSuchBucket" not in str(error):
            raise StoredFileMissing from None
        _log_failure(error, bucket)
        raise StorageUnavailable from None
    except (PermissionDeniedError, UnauthenticatedError) as error:
        _log_failure(error, bucket)
        raise StorageRefused from None
    except BaseError as error:
        _log_failure(error, bucket)
        raise StorageUnavailable from None


def _log_failure(error: Exception, bucket: str) -> None:
    """Log what the server said, without the address and the rest of the message."""
    said = str(error)
    status, code = (found[1] if (found := pattern.search(said)) else "" for pattern in (_STATUS, _CODE))
    _log.warning("the storage failed", kind=type(error).__name__, status=status, code=code, bucket=bucket)
