"""The twelve simulated models of the demonstration. Their true strength is known, so boards can be checked."""

from dataclasses import dataclass
from enum import StrEnum


class AnswerStyle(StrEnum):
    """How a model formats its answers."""

    PLAIN = "plain"
    ORNATE = "ornate"
    """Headings, lists and bold."""
    BRIEF = "brief"
    CHATTY = "chatty"


@dataclass(frozen=True, slots=True)
class DemoModel:
    model_id: str
    name: str
    organization: str
    license: str
    rating: float
    """The true rating, on the scale of the leaderboard."""
    input_price: float
    output_price: float
    """USD per million tokens."""
    words_per_second: float
    style: AnswerStyle
    description: str
    context_length: int = 128_000
    joined: float = 0.0
    """When it joined, as a share of the time that the demonstration covers."""


DEMO_MODELS: tuple[DemoModel, ...] = (
    DemoModel(
        "aurora-9-large", "Aurora 9 Large", "Northlight Labs", "Proprietary", 1190, 5, 20, 40, AnswerStyle.ORNATE,
        "The largest of its family: thorough and expensive.", 400_000,
    ),
    DemoModel(
        "kestrel-3-pro", "Kestrel 3 Pro", "Windhover", "Proprietary", 1150, 2.5, 10, 55, AnswerStyle.PLAIN,
        "A newcomer in second place.", 256_000, 0.3,
    ),
    DemoModel(
        "tundra-72b", "Tundra 72B", "Permafrost Collective", "Apache-2.0", 1115, 0.6, 0.9, 35, AnswerStyle.PLAIN,
        "The best with open weights.", 131_072,
    ),
    DemoModel(
        "aurora-9-mini", "Aurora 9 Mini", "Northlight Labs", "Proprietary", 1080, 0.4, 1.6, 90, AnswerStyle.ORNATE,
        "Nearly as good as its larger sibling for a tenth of the price.", 400_000, 0.55,
    ),
    DemoModel(
        "maple-2", "Maple 2", "Sugarbush", "Proprietary", 1055, 10, 40, 25, AnswerStyle.CHATTY,
        "The most expensive of all, and not the best.", 200_000,
    ),
    DemoModel(
        "kestrel-3-flash", "Kestrel 3 Flash", "Windhover", "Proprietary", 1030, 0.1, 0.4, 140, AnswerStyle.BRIEF,
        "Small, fast and cheap.", 256_000,
    ),
    DemoModel(
        "basalt-34b", "Basalt 34B", "Quarry Research", "MIT", 995, 0.3, 0.3, 50, AnswerStyle.PLAIN,
        "A solid mid-range open model.", 65_536,
    ),
    DemoModel(
        "ginkgo-chat", "Ginkgo Chat", "Old Tree Software", "Proprietary", 970, 1, 3, 60, AnswerStyle.CHATTY,
        "Friendly, and a little long-winded.", 32_768,
    ),
    DemoModel(
        "tundra-8b", "Tundra 8B", "Permafrost Collective", "Apache-2.0", 930, 0.05, 0.08, 110, AnswerStyle.PLAIN,
        "Runs on a good laptop.", 131_072,
    ),
    DemoModel(
        "maple-2-express", "Maple 2 Express", "Sugarbush", "Proprietary", 895, 2, 8, 80, AnswerStyle.CHATTY,
        "More expensive than it should be.", 64_000,
    ),
    DemoModel(
        "pebble-3b", "Pebble 3B", "Quarry Research", "MIT", 830, 0.02, 0.03, 150, AnswerStyle.BRIEF,
        "For very small machines.", 16_384,
    ),
    DemoModel(
        "lantern-1b", "Lantern 1B", "Firefly University", "CC-BY-4.0", 760, 0.01, 0.01, 180, AnswerStyle.BRIEF,
        "A student project.", 8_192,
    ),
)  # fmt: skip
DEMO_MODELS_BY_ID = {model.model_id: model for model in DEMO_MODELS}
