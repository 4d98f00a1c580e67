"""Models that fail now and then, each in its own way, behind one scripted provider."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from tests.cases.chaos_visitors import CHANCE, write_answer

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider
from llmbattler.testing.records import RecordedRequest

MODELS = [f"chaos-{name}" for name in ("amber", "basil", "cedar", "daisy", "ember", "fjord")]
FAULT_SECONDS = (0.3, 6)
BETWEEN_SECONDS = (0.5, 3)
KEPT_REQUESTS = 1000


def reply(request: RecordedRequest) -> str:
    """Questions of the benchmark start with "Say"; the right answer repeats them."""
    asked = request.last_user_text
    return asked if asked.startswith("Say ") else write_answer(asked)


HEALTHY = Script(reply=reply, chunk_size=12, chunk_delay=0.05, header_delay=0.3)
FAULTS: dict[str, Callable[[], Script]] = {
    "429": lambda: replace(HEALTHY, failure=FailureKind.RATE_LIMITED, headers={"Retry-After": "1"}),
    "500": lambda: replace(HEALTHY, status=500),
    "closed in the middle": lambda: replace(HEALTHY, truncate_after=CHANCE.randint(0, 4)),
    "reset in the middle": lambda: replace(HEALTHY, truncate_after=CHANCE.randint(1, 4), cut_abruptly=True),
    "error in the middle": lambda: replace(HEALTHY, error_after=CHANCE.randint(0, 4)),
    "silent in the middle": lambda: replace(HEALTHY, stall_after=CHANCE.randint(0, 4)),
    "slow": lambda: replace(HEALTHY, header_delay=2, chunk_size=4, chunk_delay=0.2),
    "malformed events": lambda: replace(HEALTHY, garbage=b'data: {"choices": [{"delta": {"cont\n\ndata: }{\n\n'),
    "not HTTP": lambda: replace(HEALTHY, raw=b"\x16\x03\x01\x02garbage\r\n\r\n"),
}


def offer_models(provider: ScriptedProvider) -> None:
    for model in MODELS:
        provider.script(model, HEALTHY)


async def fail_at_random(provider: ScriptedProvider, faults: Counter[str]) -> None:
    """Let one model fail for a moment, again and again, until cancelled. Then all are healthy."""
    try:
        while True:
            await asyncio.sleep(CHANCE.uniform(*BETWEEN_SECONDS))
            name, model = CHANCE.choice(list(FAULTS)), CHANCE.choice(MODELS)
            provider.script(model, FAULTS[name]())
            faults[name] += 1
            await asyncio.sleep(CHANCE.uniform(*FAULT_SECONDS))
            provider.script(model, HEALTHY)
            del provider.requests[:-KEPT_REQUESTS]
    finally:
        offer_models(provider)
