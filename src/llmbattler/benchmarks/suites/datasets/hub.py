"""Downloads files of datasets from Hugging Face, or from a server that offers the same addresses."""

import asyncio
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast
from urllib.parse import quote, urljoin

import aiohttp
from yarl import URL

from llmbattler.core.outbound import BadAddress, Outbound, Policy, origin_of
from llmbattler.core.record_files import UnreadableFile, guess_format

from ..definition.errors import UnreadableDataset
from ..definition.spec import DatasetSpec

MOST_BYTES = 500 * 1024 * 1024
MOST_LIST_BYTES = 8 * 1024 * 1024
MOST_REDIRECTS = 5
SECONDS = 900.0
MEMORY_BYTES = 8 * 1024 * 1024
MOST_SHOWN = 12
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?")
_CHUNK = 256 * 1024
_DENIED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


@dataclass(frozen=True, slots=True)
class Hub:
    """Where datasets are downloaded from. Only this server and the public internet are called."""

    url: str
    token: str | None = field(default=None, repr=False)

    def download(self, spec: DatasetSpec) -> tuple[str, BinaryIO]:
        """The name and content of the file that a dataset means. Raises `UnreadableDataset`."""
        return asyncio.run(_Download(self, spec).run())


class _Download:
    def __init__(self, hub: Hub, spec: DatasetSpec) -> None:
        self._hub = hub
        self._spec = spec
        self._id = spec.huggingface or ""
        if not _ID.fullmatch(self._id):
            raise UnreadableDataset(f"{self._id} is not the id of a dataset, such as `openai/gsm8k`.")
        if spec.file is not None and (spec.file.startswith("/") or ".." in PurePosixPath(spec.file).parts):
            raise UnreadableDataset(f"{spec.file} is not the path of a file in the dataset.")

    async def run(self) -> tuple[str, BinaryIO]:
        policy = Policy.make([URL(self._hub.url).host or ""])
        outbound = Outbound(policy, seconds=SECONDS)
        try:
            file = self._spec.file or choose_file(self._spec, await self._list_files(outbound))
            path = f"/datasets/{self._id}/resolve/{quote(self._spec.revision, safe='')}/{quote(file)}"
            return PurePosixPath(file).name, await self._get(outbound, path, MOST_BYTES)
        except BadAddress as problem:
            raise UnreadableDataset(f"{self._id} cannot be downloaded: {problem.detail}") from problem
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            said = str(error) or type(error).__name__
            raise UnreadableDataset(
                f"{self._hub.url} cannot be reached ({said}). Download the file elsewhere and set `path`."
            ) from error
        finally:
            await outbound.close()

    async def _list_files(self, outbound: Outbound) -> list[str]:
        path = f"/api/datasets/{self._id}/tree/{quote(self._spec.revision, safe='')}?recursive=true"
        with await self._get(outbound, path, MOST_LIST_BYTES) as content:
            try:
                listed: Any = json.load(content)
                return [one["path"] for one in listed if one["type"] == "file"]
            except (ValueError, TypeError, LookupError, RecursionError) as error:
                raise UnreadableDataset(f"{self._hub.url} does not answer like Hugging Face.") from error

    async def _get(self, outbound: Outbound, path: str, most_bytes: int) -> BinaryIO:
        """Download with redirects: the hub sends files to other hosts. Only the hub itself gets the token."""
        url = self._hub.url.rstrip("/") + path
        for _ in range(MOST_REDIRECTS + 1):
            async with outbound.request("GET", url, headers=self._headers(url)) as response:
                if response.status < HTTPStatus.MULTIPLE_CHOICES:
                    return await self._read(response, most_bytes)
                location = response.headers.get("Location")
                if response.status >= HTTPStatus.BAD_REQUEST or location is None:
                    raise UnreadableDataset(self._explain(response.status))
                url = urljoin(url, location)
        raise UnreadableDataset(f"{self._id} cannot be downloaded: there are more than {MOST_REDIRECTS} redirects.")

    def _headers(self, url: str) -> dict[str, str]:
        headers = {"User-Agent": "llmbattler"}
        if self._hub.token and origin_of(url) == origin_of(self._hub.url):
            headers["Authorization"] = f"Bearer {self._hub.token}"
        return headers

    async def _read(self, response: aiohttp.ClientResponse, most_bytes: int) -> BinaryIO:
        into = cast("BinaryIO", tempfile.SpooledTemporaryFile(MEMORY_BYTES))  # noqa: SIM115 - the caller closes it
        written = 0
        async for chunk in response.content.iter_chunked(_CHUNK):
            written += len(chunk)
            if written > most_bytes:
                into.close()
                raise UnreadableDataset(f"The file is larger than {most_bytes:,} bytes.")
            into.write(chunk)
        into.seek(0)
        return into

    def _explain(self, status: int) -> str:
        what = f"{self._id} cannot be downloaded"
        if status in _DENIED:
            return (
                f"{what}: it needs permission. Accept its terms on its page on Hugging Face, and set HUGGINGFACE_TOKEN "
                "to an access token of this account."
            )
        if status == HTTPStatus.NOT_FOUND:
            named = "" if self._spec.file is None else f" or has no file {self._spec.file}"
            return f"{what}: it does not exist{named} at the revision {self._spec.revision}."
        return f"{what}: the server answered with status {status}."


def choose_file(spec: DatasetSpec, files: Sequence[str]) -> str:
    """The only table of the wanted split and configuration."""
    tables = [file for file in files if _is_table(file)]
    found = [file for file in tables if _names(file, spec.split) and (not spec.config or _names(file, spec.config))]
    if len(found) == 1:
        return found[0]
    shown = ", ".join((found or tables)[:MOST_SHOWN])
    what = "several files" if found else "no file"
    raise UnreadableDataset(
        f"{spec.huggingface} has {what} for the split {spec.split}. Set `file`, or `config` and `split`. "
        + (f"Its tables: {shown}." if shown else "It has no tables that can be read.")
    )


def _is_table(file: str) -> bool:
    try:
        guess_format(file.lower().removesuffix(".gz"))
    except UnreadableFile:
        return False
    return True


def _names(file: str, word: str) -> bool:
    """Whether a folder or a part of the name is this word."""
    return word in re.split(r"[/_.-]", file) or word in PurePosixPath(file).parts
