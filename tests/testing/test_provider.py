import json

import pytest

from llmbattler.connectors.contract import Role
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider, Turn

from .raw import MODEL, PATHS, WIRES, answer, asked, body_for, call

LISTINGS = {
    "openai": ("/v1/models", {"Authorization": "Bearer right"}),
    "anthropic": ("/v1/models", {"anthropic-version": "2023-06-01", "x-api-key": "right"}),
    "google": ("/v1beta/models", {"x-goog-api-key": "right"}),
}
KEYS = {"openai": ("Authorization", "Bearer {}"), "anthropic": ("x-api-key", "{}"), "google": ("x-goog-api-key", "{}")}


@pytest.mark.parametrize("wire", WIRES)
async def test_unknown_models_are_missing_as_on_the_real_wire(provider: ScriptedProvider, wire: str) -> None:
    said = await answer(provider, wire)
    assert said.status == 404
    assert MODEL.encode() in said.body


@pytest.mark.parametrize("wire", WIRES)
async def test_a_default_script_answers_for_every_other_model(wire: str) -> None:
    async with ScriptedProvider(default=Script(text="anybody")) as provider:
        assert (await answer(provider, wire)).status == 200


@pytest.mark.parametrize("wire", WIRES)
async def test_only_the_right_key_is_accepted(wire: str) -> None:
    name, form = KEYS[wire]
    async with ScriptedProvider(api_key="right") as provider:
        provider.script(MODEL, Script())
        refused = await call(provider, "POST", PATHS[wire], body_for(wire), {name: form.format("wrong")})
        served = await call(provider, "POST", PATHS[wire], body_for(wire), {name: form.format("right")})
        not_listed = await call(provider, "GET", LISTINGS[wire][0], headers={**LISTINGS[wire][1], name: "wrong"})
    assert refused.status == not_listed.status == (400 if wire == "google" else 401)
    assert served.status == 200


@pytest.mark.parametrize("wire", WIRES)
async def test_lists_the_scripted_models(wire: str) -> None:
    async with ScriptedProvider(api_key="right") as provider:
        provider.script(MODEL, Script())
        provider.script("zz-beta-model", Script())
        path, headers = LISTINGS[wire]
        listed = json.loads((await call(provider, "GET", path, headers=headers)).body)
    rows = listed["models"] if wire == "google" else listed["data"]
    assert [row.get("id", row.get("name")).removeprefix("models/") for row in rows] == [MODEL, "zz-beta-model"]


@pytest.mark.parametrize("wire", WIRES)
async def test_records_what_was_asked(provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(chunks=("a", "b")))
    name, form = KEYS[wire]
    await call(provider, "POST", PATHS[wire], body_for(wire, prompt="Who?"), {name: form.format("k1")})
    record = await provider.wait_for_end()
    assert (record.wire, record.model, record.api_key, record.stream) == (wire, MODEL, "k1", True)
    assert record.turns == (Turn(Role.USER, "Who?"),)
    assert record.body == body_for(wire, prompt="Who?")
    assert record.headers["host"] == "provider"
    assert (record.chunks_sent, record.finished, record.closed_early) == (2, True, False)


async def test_a_client_that_leaves_is_noticed_while_nothing_is_sent(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(stall_after=1))
    async with asked(provider) as reader:
        await reader.readuntil(b'"content":"Hell"')
        assert not (await provider.wait_for_chunks(1)).closed_early
    record = await provider.wait_for_end()
    assert (record.closed_early, record.finished) == (True, False)


async def test_a_client_that_leaves_is_noticed_while_chunks_are_sent(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(flood=True))
    async with asked(provider) as reader:
        await reader.readuntil(b"token99 ")
    assert (await provider.wait_for_end()).closed_early


async def test_a_hold_stops_the_stream_until_it_is_released(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("one", "two", "three")))
    provider.hold(MODEL)
    async with asked(provider) as reader:
        await provider.wait_for_held(MODEL)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK")
        provider.hold(MODEL, at=2)
        await provider.wait_for_held(MODEL)
        assert provider.requests[0].chunks_sent == 2
        sent = await reader.readuntil(b'"two"')
        assert b'"one"' in sent
        provider.release(MODEL)
        assert b'"three"' in await reader.read()


async def test_a_hold_counts_the_streams_that_wait(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("one",)))
    provider.hold(MODEL, at=1)
    async with asked(provider), asked(provider):
        await provider.wait_for_held(MODEL, streams=2)
    await provider.wait_until(lambda: all(record.closed_early for record in provider.requests))


async def test_waiting_for_a_missing_request_times_out(provider: ScriptedProvider) -> None:
    with pytest.raises(TimeoutError):
        await provider.wait_until(lambda: False, timeout=0.01)


async def test_closes_at_once_while_streams_are_open() -> None:
    async with ScriptedProvider(default=Script(stall_after=0)) as provider, asked(provider) as reader:
        record = await provider.wait_for_request()
        await reader.readuntil(b"\r\n\r\n")
        await provider.__aexit__(None, None, None)
        assert await reader.read() == b""
    assert not record.closed_early


@pytest.mark.parametrize("wire", WIRES)
async def test_each_wire_reports_each_failure(provider: ScriptedProvider, wire: str) -> None:
    expected = {
        FailureKind.RATE_LIMITED: (429, 429, 429),
        FailureKind.OVERLOADED: (503, 529, 503),
        FailureKind.BAD_KEY: (401, 401, 400),
        FailureKind.CONTEXT_TOO_LONG: (400, 400, 400),
        FailureKind.FILTERED: (400, 400, 200),
        FailureKind.MODEL_MISSING: (404, 404, 404),
        FailureKind.REFUSED: (400, 400, 400),
    }
    column = ("openai", "anthropic", "google").index(wire)
    for kind, statuses in expected.items():
        provider.script(MODEL, Script(failure=kind))
        said = await answer(provider, wire)
        assert said.status == statuses[column], kind
        assert (b"error" in said.body) == (statuses[column] >= 400)


async def test_a_bare_status_gets_the_body_of_the_wire(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=502, headers={"Retry-After": "7"}))
    said = await answer(provider)
    assert (said.status, said.headers["retry-after"]) == (502, "7")
    assert json.loads(said.body)["error"]["type"] == "server_error"


@pytest.mark.parametrize(
    ("body", "content_type", "seen"),
    [
        ("<html>502 {api_key}</html>", "text/html", b"<html>502 secret-1</html>"),
        ("upstream said {api_key}", "text/plain", b"upstream said secret-1"),
        ({"error": "bad {api_key}"}, "application/json", b'{"error":"bad secret-1"}'),
    ],
)
async def test_an_error_page_may_echo_the_key(
    provider: ScriptedProvider, body: str | dict[str, object], content_type: str, seen: bytes
) -> None:
    provider.script(MODEL, Script(status=401, body=body))
    said = await call(provider, "POST", PATHS["openai"], body_for("openai"), {"Authorization": "Bearer secret-1"})
    assert said.headers["content-type"].startswith(content_type)
    assert said.body == seen


async def test_recovers_after_a_number_of_failures(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=503, fail_times=2))
    assert [(await answer(provider)).status for _ in range(4)] == [503, 503, 200, 200]
    provider.script(MODEL, Script(truncate_after=1, fail_times=1))
    assert [(await answer(provider)).complete for _ in range(2)] == [False, True]


async def test_a_request_that_is_no_json_is_refused(provider: ScriptedProvider) -> None:
    said = await call(provider, "POST", PATHS["openai"], ["not", "an", "object"])
    assert said.status == 400
    assert provider.requests == []


async def test_scripts_can_be_changed_and_requests_read_over_http(provider: ScriptedProvider) -> None:
    changed = await call(provider, "PUT", f"/_scripts/org/{MODEL}", {"chunks": ["from", "outside"]})
    refused = await call(provider, "PUT", f"/_scripts/org/{MODEL}", {"chunk_size": "many"})
    said = await answer(provider, model=f"org/{MODEL}")
    recorded = json.loads((await call(provider, "GET", "/_requests")).body)
    assert (changed.status, refused.status) == (204, 400)
    assert b"outside" in said.body
    assert [(row["model"], row["chunks_sent"]) for row in recorded] == [(f"org/{MODEL}", 2)]
