"""Files in an S3-compatible bucket: AWS, Garage, MinIO, SeaweedFS, R2 and others."""

import asyncio
import hashlib
import io
import re
from dataclasses import dataclass
from http import HTTPStatus

import aiohttp

from .. import clock
from ..logs import get_logger
from .contract import StorageRefused, StorageUnavailable, StoredFileMissing, check_key
from .signing import Signer

_log = get_logger(__name__)

_TIMEOUT = aiohttp.ClientTimeout(total=30, connect=5)
_EMPTY = hashlib.sha256(b"").hexdigest()
_CODE = re.compile(rb"<Code>([A-Za-z]{1,60})</Code>")
_MAX_ERROR_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Bucket:
    """The bucket at `https://host:port/name`."""

    origin: str
    name: str

    @property
    def host(self) -> str:
        scheme, _, host = self.origin.partition("://")
        # HTTP clients leave the default port out of the Host header, which is signed.
        return host.removesuffix(":443" if scheme == "https" else ":80")


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    body: bytes


class S3Storage:
    """Uses path-style addresses, which every compatible server understands."""

    def __init__(self, bucket: Bucket, signer: Signer, *, pauses: tuple[float, ...] = (0.2, 0.8)) -> None:
        self._bucket = bucket
        self._signer = signer
        self._pauses = pauses
        # No cookies and no environment: `~/.netrc` could add foreign credentials.
        self._session = aiohttp.ClientSession(timeout=_TIMEOUT, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False)

    async def put(self, key: str, data: bytes, media_type: str) -> None:
        body_hash = (await asyncio.to_thread(hashlib.sha256, data)).hexdigest()
        answer = await self._ask("PUT", key, data, body_hash, {"Content-Type": media_type})
        self._expect(answer, HTTPStatus.OK)

    async def get(self, key: str) -> bytes:
        answer = await self._ask("GET", key)
        if answer.status == HTTPStatus.NOT_FOUND and _code(answer.body) != "NoSuchBucket":
            raise StoredFileMissing
        return self._expect(answer, HTTPStatus.OK).body

    async def delete(self, key: str) -> None:
        answer = await self._ask("DELETE", key)
        if _code(answer.body) != "NoSuchKey":
            self._expect(answer, HTTPStatus.NO_CONTENT, HTTPStatus.OK)

    async def exists(self, key: str) -> bool:
        answer = await self._ask("HEAD", key)
        return self._expect(answer, HTTPStatus.OK, HTTPStatus.NOT_FOUND).status == HTTPStatus.OK

    async def close(self) -> None:
        await self._session.close()

    async def _ask(
        self, method: str, key: str, data: bytes = b"", body_hash: str = _EMPTY, headers: dict[str, str] | None = None
    ) -> _Answer:
        """Send the request, with retries after server errors and timeouts; all four methods are idempotent."""
        path = f"/{self._bucket.name}/{check_key(key)}"
        for pause in self._pauses:
            try:
                answer = await self._send(method, path, data, body_hash, headers or {})
            except (aiohttp.ClientError, TimeoutError):
                await asyncio.sleep(pause)
                continue
            if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                return answer
            await asyncio.sleep(pause)
        try:
            return await self._send(method, path, data, body_hash, headers or {})
        except (aiohttp.ClientError, TimeoutError) as error:
            _log.warning("the storage cannot be reached", reason=type(error).__name__)
            raise StorageUnavailable from None

    async def _send(self, method: str, path: str, data: bytes, body_hash: str, headers: dict[str, str]) -> _Answer:
        signed = self._signer.sign(method, self._bucket.host, path, headers, body_hash, clock.now())
        url = f"{self._bucket.origin}{path}"
        body = io.BytesIO(data) if method == "PUT" else None  # aiohttp writes a stream in chunks
        # A signature is valid for one host only, so a redirect counts as a refusal.
        async with self._session.request(method, url, data=body, headers=signed, allow_redirects=False) as response:
            whole = response.status == HTTPStatus.OK
            return _Answer(response.status, await response.content.read(-1 if whole else _MAX_ERROR_BYTES))

    def _expect(self, answer: _Answer, *wanted: HTTPStatus) -> _Answer:
        if answer.status in wanted:
            return answer
        code = _code(answer.body)
        _log.warning("the storage refused", status=answer.status, code=code, bucket=self._bucket.name)
        if answer.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            raise StorageRefused
        raise StorageUnavailable


def _code(body: bytes) -> str:
    found = _CODE.search(body)
    return found[1].decode() if found else ""
