"""One call of one model, with retries, a circuit breaker and limits around it.

```python
async with caller.stream("openai", place, messages, params) as call:
    async for delta in call:
        ...
ledger.add(call.attempts, call.first_token_seconds, call.seconds)
```
"""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from .breaker import Breaker, CircuitState
from .contract import Connector, Delta, Finish, ListedModel, Message, Params, Place
from .errors import CircuitOpen, ConnectorError, TimedOut, UnsupportedParameter
from .features import check_params
from .guard import Limits, guard_stream
from .registry import Registry
from .retry import RetryBudget, RetryRules, wait_before_retry

LIST_SECONDS = 15.0
NEGLIGIBLE_SECONDS = 0.01


class Call:
    """One running call. Iterate it once; leaving its `async with` early closes the connection."""

    def __init__(self, deltas: Callable[["Call"], AsyncGenerator[Delta, None]]) -> None:
        self.attempts = 0
        self.first_token_seconds: float | None = None
        """Measured from the start of the attempt that answered; waits before retries do not count."""
        self.seconds: float | None = None
        """The duration of that attempt."""
        self.finish: Finish | None = None
        self.error: ConnectorError | None = None
        self._deltas = deltas(self)

    def __aiter__(self) -> AsyncIterator[Delta]:
        return self._deltas

    async def aclose(self) -> None:
        await self._deltas.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


@dataclass(frozen=True, slots=True)
class _Endpoint:
    """The state of one model at one address."""

    breaker: Breaker
    budget: RetryBudget


class Caller:
    """Calls models by the name of their connector. One for the process."""

    def __init__(
        self,
        registry: Registry,
        *,
        retry: RetryRules | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._registry = registry
        self._retry = retry or RetryRules()
        self._clock = clock
        self._sleep = sleep
        self._jitter = jitter
        self._endpoints: dict[tuple[str, str, str], _Endpoint] = {}

    def stream(
        self,
        connector: str,
        place: Place,
        messages: Sequence[Message],
        params: Params | None = None,
        limits: Limits | None = None,
    ) -> Call:
        """Answer the messages. The first-token limit and the total limit hold for all attempts together."""
        return Call(partial(self._run, connector, place, messages, params or Params(), limits or Limits()))

    async def list_models(self, connector: str, place: Place) -> Sequence[ListedModel]:
        """List what a place offers; also used as a light health probe."""
        try:
            async with asyncio.timeout(LIST_SECONDS):
                return await self._registry.get(connector).list_models(place)
        except TimeoutError:
            raise TimedOut from None

    def state(self, connector: str, place: Place) -> CircuitState:
        """Whether this model's circuit is closed, open or half open."""
        return self._endpoint(connector, place).breaker.state

    async def _run(
        self, connector: str, place: Place, messages: Sequence[Message], params: Params, limits: Limits, call: Call
    ) -> AsyncGenerator[Delta, None]:
        wire = self._registry.get(connector)
        _check(call, params, wire, connector)
        endpoint = self._endpoint(connector, place)
        endpoint.budget.earn()
        begun = self._clock()
        wait: float | None = 0.0
        while wait is not None:
            await self._admit(endpoint.breaker, call, wait)
            attempt = _Attempt(call, endpoint.breaker, self._clock)
            left = _reduce(limits, self._clock() - begun)
            deltas = guard_stream(wire.stream(place, messages, params), left, params.n)
            try:
                async for delta in deltas:
                    if call.first_token_seconds is None:
                        attempt.answered()
                    yield delta
                attempt.succeeded(delta)
                wait = None
            except ConnectorError as error:
                attempt.failed(error)
                wait = self._wait(call, endpoint.budget, error, limits.first_token - (self._clock() - begun))
                if wait is None:
                    raise
            finally:
                attempt.ended()
                await deltas.aclose()

    async def _admit(self, breaker: Breaker, call: Call, wait: float) -> None:
        """Wait as asked, and also for a short cooldown that the provider asked for."""
        cooldown = breaker.cooldown
        if 0 < cooldown <= self._retry.longest_wait:
            wait = max(wait, cooldown + self._jitter() * self._retry.first_wait)
        if wait:
            await self._sleep(wait)
        try:
            breaker.admit()
        except CircuitOpen as closed:
            # After a failed attempt, its own error says more than "the circuit is open".
            call.error = call.error or closed
            raise call.error from None

    def _wait(self, call: Call, budget: RetryBudget, error: ConnectorError, left: float) -> float | None:
        if call.first_token_seconds is not None:
            # Text of a second attempt must never follow text of the first.
            return None
        wait = wait_before_retry(error, call.attempts, self._jitter, self._retry)
        if wait is None or wait >= left or not budget.spend():
            return None
        return wait

    def _endpoint(self, connector: str, place: Place) -> _Endpoint:
        parts = urlsplit(place.base_url)
        key = (connector, f"{parts.scheme}://{parts.netloc}" if parts.netloc else place.base_url, place.model)
        if key not in self._endpoints:
            self._endpoints[key] = _Endpoint(Breaker(self._clock), RetryBudget(self._clock, self._retry))
        return self._endpoints[key]


def _check(call: Call, params: Params, wire: Connector, name: str) -> None:
    try:
        check_params(params, wire, name)
    except UnsupportedParameter as error:
        call.error = error
        raise


class _Attempt:
    """Reports the outcome of one attempt to the breaker and the call, exactly once."""

    def __init__(self, call: Call, breaker: Breaker, clock: Callable[[], float]) -> None:
        self._call = call
        self._breaker = breaker
        self._clock = clock
        self._started = clock()
        self._settled = False
        call.attempts += 1

    def answered(self) -> None:
        self._call.first_token_seconds = self._clock() - self._started
        self._breaker.answered()

    def succeeded(self, last: Delta) -> None:
        self._settled = True
        self._call.error = None
        self._call.finish = last if isinstance(last, Finish) else None
        self._breaker.succeeded()

    def failed(self, error: ConnectorError) -> None:
        self._settled = True
        self._call.error = error
        self._breaker.failed(error)

    def ended(self) -> None:
        self._call.seconds = self._clock() - self._started
        if not self._settled:
            self._breaker.abandoned()


def _reduce(limits: Limits, spent: float) -> Limits:
    if spent < NEGLIGIBLE_SECONDS:
        return limits
    return replace(limits, first_token=limits.first_token - spent, total=limits.total - spent)
