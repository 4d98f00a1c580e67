"""Structured logs: pretty on a terminal, JSON otherwise, and never with a secret in them."""

import json
import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, TextIO

import structlog

from . import clock
from .settings import LogFormat, Settings

_secrets: set[str] = set()
_SHORTEST_SECRET = 6
_KEY_SHAPES = re.compile(
    r"(?P<keep>bearer\s+|(?:x-api-key|x-goog-api-key|authorization|api[-_]?key)['\"]?\s*[:=]\s*['\"]?(?:bearer\s+)?)"
    r"(?P<secret>[^\s'\",}&@]{6,})",
    re.IGNORECASE,
)
_PASSWORDS_IN_URLS = re.compile(r"(?P<keep>://[^\s:/@]{1,200}:)[^\s/@]{1,200}(?=@)")
_PROVIDER_KEYS = re.compile(r"\b(?:sk|gsk|pk|rk|AIza|xai|hf)[-_][A-Za-z0-9_-]{12,}|\bAIza[A-Za-z0-9_-]{20,}")


def hide_secret(value: str | None) -> None:
    """Register a value that must never be written to a log."""
    if value and len(value) >= _SHORTEST_SECRET:
        _secrets.add(value)


def mask(text: str) -> str:
    """Replace every known secret, and text that looks like one."""
    return _KEY_SHAPES.sub(r"\g<keep>[hidden]", mask_known_secrets(text))


def mask_known_secrets(text: str) -> str:
    """Replace known secrets and unmistakable key formats; leave prose and code samples alone."""
    for value in _secrets:
        if value in text:
            text = text.replace(value, "[hidden]")
    return _PROVIDER_KEYS.sub("[hidden]", _PASSWORDS_IN_URLS.sub(r"\g<keep>[hidden]", text))


class _MaskingFormatter(structlog.stdlib.ProcessorFormatter):
    def format(self, record: logging.LogRecord) -> str:
        return mask(super().format(record))


def _drop_color_message(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    event.pop("color_message", None)
    return event


class RequestLog:
    """Writes the line of each request. In JSON it goes past structlog, to take less time."""

    name = "llmbattler.requests"

    def __init__(self) -> None:
        self.stream: TextIO | None = None
        """Where lines of JSON go; without it, requests go through structlog like all other lines."""

    def write(self, *, method: str, path: str, status: int, ms: float, request_id: str) -> None:
        if self.stream is None:
            get_logger(self.name).info("request", method=method, path=path, status=status, ms=ms)
            return
        asked = _encode_request(method, path, len(_secrets))
        more = f'"request_id": "{request_id}", "logger": "{self.name}", "level": "info"'
        now = clock.now().isoformat().replace("+00:00", "Z")
        line = f'{{{asked}, "status": {status}, "ms": {ms}, "event": "request", {more}, "timestamp": "{now}"}}\n'
        with suppress(OSError, ValueError):  # a log that cannot be written must not fail a request
            self.stream.write(line)


@lru_cache(maxsize=1024)
def _encode_request(method: str, path: str, secrets: int) -> str:  # noqa: ARG001 - part of the key of the cache
    """The part of a line that comes from outside, as JSON without braces."""
    return f'"method": {json.dumps(method)}, "path": {json.dumps(mask(path))}'


request_log = RequestLog()


def configure_logs(settings: Settings) -> None:
    """Send all log lines of this process, also those of libraries, through one formatter to standard error."""
    for secret in settings.list_secrets():
        hide_secret(secret)
    pretty = settings.log_format is LogFormat.PRETTY or (settings.log_format is LogFormat.AUTO and sys.stderr.isatty())
    context: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if pretty else "iso", utc=not pretty),
    ]
    renderer: structlog.types.Processor = (
        # Plain tracebacks, since richer ones show local variables, which may hold secrets.
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        if pretty
        else structlog.processors.JSONRenderer()
    )
    last = [renderer] if pretty else [structlog.processors.format_exc_info, renderer]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _MaskingFormatter(
            foreign_pre_chain=[*context, structlog.stdlib.ExtraAdder(), _drop_color_message],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    request_log.stream = None if pretty or settings.log_level not in {"debug", "info"} else sys.stderr
    root.setLevel(settings.log_level.upper())
    # These libraries log every step, which matters only for debugging.
    for noisy in ("procrastinate", "alembic", "uvicorn.error", "asyncio"):
        logging.getLogger(noisy).setLevel(
            logging.NOTSET if settings.log_level == "debug" else max(logging.WARNING, root.level)
        )
    structlog.configure(
        processors=[*context, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger
