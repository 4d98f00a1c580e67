import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.connectors.errors import FailureKind
from llmbattler.connectors.provider_errors import (
    DETAIL_LIMIT,
    error_from_document,
    error_from_event,
    error_from_status,
    read_error,
    read_problem,
    read_retry_after,
    redact,
)

KEY = "sk-canary-0123456789abcdef"


def body(**error: object) -> bytes:
    return json.dumps({"error": error}).encode()


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (401, b"", FailureKind.BAD_KEY),
        (403, body(message="no access"), FailureKind.BAD_KEY),
        (403, body(message="Your input was flagged"), FailureKind.FILTERED),
        (402, b'{"error": "Insufficient balance"}', FailureKind.REFUSED),
        (404, b'{"error": "model \'x\' not found, try pulling it first"}', FailureKind.MODEL_MISSING),
        (404, b"<html>nothing here</html>", FailureKind.REFUSED),
        (408, b"", FailureKind.OVERLOADED),
        (413, b"", FailureKind.CONTEXT_TOO_LONG),
        (429, body(code="rate_limit_exceeded"), FailureKind.RATE_LIMITED),
        (429, body(code="insufficient_quota", message="check your billing"), FailureKind.REFUSED),
        (429, body(code="billing_not_active", message="Your account is not active."), FailureKind.REFUSED),
        (429, body(message="Your account is suspended due to insufficient balance"), FailureKind.REFUSED),
        (400, body(message="Your credit balance is too low. Please go to Plans & Billing."), FailureKind.REFUSED),
        (500, b"oops", FailureKind.OVERLOADED),
        (529, body(type="overloaded_error"), FailureKind.OVERLOADED),
        (400, body(code="context_length_exceeded"), FailureKind.CONTEXT_TOO_LONG),
        (400, body(type="exceed_context_size_error", code=400), FailureKind.CONTEXT_TOO_LONG),
        (400, body(message="prompt is too long: 210000 tokens > 200000 maximum"), FailureKind.CONTEXT_TOO_LONG),
        (
            400,
            body(message="input length and `max_tokens` exceed context limit: 9 + 9 > 10"),
            FailureKind.CONTEXT_TOO_LONG,
        ),
        (400, body(message="This model's maximum prompt length is 131072"), FailureKind.CONTEXT_TOO_LONG),
        (400, body(code="content_filter"), FailureKind.FILTERED),
        (400, body(message="API key not valid.", details=[{"reason": "API_KEY_INVALID"}]), FailureKind.BAD_KEY),
        (400, body(message="temperature must be below 2"), FailureKind.REFUSED),
        (400, body(message="model 'x' not found"), FailureKind.MODEL_MISSING),
        (403, b"<html>Just a moment</html>", FailureKind.REFUSED),
        (409, body(type="conflict_error"), FailureKind.OVERLOADED),
        (501, body(type="not_supported_error"), FailureKind.REFUSED),
        (422, b'{"object": "error", "message": "extra fields", "code": null}', FailureKind.REFUSED),
        (418, b'{"detail": [{"loc": 1}]}', FailureKind.REFUSED),
    ],
)
def test_statuses_and_messages_are_named(status: int, said: bytes, kind: FailureKind) -> None:
    assert error_from_status(status, read_problem(said)).kind is kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b'{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}', FailureKind.OVERLOADED),
        (body(code=429, message="slow down"), FailureKind.RATE_LIMITED),
        (body(code="rate_limit_exceeded"), FailureKind.RATE_LIMITED),
        (body(code="500", type="None", message="something"), FailureKind.OVERLOADED),
        (body(type="authentication_error", message="bad x-api-key"), FailureKind.BAD_KEY),
        (body(type="invalid_request_error", message="prompt is too long"), FailureKind.CONTEXT_TOO_LONG),
        (body(type="invalid_request_error", message="no"), FailureKind.REFUSED),
        (body(type="not_found_error", message="model: x"), FailureKind.MODEL_MISSING),
        (b'[{"error": {"code": 503, "status": "UNAVAILABLE", "message": "busy"}}]', FailureKind.OVERLOADED),
        (body(message="4294 tokens are more than the context length"), FailureKind.CONTEXT_TOO_LONG),
        (b'{"object": "error", "message": "x", "code": 3505}', FailureKind.BROKEN_STREAM),
        (b'{"object": "error", "message": "x", "code": "1300", "raw_status_code": 429}', FailureKind.RATE_LIMITED),
        (b'{"error": "something odd"}', FailureKind.BROKEN_STREAM),
        (b"not json", FailureKind.BROKEN_STREAM),
        (b"[]", FailureKind.BROKEN_STREAM),
    ],
)
def test_error_events_are_named(said: bytes, kind: FailureKind) -> None:
    assert error_from_event(read_problem(said)).kind is kind


def test_a_document_in_the_place_of_a_stream_is_not_asked_for_again() -> None:
    assert error_from_document(read_problem(b'{"error": "something odd"}')).kind is FailureKind.REFUSED
    assert error_from_document(read_problem(body(type="overloaded_error"))).kind is FailureKind.OVERLOADED


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (b'{"object": "error"}', ""),
        (b'{"message": "no"}', "no"),
        (b'{"choices": []}', None),
        (b'{"error": null, "object": "chat.completion.chunk"}', None),
        (b"[1]", None),
        (b"no json", None),
    ],
)
def test_only_some_objects_are_errors(said: bytes, message: str | None) -> None:
    problem = read_error(said)
    assert (None if problem is None else problem.message) == message


def test_retry_after_as_seconds_milliseconds_and_date() -> None:
    assert read_retry_after({"Retry-After": "17"}) == 17
    assert read_retry_after({"Retry-After": "-5"}) == 0
    assert read_retry_after({"retry-after-ms": "1500", "Retry-After": "99"}) == 1.5
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    seconds = read_retry_after({"Retry-After": later})
    assert seconds is not None
    assert 55 < seconds <= 60
    assert read_retry_after({"Retry-After": "Wed, 21 Oct 2015 07:28:00 -0000"}) == 0


@pytest.mark.parametrize("value", ["", "soon", "nan", "inf", "1e999", "Wed, 99 Oct"])
def test_nonsense_in_retry_after_is_ignored(value: str) -> None:
    assert read_retry_after({"Retry-After": value}) is None
    assert read_retry_after({}) is None


@pytest.mark.parametrize(
    "raw", ['{"error": {"message": "maximum context length is 8192 tokens"}}', "maximum context length is 8192 tokens"]
)
def test_the_message_of_the_provider_behind_openrouter_is_read(raw: str) -> None:
    said = body(code=400, message="Provider returned error", metadata={"raw": raw, "provider_name": "X"})
    error = error_from_status(400, read_problem(said))
    assert error.kind is FailureKind.CONTEXT_TOO_LONG
    assert error.detail == "Provider returned error maximum context length is 8192 tokens"


@pytest.mark.parametrize("metadata", [None, [], {"raw": None}, {"raw": {"a": 1}}, {"reasons": ["violence"]}])
def test_metadata_may_be_anything(metadata: object) -> None:
    assert read_problem(body(message="no", metadata=metadata)).message == "no"


def test_a_404_says_what_to_check() -> None:
    assert "/v1" in error_from_status(404, read_problem(b"404 page not found")).detail
    assert "/v1" not in error_from_status(404, read_problem(b'{"error": "model not found"}')).detail


def test_google_puts_the_retry_delay_into_the_body() -> None:
    problem = read_problem(body(code=429, status="RESOURCE_EXHAUSTED", details=[{"retryDelay": "7.5s"}]))
    assert error_from_status(429, problem).retry_after == 7.5


OPENAI_TOO_FAST = body(
    message="Rate limit reached for gpt-4o-mini in organization org-x on requests per min (RPM): Limit 3, Used 3, "
    "Requested 1. Please try again in 20s. Visit https://platform.openai.com/account/rate-limits to learn more. You "
    "can increase your rate limit by adding a payment method to your account at "
    "https://platform.openai.com/account/billing.",
    type="requests",
    param=None,
    code="rate_limit_exceeded",
)
GEMINI_TOO_FAST = body(
    code=429,
    message="You exceeded your current quota, please check your plan and billing details. For more information on this "
    "error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
    status="RESOURCE_EXHAUSTED",
    details=[
        {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            "violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "quotaValue": "15"}],
        },
        {"@type": "type.googleapis.com/google.rpc.Help", "links": [{"description": "Learn more", "url": "https://…"}]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"},
    ],
)


@pytest.mark.parametrize(("said", "retry_after"), [(OPENAI_TOO_FAST, None), (GEMINI_TOO_FAST, 34)])
def test_a_rate_limit_that_mentions_billing_is_transient(said: bytes, retry_after: float | None) -> None:
    for error in (error_from_status(429, read_problem(said)), error_from_event(read_problem(said))):
        assert error.kind is FailureKind.RATE_LIMITED
        assert error.transient
        assert error.retry_after == retry_after


@given(st.text(), st.text(), st.sampled_from([KEY, KEY[:12] + "*****", f"Bearer {KEY}", KEY + "\n"]))
def test_the_key_is_never_in_a_detail(before: str, after: str, echo: str) -> None:
    said = redact(f"{before} {echo} {after}", [KEY, ""])
    assert KEY[:9] not in said
    assert len(said) <= DETAIL_LIMIT
    assert said.isprintable()


def test_header_values_are_redacted_too() -> None:
    assert redact("you sent team-42 and tea%2Fm", ["team-42", "tea/m", "x"]) == "you sent [key] and [key]"
