"""Turn the status, body and headers of a provider's error into a named error."""

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import quote

import msgspec

from llmbattler.core import clock

from .errors import (
    BadKey,
    BrokenStream,
    ConnectorError,
    ContextTooLong,
    Filtered,
    ModelMissing,
    Overloaded,
    RateLimited,
    Refused,
)

DETAIL_LIMIT = 300
SHORTEST_SECRET = 4
PREFIX = 8
ERROR_STATUSES = range(400, 600)

CONTEXT_WORDS = (
    "context_length", "context length", "exceed_context_size", "context size", "context window", "prompt is too long",
    "input is too long", "input token count", "request_too_large", "too many input tokens", "context limit",
    "maximum prompt length", "request too large for",
)  # fmt: skip
FILTER_WORDS = (
    "content_filter", "content filter", "content_policy", "content management policy", "responsibleai",
    "safety system", "moderation", "flagged", "prohibited_content", "data_inspection_failed",
)  # fmt: skip
KEY_WORDS = ("api_key_invalid", "api key not valid", "invalid_api_key", "api key", "authentication", "permission_error")
# Not "billing" or "quota" alone: Google and OpenAI mention both in ordinary rate limits.
MONEY_WORDS = (
    "insufficient_quota", "insufficient balance", "insufficient_balance", "insufficient credit", "insufficient funds",
    "credit balance", "credit_balance", "available credits", "spending limit", "billing_not_active",
    "billing_hard_limit",
)  # fmt: skip
RATE_WORDS = ("rate_limit", "rate limit", "resource_exhausted", "too many requests")
LOAD_WORDS = (
    "overloaded", "unavailable", "internal", "server_error", "api_error", "timeout", "timed out", "capacity", "crashed",
    "queue is full",
)  # fmt: skip
MODEL_WORDS = (
    "model_not_found", "model_decommissioned", "invalid_model", "not a valid model", "no endpoints found",
)  # fmt: skip
# llama.cpp and LM Studio report an unknown model with status 400 and in words only.
MISSING_MODEL = re.compile(r"\bmodel\b.{0,200}\b(?:not found|does not exist)\b")
TOO_MANY = re.compile(r"\b429\b")
TRANSIENT = frozenset({408, 409, 425, 498, 499})
"""Besides 5xx: timed out, a conflict, too early, no capacity at Groq, canceled by the server."""
UNSUPPORTED = frozenset({501, 505})


class _Detail(msgspec.Struct):
    reason: str = ""
    retry_delay: str = msgspec.field(name="retryDelay", default="")


class _Inner(msgspec.Struct):
    message: str | None = None
    code: str | int | float | None = None
    type: str | None = None
    status: str | int | None = None
    details: list[_Detail] | str | None = None
    metadata: object = None


class _Outer(msgspec.Struct):
    """The error formats of OpenAI, Anthropic, Google, Mistral, Ollama and FastAPI."""

    error: _Inner | str | None = None
    errors: list[_Inner] | None = None
    message: str | None = None
    detail: str | None = None
    code: str | int | float | None = None
    type: str | None = None
    raw_status_code: int | None = None


class Problem(msgspec.Struct):
    """An error as the provider describes it."""

    message: str = ""
    words: str = ""
    code: int | None = None
    retry_after: float | None = None
    web_page: bool = False


_one = msgspec.json.Decoder(_Outer)
_many = msgspec.json.Decoder(list[_Outer])


def read_problem(body: bytes) -> Problem:
    """Read an error body of any known format; other text becomes the message, and HTML is dropped."""
    text = body.decode("utf-8", "replace").strip()
    try:
        outer = _many.decode(text)[0] if text.startswith("[") else _one.decode(text)
    except (ValueError, RecursionError, IndexError, msgspec.DecodeError):
        page = text.startswith("<")
        return Problem(message="" if page else text, web_page=page)
    inner = outer.errors[0] if outer.errors else outer.error
    if not isinstance(inner, _Inner):
        inner = _Inner(inner or outer.message or outer.detail, outer.code, outer.type)
    details = inner.details if isinstance(inner.details, list) else []
    said = [inner.code, inner.type, inner.status, *(detail.reason for detail in details)]
    delays = [read_retry_after({"Retry-After": detail.retry_delay.removesuffix("s")}) for detail in details]
    return Problem(
        message=" ".join(filter(None, (inner.message, _read_upstream(inner.metadata)))),
        words=" ".join(str(word) for word in said if word).lower(),
        code=_read_code(inner.code) or _read_code(outer.raw_status_code),
        retry_after=next((delay for delay in delays if delay is not None), None),
    )


def read_error(body: bytes) -> Problem | None:
    """Read a JSON object that may be an error; `None` if no field says so."""
    try:
        fields = msgspec.json.decode(body)
    except (ValueError, RecursionError, msgspec.DecodeError):
        return None
    if not isinstance(fields, dict):
        return None
    said = any(fields.get(name) for name in ("error", "errors", "message", "detail"))
    return read_problem(body) if said or "error" in (fields.get("object"), fields.get("type")) else None


def _read_upstream(metadata: object) -> str:
    """The message of the provider behind OpenRouter; OpenRouter's own only says that there was an error."""
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    return read_problem(raw.encode("utf-8", "replace")).message if isinstance(raw, str) else ""


def _read_code(code: object) -> int | None:
    """A status code, which some servers (LiteLLM) write as text. Mistral has codes of its own, such as 3505."""
    if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == len("500"):
        code = int(code)
    return code if isinstance(code, int) and code in ERROR_STATUSES else None


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait: from `retry-after-ms`, or from `Retry-After` as seconds or as a date."""
    millis, value = headers.get("retry-after-ms"), headers.get("Retry-After")
    try:
        seconds = float(millis) / 1000 if millis else float(value or "nan")
    except ValueError:
        seconds = _seconds_until(value or "")
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _seconds_until(date: str) -> float:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return math.nan
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - clock.now().timestamp()


def error_from_status(status: int, problem: Problem, retry_after: float | None = None) -> ConnectorError:
    """The named error for a response whose HTTP status is not 200."""
    kind = _kind_of_status(status, f"{problem.words} {problem.message}".lower())
    said = problem.message or f"The server answered {status}{_phrase(status)}."
    if status == HTTPStatus.FORBIDDEN and problem.web_page:
        # A model server answers with JSON.
        kind = Refused
        said += " The answer is a web page, so a proxy or a firewall in between refused the request."
    elif status == HTTPStatus.NOT_FOUND and kind is Refused:
        said += " Check the address: for most servers it ends with /v1."
    error = kind(said, retry_after=retry_after if retry_after is not None else problem.retry_after)
    error.status = status
    return error


def error_from_event(problem: Problem) -> ConnectorError:
    """The named error for an error event inside a stream, which has no HTTP status."""
    return _error_without_status(problem, BrokenStream)


def error_from_document(problem: Problem) -> ConnectorError:
    """The named error for a document with status 200 in the place of a stream. To ask again is of no use."""
    return _error_without_status(problem, Refused)


def _error_without_status(problem: Problem, otherwise: type[ConnectorError]) -> ConnectorError:
    if problem.code is not None:
        return error_from_status(problem.code, problem)
    kind = _kind_of_words(f"{problem.words} {problem.message}".lower()) or otherwise
    return kind(problem.message or "The provider reported an error.", retry_after=problem.retry_after)


def _kind_of_status(status: int, said: str) -> type[ConnectorError]:
    if status in UNSUPPORTED:
        return Refused
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return _first_kind(said, ((MONEY_WORDS, Refused), (("request too large for",), ContextTooLong))) or RateLimited
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in TRANSIENT:
        return ContextTooLong if _has(said, CONTEXT_WORDS) else Overloaded
    fixed = {401: BadKey, 402: Refused, 413: ContextTooLong}.get(status)
    if fixed is not None:
        return fixed
    if _names_missing_model(said):
        return ModelMissing
    return _kind_of_rejection(status, said)


def _kind_of_rejection(status: int, said: str) -> type[ConnectorError]:
    if status == HTTPStatus.NOT_FOUND:
        return ModelMissing if "model" in said else Refused
    if status == HTTPStatus.FORBIDDEN:
        return Filtered if _has(said, FILTER_WORDS) else BadKey
    return _kind_of_request(said) or Refused


def _kind_of_request(said: str) -> type[ConnectorError] | None:
    return _first_kind(
        said,
        (
            (CONTEXT_WORDS, ContextTooLong),
            (FILTER_WORDS, Filtered),
            (MONEY_WORDS, Refused),
            (KEY_WORDS, BadKey),
        ),
    )


def _kind_of_words(said: str) -> type[ConnectorError] | None:
    if _has(said, RATE_WORDS) or TOO_MANY.search(said):
        return RateLimited
    early = ((CONTEXT_WORDS, ContextTooLong), (LOAD_WORDS, Overloaded))
    found = _first_kind(said, early) or _kind_of_request(said)
    if found is not None:
        return found
    if _names_missing_model(said) or "not_found" in said:
        return ModelMissing
    return Refused if "invalid" in said else None


def _first_kind(said: str, kinds: Iterable[tuple[Iterable[str], type[ConnectorError]]]) -> type[ConnectorError] | None:
    return next((kind for words, kind in kinds if _has(said, words)), None)


def _names_missing_model(said: str) -> bool:
    return _has(said, MODEL_WORDS) or MISSING_MODEL.search(said) is not None


def _has(said: str, words: Iterable[str]) -> bool:
    return any(word in said for word in words)


def _phrase(status: int) -> str:
    try:
        return f" ({HTTPStatus(status).phrase})"
    except ValueError:
        return ""


def redact(text: str, secrets: Iterable[str]) -> str:
    """Make a provider's message safe to show: one line, short, and without any key that it echoes."""
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    for secret in secrets:
        if len(secret) < SHORTEST_SECRET:
            continue
        text = text.replace(secret, "[key]").replace(quote(secret, safe=""), "[key]")
        if len(secret) > PREFIX + SHORTEST_SECRET:
            # Providers often echo a key with its middle replaced by stars.
            text = re.sub(rf"{re.escape(secret[:PREFIX])}\S*", "[key]", text)
    return text if len(text) <= DETAIL_LIMIT else f"{text[: DETAIL_LIMIT - 1]}…"
