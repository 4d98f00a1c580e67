"""The twelve models of the demonstration. How good each of them is, is known: that is the point of it."""

from dataclasses import dataclass
from enum import StrEnum


class Manner(StrEnum):
    """How a model dresses what it says."""

    PLAIN = "plain"
    ORNATE = "ornate"
    """Headings, lists and bold."""
    BRIEF = "brief"
    CHATTY = "chatty"


@dataclass(frozen=True, slots=True)
class CastMember:
    model_id: str
    name: str
    maker: str
    licence: str
    rating: float
    """The true one, on the scale of the leaderboard."""
    input_price: float
    output_price: float
    """USD per million tokens."""
    words_per_second: float
    manner: Manner
    description: str
    context_length: int = 128_000
    joined: float = 0.0
    """When it came, as a share of the time that the demonstration covers."""


CAST: tuple[CastMember, ...] = (
    CastMember(
        "aurora-9-large", "Aurora 9 Large", "Northlight Labs", "Proprietary", 1190, 5, 20, 40, Manner.ORNATE,
        "The largest of its family: thorough, and dear.", 400_000,
    ),
    CastMember(
        "kestrel-3-pro", "Kestrel 3 Pro", "Windhover", "Proprietary", 1150, 2.5, 10, 55, Manner.PLAIN,
        "A newcomer that takes the second place.", 256_000, 0.3,
    ),
    CastMember(
        "tundra-72b", "Tundra 72B", "Permafrost Collective", "Apache-2.0", 1115, 0.6, 0.9, 35, Manner.PLAIN,
        "The best with open weights.", 131_072,
    ),
    CastMember(
        "aurora-9-mini", "Aurora 9 Mini", "Northlight Labs", "Proprietary", 1080, 0.4, 1.6, 90, Manner.ORNATE,
        "Nearly as good as its large sister for a tenth of the price.", 400_000, 0.55,
    ),
    CastMember(
        "maple-2", "Maple 2", "Sugarbush", "Proprietary", 1055, 10, 40, 25, Manner.CHATTY,
        "The dearest of all, and not the best.", 200_000,
    ),
    CastMember(
        "kestrel-3-flash", "Kestrel 3 Flash", "Windhover", "Proprietary", 1030, 0.1, 0.4, 140, Manner.BRIEF,
        "Small, fast and cheap.", 256_000,
    ),
    CastMember(
        "basalt-34b", "Basalt 34B", "Quarry Research", "MIT", 995, 0.3, 0.3, 50, Manner.PLAIN,
        "A solid open model of the middle field.", 65_536,
    ),
    CastMember(
        "ginkgo-chat", "Ginkgo Chat", "Old Tree Software", "Proprietary", 970, 1, 3, 60, Manner.CHATTY,
        "Friendly, and a little long-winded.", 32_768,
    ),
    CastMember(
        "tundra-8b", "Tundra 8B", "Permafrost Collective", "Apache-2.0", 930, 0.05, 0.08, 110, Manner.PLAIN,
        "Runs on a good laptop.", 131_072,
    ),
    CastMember(
        "maple-2-express", "Maple 2 Express", "Sugarbush", "Proprietary", 895, 2, 8, 80, Manner.CHATTY,
        "Dearer than it should be.", 64_000,
    ),
    CastMember(
        "pebble-3b", "Pebble 3B", "Quarry Research", "MIT", 830, 0.02, 0.03, 150, Manner.BRIEF,
        "For very small machines.", 16_384,
    ),
    CastMember(
        "lantern-1b", "Lantern 1B", "Firefly University", "CC-BY-4.0", 760, 0.01, 0.01, 180, Manner.BRIEF,
        "A student project.", 8_192,
    ),
)  # fmt: skip
MEMBERS = {member.model_id: member for member in CAST}
