"""Leave out sampling parameters that a model rejects, and ask it again without them.

Newer models of OpenAI and Anthropic reject a temperature, Mistral rejects a seed, and a benchmark suite sets such
parameters for all models alike. Which models do so changes every month, so it is learned from their errors.

Only hints are left out. Tools, `tool_choice`, `response_format`, `n`, `logprobs` and the reasoning effort are part of
what was asked, so a model that rejects one of them fails the call.
"""

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from llmbattler.core.logs import get_logger

from .contract import Delta, Params, Place
from .errors import Refused

# "stop" is also an English word, so only a quoted one is the parameter.
HINTS = {
    "temperature": re.compile(r"\btemperature\b"),
    "top_p": re.compile(r"\btop_p\b"),
    "seed": re.compile(r"\bseed\b"),
    "stop": re.compile(r"""['"`]stop['"`]"""),
}
REJECTED = re.compile(
    r"unsupported|not support|deprecated|not permitted|not allowed|forbidden|unrecognized|may only be set to 1"
)
EXCLUSIVE = re.compile(r"cannot both be|can't both be|only one of")
BOTH = "temperature and top_p together"
"""The model takes either of the two; the temperature is kept, since people set it on purpose."""
OLD_LIMIT, NEW_LIMIT = "max_tokens", "max_completion_tokens"
OUTPUT_LIMIT = re.compile(r"max_tokens: \d+ > (\d+)")
NO_MORE_THAN = "more tokens than "
"""The default limit of a wire that requires one is too high for this model."""

_log = get_logger(__name__)


class RejectedParams:
    """What the models of one connector have rejected so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], frozenset[str]] = {}

    async def stream(
        self, place: Place, params: Params, ask: Callable[[Params], AsyncGenerator[Delta, None]]
    ) -> AsyncGenerator[Delta, None]:
        """Ask without what this model is known to reject, and again if it rejects something new."""
        # What a model accepts may depend on other parameters: without reasoning some accept a temperature.
        key = (place.base_url, place.model, repr((params.reasoning_effort, params.extra)))
        dropped = self._known.get(key, frozenset())
        while True:
            asked, started = drop_params(params, dropped), False
            try:
                async with aclosing(ask(asked)) as deltas:
                    async for delta in deltas:
                        if not started:
                            self._remember(key, dropped)
                        started = True
                        yield delta
            except Refused as error:
                rejected = find_rejected(error.detail, asked)
                if started or not rejected:
                    raise
                dropped |= rejected
            else:
                return

    def _remember(self, key: tuple[str, str, str], dropped: frozenset[str]) -> None:
        """Called after an answer only: an error may name a parameter and mean something else."""
        known = self._known.get(key, frozenset())
        if dropped - known:
            self._known[key] = known | dropped
            _log.info("parameters that a model rejects are left out", model=key[1], rejected=sorted(dropped - known))


def find_rejected(said: str, asked: Params) -> frozenset[str]:
    """The hints of a request that an error message rejects."""
    said = said.lower()
    sent = {name for name in HINTS if getattr(asked, name) not in (None, ())}
    named = {name for name in sent if HINTS[name].search(said)}
    if asked.max_tokens is None and (limit := OUTPUT_LIMIT.search(said)):
        return frozenset({f"{NO_MORE_THAN}{limit[1]}"})
    if EXCLUSIVE.search(said):
        return frozenset({BOTH} if named >= {"temperature", "top_p"} else ())
    if not REJECTED.search(said):
        return frozenset()
    if asked.max_tokens is not None and OLD_LIMIT in said and NEW_LIMIT in said:
        named.add(OLD_LIMIT)
    return frozenset(named)


def drop_params(params: Params, names: frozenset[str]) -> Params:
    """The same parameters without these; `max_tokens` is sent under its newer name instead."""
    if not names:
        return params
    if OLD_LIMIT in names:
        params = replace(params, max_tokens=None, extra={NEW_LIMIT: params.max_tokens, **params.extra})
    if params.max_tokens is None and (limits := [name for name in names if name.startswith(NO_MORE_THAN)]):
        params = replace(params, max_tokens=min(int(name.removeprefix(NO_MORE_THAN)) for name in limits))
    return replace(
        params,
        temperature=None if "temperature" in names else params.temperature,
        top_p=None if "top_p" in names or (BOTH in names and params.temperature is not None) else params.top_p,
        seed=None if "seed" in names else params.seed,
        stop=() if "stop" in names else params.stop,
    )
