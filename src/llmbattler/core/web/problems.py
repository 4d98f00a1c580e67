"""Failures as RFC 9457 problems."""

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from ..errors import (
    AppError,
    Conflict,
    Forbidden,
    Invalid,
    Limited,
    NotFound,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unsupported,
)
from ..logs import get_logger
from .headers import add_standard_headers
from .request_ids import current_request_id

_log = get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
_KINDS = (Invalid, Unauthenticated, Forbidden, NotFound, Conflict, TooLarge, Unsupported, Limited, Unavailable)
_BY_STATUS = {kind.status: kind for kind in _KINDS}


class FieldError(BaseModel):
    field: str
    message: str


class Problem(BaseModel):
    """A problem in the form of RFC 9457."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="A stable identifier of this kind of problem, relative to the site.")
    title: str
    status: int
    detail: str | None = None
    request_id: str = Field(description="Include this when you report the problem.")
    errors: list[FieldError] | None = None


class MethodNotAllowed(AppError):
    """This address does not support that method."""

    kind = "method-not-allowed"
    status = 405


def problem_response(error: AppError, *, errors: Sequence[FieldError] | None = None) -> JSONResponse:
    body: dict[str, Any] = {
        "type": f"/errors/{error.kind}",
        "title": error.title,
        "status": error.status,
        "request_id": current_request_id(),
        **error.facts,
    }
    if error.detail:
        body["detail"] = error.detail
    if errors:
        body["errors"] = [entry.model_dump() for entry in errors]
    headers = {} if error.retry_after is None else {"Retry-After": str(math.ceil(error.retry_after))}
    return JSONResponse(body, status_code=error.status, media_type=MEDIA_TYPE, headers=headers)


def explain(kinds: type[AppError] | Sequence[type[AppError]]) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a route in OpenAPI: `responses=explain([NotFound, Conflict])`."""
    listed = kinds if isinstance(kinds, Sequence) else [kinds]
    sentences: dict[int, list[str]] = {}
    for kind in listed:
        sentences.setdefault(kind.status, []).append((kind.__doc__ or "").strip())
    return {status: {"model": Problem, "description": " ".join(said)} for status, said in sentences.items()}


ANY_PROBLEM: dict[int | str, dict[str, Any]] = {
    "default": {
        "model": Problem,
        "description": "A problem in the form of RFC 9457. Every operation can answer 422 to a request that cannot be"
        " understood, 429 to too many requests, and 503 while something is unavailable.",
    }
}
"""For `responses` of the whole application; FastAPI then leaves out its own description of status 422."""


async def _on_app_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AppError)  # noqa: S101 - registered for this class only
    return problem_response(error)


async def _on_invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    entries = [_field_error(entry) for entry in error.errors()]
    sentence = "; ".join(f"{entry.field}: {entry.message}" if entry.field else entry.message for entry in entries[:3])
    return problem_response(Invalid(sentence), errors=entries)


def _field_error(entry: Mapping[str, Any]) -> FieldError:
    place = [str(part) for part in entry["loc"] if part not in {"body", "query", "path"}]
    if entry["type"] == "json_invalid":
        return FieldError(field="", message="The body is not valid JSON.")
    return FieldError(field=".".join(place), message=str(entry["msg"]).removeprefix("Value error, "))


async def _on_http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    if isinstance(error.__cause__, AppError):  # FastAPI wraps errors that a middleware raises while the body is read
        return problem_response(error.__cause__)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        response = problem_response(MethodNotAllowed())
        response.headers.update(error.headers or {})
        return response
    kind = _BY_STATUS.get(error.status_code, Invalid)
    return problem_response(kind())


async def _on_crash(request: Request, error: Exception) -> JSONResponse:
    # Details go to the log only; the user gets the request id.
    _log.error("unexpected failure", path=request.url.path, exc_info=error)
    response = problem_response(AppError("This is a bug. Please report it with the request id."))
    add_standard_headers(response.raw_headers, request.url.path)  # this answer bypasses our middleware
    return response


def add_problem_handlers(app: FastAPI) -> None:
    app.add_exception_handler(AppError, _on_app_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_crash)
