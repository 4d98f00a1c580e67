import io
import json
import logging
import sys

import pytest

from llmbattler.core.logs import configure_logs, get_logger, hide_secret, mask, request_log
from llmbattler.core.settings import LogFormat, Settings


@pytest.fixture(autouse=True)
def _restore_logging() -> object:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def _captured(monkeypatch: pytest.MonkeyPatch, form: LogFormat, **more: object) -> io.StringIO:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    configure_logs(Settings(log_format=form, **more))  # type: ignore[arg-type]
    return stream


def test_json_lines_carry_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _captured(monkeypatch, LogFormat.AUTO)
    get_logger("llmbattler.test").info("hello", answer=42)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["answer"], line["level"], line["logger"]) == ("hello", 42, "info", "llmbattler.test")
    assert line["timestamp"].endswith("Z")


def test_a_request_is_one_json_line_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _captured(monkeypatch, LogFormat.JSON)
    monkeypatch.setattr(request_log, "stream", request_log.stream)
    for path in ("/x", "/x?api_key=zz-unknown-key"):
        request_log.write(method="GET", path=path, status=200, ms=0.5, request_id="req_1")
    plain, masked = map(json.loads, stream.getvalue().splitlines())
    assert plain["timestamp"].endswith("Z")
    assert {**plain, "timestamp": ""} == {
        "method": "GET",
        "path": "/x",
        "status": 200,
        "ms": 0.5,
        "event": "request",
        "request_id": "req_1",
        "logger": "llmbattler.requests",
        "level": "info",
        "timestamp": "",
    }
    assert "zz-unknown" not in masked["path"]
    request_log.write(method="GET", path='/"ä\n{}', status=200, ms=0.5, request_id="req_1")
    odd = stream.getvalue().splitlines()[2]
    assert odd.isascii()
    assert json.loads(odd)["path"] == '/"ä\n{}'
    stream.close()
    request_log.write(method="GET", path="/x", status=200, ms=0.5, request_id="req_2")  # the request goes on


def test_requests_are_shown_to_people_like_other_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _captured(monkeypatch, LogFormat.PRETTY)
    request_log.write(method="GET", path="/x", status=200, ms=0.5, request_id="req_1")
    assert "path=/x" in stream.getvalue()


def test_pretty_lines_are_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _captured(monkeypatch, LogFormat.PRETTY)
    logging.getLogger("some.library").warning("spoke %s", "up")
    assert "spoke up" in stream.getvalue()
    assert not stream.getvalue().startswith("{")


def test_a44_no_secret_reaches_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _captured(monkeypatch, LogFormat.JSON, openai_api_key="zz-canary-key-1", secret_key="zz-canary-key-2" * 3)
    hide_secret("zz-canary-key-3")
    log = get_logger("llmbattler.test")
    log.info("zz-canary-key-1", header={"Authorization": "Bearer zz-unknown-key-4"})
    log.info("url", url="postgresql://me:zz-unknown-key-5@host/db", more="?api_key=zz-unknown-key-6&x=1")
    log.error("failed", exc_info=RuntimeError("provider said zz-canary-key-3 and sk-zzunknownkey7777777"))
    said = stream.getvalue()
    assert "failed" in said
    assert "zz-" not in said
    assert "zzunknown" not in said


def test_masking_leaves_ordinary_words_alone() -> None:
    assert mask("the key to success: authorization matters") == "the key to success: authorization matters"
