"""The maximum cost of a call, computed before it is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from llmbattler.connectors.contract import Image, Message, ToolCall, ToolResult, Usage

from ..offers import OfferedModel
from ..prices import cost_in_micro_usd

ASSUMED_TOKENS = 4_096
ASSUMED_REASONING_TOKENS = 16_384
"""For models without a maximum answer length; a longer answer exceeds the limit by the difference."""
IMAGE_TOKENS = 3_000
MESSAGE_TOKENS = 16
"""For what providers add around each message."""


@dataclass(frozen=True, slots=True)
class PromptSize:
    """An upper bound of the input tokens of a call."""

    tokens: int

    @classmethod
    def of_texts(cls, texts: Sequence[str], images: int = 0) -> "PromptSize":
        # No tokenizer makes more tokens than there are bytes.
        written = sum(len(text.encode("utf-8", "surrogatepass")) + MESSAGE_TOKENS for text in texts)
        return cls(written + images * IMAGE_TOKENS)

    @classmethod
    def of_messages(cls, messages: Sequence[Message]) -> "PromptSize":
        parts = [part for message in messages for part in message.parts]
        tools = [part.arguments for part in parts if isinstance(part, ToolCall)]
        tools += [part.text for part in parts if isinstance(part, ToolResult)]
        images = sum(isinstance(part, Image) for part in parts)
        return cls.of_texts([*(message.text for message in messages), *tools], images)


def costs_money(model: OfferedModel) -> bool:
    """Return False for a free model and for one whose price is unknown; no budget limits either."""
    return model.price is not None and (model.price.input > 0 or model.price.output > 0)


def estimate_max_cost(model: OfferedModel, prompt: PromptSize, max_tokens: int | None) -> int:
    """Return the most that an answer can cost in micro-dollars; 0 when the price is unknown."""
    if model.price is None or not costs_money(model):
        return 0
    into = prompt.tokens + PromptSize.of_texts([model.system_prompt] if model.system_prompt else []).tokens
    out = max_tokens or (ASSUMED_REASONING_TOKENS if model.abilities.reasoning else ASSUMED_TOKENS)
    if model.context_length is not None:
        into, out = min(into, model.context_length), min(out, model.context_length)
    # The larger of the stored price and the price list, which may charge more for long input.
    plain = (model.price.input * into + model.price.output * out).quantize(Decimal(1), ROUND_CEILING)
    return max(int(plain), cost_in_micro_usd(model.price, model.address, Usage(into, out)) or 0)
