"""The built-in model, run for real."""

import asyncio
import json
from pathlib import Path

import psutil
import pytest
from tests.polling import pause

from llmbattler.connectors.builtin.embedded import EmbeddedConnector, LlamaServer
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, FinishReason, JsonFormat, Message, Params, Place, TextDelta
from llmbattler.connectors.errors import ContextTooLong, ModelMissing, Overloaded
from llmbattler.connectors.transport import Transport
from llmbattler.connectors.weights import find_weights
from llmbattler.testing import finish_of, text_of
from llmbattler.testing.answers import logprobs_of

PLACE = Place("smollm2")
PARIS = [Message.user("What is the capital of France?")]
CERTAIN = Params(temperature=0, max_tokens=40)


def servers() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "llama_server" in " ".join(child.cmdline())]


async def answer(connector: EmbeddedConnector, messages: list[Message], params: Params = CERTAIN) -> str:
    deltas = [delta async for delta in connector.stream(PLACE, messages, params)]
    assert isinstance(deltas[-1], Finish)
    assert deltas[-1].usage.output_tokens
    return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))


async def test_a_real_answer_through_the_caller(caller: Caller) -> None:
    async with caller.stream("embedded", PLACE, PARIS, CERTAIN) as call:
        said = "".join([delta.text async for delta in call if isinstance(delta, TextDelta)])
    assert "Paris" in said


async def test_one_process_serves_all_calls_and_is_closed(transport: Transport) -> None:
    connector = EmbeddedConnector(transport)
    try:
        said = await asyncio.gather(*(answer(connector, PARIS) for _ in range(4)))
        assert all("Paris" in text for text in said)
        assert len(servers()) == 1
        with pytest.raises(ContextTooLong):
            await answer(connector, [Message.user("word " * 3000)])
    finally:
        await connector.close()
    assert servers() == []


async def test_a_process_that_died_is_started_again(caller: Caller) -> None:
    for _ in range(2):
        async with caller.stream("embedded", PLACE, PARIS, CERTAIN) as call:
            assert [delta async for delta in call]
        [process] = servers()
        process.kill()


async def begin_loading(server: LlamaServer) -> asyncio.Task[str]:
    """Somebody who waits for the model, whose process has begun."""
    waiting = asyncio.create_task(server.address())
    async with asyncio.timeout(30):
        while not servers():
            await pause()
    assert not waiting.done()
    return waiting


async def test_a_cancelled_caller_does_not_stop_the_loading() -> None:
    server = LlamaServer(find_weights())
    first, second = await begin_loading(server), asyncio.create_task(server.address())
    [process] = servers()
    first.cancel()
    await asyncio.wait([first])
    try:
        assert first.cancelled()
        assert (await server.address()).startswith("http://127.0.0.1:")
        assert await second == await server.address()
        assert [living.pid for living in servers()] == [process.pid]
    finally:
        await server.stop()


async def test_stopping_while_it_loads_ends_the_process_and_fails_the_callers() -> None:
    server = LlamaServer(find_weights())
    waiting = await begin_loading(server)
    await server.stop()
    with pytest.raises(Overloaded):
        await waiting
    assert servers() == []


async def test_weights_that_failed_may_be_tried_again(tmp_path: Path) -> None:
    weights = tmp_path / "mended.gguf"
    weights.write_bytes(b"not weights")
    server = LlamaServer(weights)
    with pytest.raises(Overloaded):
        await server.address()
    assert servers() == []
    weights.unlink()
    weights.symlink_to(find_weights())
    try:
        assert (await server.address()).startswith("http://127.0.0.1:")
    finally:
        await server.stop()


async def test_lists_itself_without_starting_anything(transport: Transport) -> None:
    connector = EmbeddedConnector(transport)
    [model] = await connector.list_models(PLACE)
    assert (model.id, model.context_length) == ("smollm2", 2048)
    assert servers() == []


async def test_bad_weights_are_named_errors(transport: Transport, tmp_path: Path) -> None:
    connector = EmbeddedConnector(transport)
    with pytest.raises(ModelMissing):
        await anext(connector.stream(Place("x", str(tmp_path / "none.gguf")), PARIS, CERTAIN))
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"not weights")
    with pytest.raises(Overloaded, match=r"broken\.gguf could not be loaded"):
        await anext(connector.stream(Place("x", str(broken)), PARIS, CERTAIN))
    await connector.close()


SCHEMA = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}


async def test_the_real_server_does_what_the_features_say(transport: Transport) -> None:
    connector = EmbeddedConnector(transport)
    try:
        said = await answer(connector, PARIS, Params(temperature=0, max_tokens=60, response_format=JsonFormat(SCHEMA)))
        assert isinstance(json.loads(said)["answer"], int)
        asked = Params(temperature=0.01, max_tokens=3, n=2, logprobs=True, top_logprobs=2)
        deltas = [delta async for delta in connector.stream(PLACE, PARIS, asked)]
    finally:
        await connector.close()
    assert text_of(deltas, 0)
    assert text_of(deltas, 1)
    assert finish_of(deltas).reasons == (FinishReason.LENGTH, FinishReason.LENGTH)
    assert all(token.logprob <= 0 and len(token.top) == 2 for token in logprobs_of(deltas))
    usage = finish_of(deltas).usage
    assert usage.cached_tokens is not None
    assert (usage.cache_write_tokens, usage.reasoning_tokens) == (None, None)
