"""Parameters that a model refuses: asked again without them, it answers.

Newer models of OpenAI and Anthropic know no temperature, Mistral knows no seed, and a suite of a benchmark sets
such things for all models alike. Which models these are changes every month, so it is learned from what they say.
"""

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from llmbattler.core.logs import get_logger

from .contract import Delta, Params, Place
from .errors import Refused

# "Stop" is also a word of plain English, so only a quoted one is the parameter.
NAMES = {
    "temperature": re.compile(r"\btemperature\b"),
    "top_p": re.compile(r"\btop_p\b"),
    "seed": re.compile(r"\bseed\b"),
    "stop": re.compile(r"""['"`]stop['"`]"""),
}
REFUSING = re.compile(r"unsupported|not support|deprecated|not permitted|not allowed|forbidden|unrecognized")
TOGETHER = re.compile(r"cannot both be|can't both be|only one of")
BOTH = "temperature and top_p together"
"""Either of the two would do; of them the temperature is what people set on purpose."""
OLD_LIMIT, NEW_LIMIT = "max_tokens", "max_completion_tokens"
LONGEST = re.compile(r"max_tokens: \d+ > (\d+)")
NO_MORE_THAN = "more tokens than "
"""A limit of ours, on a wire that wants one, was too high for this model."""

_log = get_logger(__name__)


class RejectedParams:
    """What the models of one wire have refused so far; one object for each connector."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], frozenset[str]] = {}

    async def stream(
        self, place: Place, params: Params, ask: Callable[[Params], AsyncGenerator[Delta, None]]
    ) -> AsyncGenerator[Delta, None]:
        """Ask without what this model is known to refuse, and once more where it refuses something new."""
        # What a model takes may depend on how it is set up: without reasoning some know a temperature.
        key = (place.base_url, place.model, repr(params.extra))
        left_out = self._known.get(key, frozenset())
        while True:
            asked, spoke = drop_params(params, left_out), False
            try:
                async with aclosing(ask(asked)) as deltas:
                    async for delta in deltas:
                        if not spoke:
                            self._remember(key, left_out)
                        spoke = True
                        yield delta
            except Refused as error:
                refused = find_rejected(error.detail, asked)
                if spoke or not refused:
                    raise
                left_out |= refused
            else:
                return

    def _remember(self, key: tuple[str, str, str], left_out: frozenset[str]) -> None:
        """Only what helped: an error may name a parameter and mean something else."""
        known = self._known.get(key, frozenset())
        if left_out - known:
            self._known[key] = known | left_out
            _log.info("a model is asked without what it refuses", model=key[1], refused=sorted(left_out - known))


def find_rejected(said: str, asked: Params) -> frozenset[str]:
    """The parameters of a request that an error says this model does not take."""
    said = said.lower()
    sent = {name for name in NAMES if getattr(asked, name) not in (None, ())}
    named = {name for name in sent if NAMES[name].search(said)}
    if asked.max_tokens is None and (longest := LONGEST.search(said)):
        return frozenset({f"{NO_MORE_THAN}{longest[1]}"})
    if TOGETHER.search(said):
        return frozenset({BOTH} if named >= {"temperature", "top_p"} else ())
    if not REFUSING.search(said):
        return frozenset()
    if asked.max_tokens is not None and OLD_LIMIT in said and NEW_LIMIT in said:
        named.add(OLD_LIMIT)
    return frozenset(named)


def drop_params(params: Params, names: frozenset[str]) -> Params:
    """The same parameters without these; the longest answer keeps its limit under its newer name."""
    if OLD_LIMIT in names:
        params = replace(params, max_tokens=None, extra={NEW_LIMIT: params.max_tokens, **params.extra})
    if params.max_tokens is None and (longest := [name for name in names if name.startswith(NO_MORE_THAN)]):
        params = replace(params, max_tokens=min(int(name.removeprefix(NO_MORE_THAN)) for name in longest))
    return replace(
        params,
        temperature=None if "temperature" in names else params.temperature,
        top_p=None if "top_p" in names or (BOTH in names and params.temperature is not None) else params.top_p,
        seed=None if "seed" in names else params.seed,
        stop=() if "stop" in names else params.stop,
    )
