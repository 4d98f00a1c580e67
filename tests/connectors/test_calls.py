import asyncio

import pytest
from tests.connectors.callers import FakeSleep, read

from llmbattler.connectors.breaker import CircuitState
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Finish, Message, Place, TextDelta
from llmbattler.connectors.errors import (
    BadKey,
    BrokenStream,
    CircuitOpen,
    ConnectorError,
    FailureKind,
    Overloaded,
    RateLimited,
    Refused,
    TimedOut,
)
from llmbattler.connectors.guard import Limits
from llmbattler.connectors.registry import Registry
from llmbattler.testing import Script, ScriptedProvider

MODEL = "scripted"
ASK = [Message.user("Hello?")]


@pytest.fixture
def fake_sleep() -> FakeSleep:
    return FakeSleep()


@pytest.fixture
def caller(registry: Registry, fake_sleep: FakeSleep) -> Caller:
    return Caller(registry, sleep=fake_sleep, clock=fake_sleep.clock, jitter=lambda: 0.5)


@pytest.fixture
def place(provider: ScriptedProvider) -> Place:
    return Place(MODEL, provider.openai_url)


async def test_measures_attempts_and_times(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(text="Hello."))
    async with caller.stream("openai", place, ASK) as call:
        text = "".join([delta.text async for delta in call if isinstance(delta, TextDelta)])
    assert (text, call.attempts, call.error) == ("Hello.", 1, None)
    assert isinstance(call.finish, Finish)
    assert call.first_token_seconds is not None
    assert call.seconds is not None
    assert 0 < call.first_token_seconds <= call.seconds


async def test_a_retry_succeeds(
    caller: Caller, provider: ScriptedProvider, place: Place, fake_sleep: FakeSleep
) -> None:
    provider.script(MODEL, Script(failure=FailureKind.OVERLOADED, fail_times=2))
    async with caller.stream("openai", place, ASK) as call:
        assert [delta async for delta in call]
    assert (call.attempts, call.error) == (3, None)
    assert fake_sleep.waits == [0.25, 0.5]


async def test_gives_up_after_two_retries(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(failure=FailureKind.OVERLOADED))
    call = caller.stream("openai", place, ASK)
    with pytest.raises(Overloaded):
        await read(call)
    assert call.attempts == len(provider.requests) == 3
    assert isinstance(call.error, Overloaded)


async def test_no_retry_after_the_first_delta(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(chunks=("half", "rest"), truncate_after=1))
    call = caller.stream("openai", place, ASK)
    with pytest.raises(BrokenStream):
        await read(call)
    assert (call.attempts, len(provider.requests)) == (1, 1)
    assert call.finish is None


async def test_a_bad_key_is_not_retried(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(failure=FailureKind.BAD_KEY))
    with pytest.raises(BadKey):
        await read(caller.stream("openai", place, ASK))
    assert len(provider.requests) == 1
    assert caller.state("openai", place) is CircuitState.CLOSED


async def test_waits_as_long_as_the_provider_asks(
    caller: Caller, provider: ScriptedProvider, place: Place, fake_sleep: FakeSleep
) -> None:
    provider.script(MODEL, Script(status=429, headers={"Retry-After": "0.01"}, fail_times=1))
    await read(caller.stream("openai", place, ASK))
    assert fake_sleep.waits[0] == pytest.approx(0.26)


async def test_a_long_retry_after_fails_at_once(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(status=429, headers={"Retry-After": "3600"}))
    with pytest.raises(RateLimited):
        await read(caller.stream("openai", place, ASK))
    other = caller.stream("openai", place, ASK)
    with pytest.raises(CircuitOpen) as caught:
        await read(other)
    assert caught.value.retry_after is not None
    assert 0 < caught.value.retry_after <= 300
    assert (len(provider.requests), other.attempts) == (1, 0)
    assert other.error is caught.value


async def test_an_open_circuit_concerns_one_endpoint_only(
    caller: Caller, provider: ScriptedProvider, place: Place
) -> None:
    provider.script(MODEL, Script(failure=FailureKind.OVERLOADED))
    provider.script("healthy", Script())
    while caller.state("openai", place) is CircuitState.CLOSED:
        with pytest.raises(Overloaded):
            await read(caller.stream("openai", place, ASK))
    asked = len(provider.requests)
    assert asked <= 10
    with pytest.raises(CircuitOpen):
        await read(caller.stream("openai", place, ASK))
    assert len(provider.requests) == asked
    await read(caller.stream("openai", Place("healthy", provider.openai_url), ASK))


async def test_the_first_token_limit_holds_for_all_attempts_together(
    registry: Registry, provider: ScriptedProvider, place: Place
) -> None:
    provider.script(MODEL, Script(stall_after=0))
    call = Caller(registry, jitter=lambda: 1.0).stream("openai", place, ASK, limits=Limits(first_token=0.2))
    with pytest.raises(TimedOut):
        await read(call)
    assert call.attempts == 1


async def test_leaving_closes_the_connection(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(chunks=("one", "two"), stall_after=1))
    async with caller.stream("openai", place, ASK) as call:
        async for _ in call:
            break
    record = await provider.wait_for_end()
    assert record.closed_early
    assert call.finish is None


async def test_cancelling_closes_the_connection(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script(stall_after=1))
    task = asyncio.create_task(read(caller.stream("openai", place, ASK)))
    await provider.wait_for_chunks(1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await provider.wait_for_end()).closed_early


async def test_an_unknown_connector_is_a_named_error(caller: Caller, place: Place) -> None:
    with pytest.raises(Refused, match="No plug-in named 'nonsense'"):
        await read(caller.stream("nonsense", place, ASK))
    with pytest.raises(ConnectorError):
        await caller.list_models("nonsense", place)


async def test_lists_models(caller: Caller, provider: ScriptedProvider, place: Place) -> None:
    provider.script(MODEL, Script())
    assert [model.id for model in await caller.list_models("openai", place)] == [MODEL]
