"""The most that a call can cost, worked out before it is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from llmbattler.connectors.contract import Image, Message, ToolCall, ToolResult, Usage

from ..offers import OfferedModel
from ..prices import cost_in_micro_usd

ASSUMED_TOKENS = 4_096
ASSUMED_REASONING_TOKENS = 16_384
"""Of models whose longest answer nobody set; one that gets longer passes the limit by the difference."""
IMAGE_TOKENS = 3_000
MESSAGE_TOKENS = 16
"""For what providers put around each message."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How much a model is given to read."""

    tokens: int

    @classmethod
    def of_texts(cls, texts: Sequence[str], images: int = 0) -> "Reading":
        # No tokenizer makes more tokens than there are bytes.
        written = sum(len(text.encode("utf-8", "surrogatepass")) + MESSAGE_TOKENS for text in texts)
        return cls(written + images * IMAGE_TOKENS)

    @classmethod
    def of_messages(cls, messages: Sequence[Message]) -> "Reading":
        parts = [part for message in messages for part in message.parts]
        tools = [part.arguments for part in parts if isinstance(part, ToolCall)]
        tools += [part.text for part in parts if isinstance(part, ToolResult)]
        images = sum(isinstance(part, Image) for part in parts)
        return cls.of_texts([*(message.text for message in messages), *tools], images)


def costs_money(model: OfferedModel) -> bool:
    """False where a model is free or its price is unknown: it costs nothing here, and no budget stops it."""
    return model.price is not None and (model.price.input > 0 or model.price.output > 0)


def most_it_costs(model: OfferedModel, reading: Reading, max_tokens: int | None) -> int:
    """Give the most that an answer costs in millionths of a dollar; 0 where the price is unknown."""
    if model.price is None or not costs_money(model):
        return 0
    into = reading.tokens + Reading.of_texts([model.system_prompt] if model.system_prompt else []).tokens
    out = max_tokens or (ASSUMED_REASONING_TOKENS if model.abilities.reasoning else ASSUMED_TOKENS)
    if model.context_length is not None:
        into, out = min(into, model.context_length), min(out, model.context_length)
    # By the site's own price, and by the list where that knows dearer long input.
    plain = (model.price.input * into + model.price.output * out).quantize(Decimal(1), ROUND_CEILING)
    return max(int(plain), cost_in_micro_usd(model.price, model.address, Usage(into, out)) or 0)
