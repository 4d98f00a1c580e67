"""H20–H22 of the listed cases: errors of model servers that must never pass for an answer."""

import tomllib
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import RawClient
from tests.connectors.callers import ASK, WIRES, place, read, text_of

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, Params
from llmbattler.connectors.errors import BrokenStream, ConnectorError
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.retry import RetryRules
from llmbattler.connectors.transport import Transport, open_transport
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider

HALF = {
    "openai": b'data: {"id":"x","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Half"}}]}\n\n',
    "anthropic": (
        b'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":1}}}\n\n'
        b'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,'
        b'"delta":{"type":"text_delta","text":"Half"}}\n\n'
    ),
    "google": b'data: {"candidates":[{"index":0,"content":{"parts":[{"text":"Half"}]}}]}\n\n',
}


class Form(TypedDict):
    """One way in which a server reports an error; the data file explains the fields."""

    what: str
    source: str
    kind: str
    body: str
    status: NotRequired[int]
    type: NotRequired[str]
    whole: NotRequired[bool]


class Server(TypedDict):
    wire: str
    forms: list[Form]


FORMS: dict[str, Server] = tomllib.loads((Path(__file__).parents[1] / "connectors/data/error_forms.toml").read_text())


@pytest.fixture
async def transport() -> AsyncIterator[Transport]:
    transport = open_transport(connect_timeout=2.0, tick_seconds=0.001)
    yield transport
    await transport.close()


@pytest.fixture
async def caller(transport: Transport) -> AsyncIterator[Caller]:
    registry = Registry(transport)
    yield Caller(registry, retry=RetryRules(retries=0))
    await registry.close()


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider


def script(form: Form, wire: str) -> Script:
    if "status" in form:
        return Script(status=form["status"], body=form["body"], content_type=form.get("type", "application/json"))
    half = b"" if form.get("whole") else HALF[wire]
    return Script(garbage=half + form["body"].encode(), content_type=form.get("type", ""))


@pytest.mark.parametrize("server", FORMS)
async def test_h20_every_error_of_a_known_server_has_its_name(
    caller: Caller, provider: ScriptedProvider, server: str
) -> None:
    wire, wrong = FORMS[server]["wire"], {}
    for number, form in enumerate(FORMS[server]["forms"]):
        # Every form has a model of its own, so that no circuit breaker opens.
        model = f"m{number}"
        provider.script(model, script(form, wire))
        try:
            found = text_of(await read(caller.stream(wire, place(provider, wire, model), ASK)))
        except ConnectorError as error:
            found = error.kind.value
        if found != form["kind"]:
            wrong[form["what"]] = found
    assert not wrong


async def test_h20_half_an_answer_cannot_be_voted_on(
    site: str, resources: Resources, provider: ScriptedProvider
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    error = b'data: {"object":"error","message":"EngineCore died","type":"InternalServerError","code":500}\n\n'
    provider.script(ALPHA, Script(garbage=HALF["openai"] + error + b"data: [DONE]\n\n"))
    provider.script(BETA, Script())
    client = RawClient(site)
    battle = await client.battle()
    assert battle.events[-1][0] == "void"
    assert (await client.vote(battle.battle_id)).status == HTTPStatus.CONFLICT


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "LANGUAGE"])
async def test_h20_a_filter_of_google_ends_the_answer_with_its_name(
    caller: Caller, provider: ScriptedProvider, reason: str
) -> None:
    end = b'data: {"candidates":[{"finishReason":"%s","index":0}]}\n\n' % reason.encode()
    provider.script("m", Script(garbage=HALF["google"] + end))
    *_, finish = await read(caller.stream("google", place(provider, "google", "m"), ASK))
    assert isinstance(finish, Finish)
    assert finish.reason == "filtered"


@pytest.mark.parametrize("wire", WIRES)
async def test_h21_a_stream_without_an_end_is_no_answer(caller: Caller, provider: ScriptedProvider, wire: str) -> None:
    cut = (
        Script(garbage=HALF[wire]),
        Script(garbage=HALF[wire] + b"\n: bye\n\n"),
        Script(garbage=HALF[wire] + b'data: {"error":{"mess'),
        Script(text="Half an answer", omit=frozenset({"finish", "done"})),
        Script(text="Half an answer", truncate_after=2),
        Script(text="Half an answer", truncate_after=2, cut_abruptly=True),
    )
    for number, one in enumerate(cut):
        provider.script(f"m{number}", one)
        with pytest.raises(BrokenStream):
            await read(caller.stream(wire, place(provider, wire, f"m{number}"), ASK))


@pytest.mark.parametrize("logprobs", [False, True])
async def test_h22_choices_that_nobody_asked_for_are_not_part_of_the_answer(
    caller: Caller, provider: ScriptedProvider, *, logprobs: bool
) -> None:
    body = b"".join(
        b'data: {"choices":[{"index":%d,"delta":{"content":"%s"},"finish_reason":%s}]}\n\n' % choice
        for choice in [
            (1, b"wrong ", b"null"),
            (0, b"The ", b"null"),
            (2, b"wrong", b'"error"'),
            (0, b"answer", b'"stop"'),
        ]
    )
    provider.script("m", Script(garbage=body + b"data: [DONE]\n\n"))
    deltas = await read(caller.stream("openai", place(provider, model="m"), ASK, Params(logprobs=logprobs)))
    assert text_of(deltas) == "The answer"
    assert deltas[-1].reasons == ()  # type: ignore[union-attr]


async def test_h22_candidates_that_nobody_asked_for_are_not_part_of_the_answer(
    caller: Caller, provider: ScriptedProvider
) -> None:
    candidates = b",".join(
        b'{"index":%d,"content":{"parts":[{"text":"%s"}]},"finishReason":"STOP"}' % one
        for one in [(1, b"wrong"), (0, b"The answer")]
    )
    provider.script("m", Script(garbage=b'data: {"candidates":[' + candidates + b"]}\n\n"))
    assert text_of(await read(caller.stream("google", place(provider, "google", "m"), ASK))) == "The answer"
