"""A model that repeats your last message, word by word."""

import re
from collections.abc import AsyncIterator, Sequence

from llmbattler.connectors.contract import (
    Delta,
    Features,
    Finish,
    FinishReason,
    ListedModel,
    Message,
    Params,
    Place,
    TextDelta,
    Usage,
)
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.transport import Transport

WORD = re.compile(r"\s*\S+|\s+")


class EchoConnector:
    features = Features()
    """No optional parameters; a caller that asks for one gets `UnsupportedParameter`."""

    def __init__(self, transport: Transport) -> None:
        """Every connector gets the shared HTTP client; this one does not need it."""

    async def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        if place.model != "echo":
            raise ModelMissing(f"There is only 'echo', not {place.model!r}.")
        words = WORD.findall(messages[-1].text)
        said = words[: params.max_tokens]
        for word in said:
            yield TextDelta(word)
        reason = FinishReason.STOP if said == words else FinishReason.LENGTH
        yield Finish(reason, Usage(input_tokens=len(words), output_tokens=len(said)))

    async def list_models(self, _: Place) -> Sequence[ListedModel]:
        return [ListedModel("echo", name="Echo", organization="Examples")]

    async def close(self) -> None:
        """It opens nothing."""
