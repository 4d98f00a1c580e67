"""Open the storage of the setting STORAGE_URL."""

import re
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from ..errors import StartupProblem
from ..logs import hide_secret
from .contract import Storage
from .local import LocalStorage
from .s3 import Bucket, S3Storage

_FORM = "s3://KEY:SECRET@host:port/bucket?region=us-east-1&tls=true"
_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?", re.ASCII)
_BUCKET = re.compile(r"[A-Za-z0-9._-]{1,63}", re.ASCII)
_SCHEMES = {"true": "https", "false": "http"}


def open_storage(url: str | None, data_dir: Path) -> Storage:
    """Open the configured storage, or the folder `files` in the data folder. Needs a running event loop."""
    if not url:
        return _open_folder(data_dir / "files")
    try:
        parts = urlsplit(url)
    except ValueError:  # its message would repeat the URL with the secret
        raise _wrong("it is not an address") from None
    if parts.scheme == "file":
        return _open_folder(_folder(parts))
    try:
        return S3Storage(parse_bucket(parts))
    except BadBucket as problem:
        raise _wrong(str(problem)) from None


def _wrong(sentence: str) -> StartupProblem:
    return StartupProblem(f"STORAGE_URL is wrong: {sentence}. It looks like {_FORM} or file:///folder.")


class BadBucket(ValueError):
    """The address of a bucket is wrong; the text says in what."""


def _open_folder(folder: Path) -> LocalStorage:
    storage = LocalStorage(folder)
    storage.clear_drafts()
    return storage


def _folder(parts: SplitResult) -> Path:
    if parts.netloc or len(parts.path) <= 1:
        raise _wrong("a folder needs an absolute path")
    return Path(unquote(parts.path))


def parse_bucket(parts: SplitResult) -> Bucket:
    """Read `s3://KEY:SECRET@host/bucket?…`, or raise `BadBucket`."""
    options = dict(parse_qsl(parts.query))
    scheme = _SCHEMES.get(options.pop("tls", "true"))
    region = options.pop("region", "us-east-1")
    host = parts.netloc.rpartition("@")[2]
    bucket = parts.path.strip("/")
    problems = {
        "it must start with s3:// or file://": parts.scheme != "s3",
        "key or secret is missing": not (parts.username and parts.password),
        "it needs a host, and a number as port": not _HOST.fullmatch(host),
        "it must name one bucket": not _BUCKET.fullmatch(bucket),
        "tls must be true or false": scheme is None,
        "it has an unknown option": bool(options),
    }
    for sentence, holds in problems.items():
        if holds:
            raise BadBucket(sentence)
    secret = unquote(parts.password or "")
    hide_secret(secret)
    return Bucket(f"{scheme}://{host}", bucket, unquote(parts.username or ""), secret, region)
