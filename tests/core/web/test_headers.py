from starlette.datastructures import MutableHeaders

from llmbattler.core.web.headers import add_standard_headers
from llmbattler.core.web.request_ids import begin_request


def test_an_answer_gets_the_id_of_its_request_and_keeps_its_own_stricter_headers() -> None:
    request_id = begin_request()
    headers = MutableHeaders({"Content-Security-Policy": "default-src 'none'"})
    add_standard_headers(headers.raw, "/")
    assert headers["x-request-id"] == request_id
    assert headers["content-security-policy"] == "default-src 'none'"
    assert headers["x-frame-options"] == "DENY"


def test_only_answers_of_the_api_are_kept_out_of_caches() -> None:
    page, data, cached = MutableHeaders(), MutableHeaders(), MutableHeaders({"Cache-Control": "no-cache"})
    add_standard_headers(page.raw, "/models")
    add_standard_headers(data.raw, "/api/models")
    add_standard_headers(cached.raw, "/api/leaderboard")
    assert "cache-control" not in page
    assert data["cache-control"] == "no-store"
    assert cached["cache-control"] == "no-cache"
