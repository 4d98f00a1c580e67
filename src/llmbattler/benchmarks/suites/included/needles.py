"""A fact hidden in a long text, among similar ones."""

from random import Random
from typing import Any

from .seeds import LEVELS, NAMES

_SENTENCES = dict(zip(LEVELS, (40, 160, 400), strict=True))
_DECOYS = dict(zip(LEVELS, (1, 4, 10), strict=True))
_SUBJECTS = (
    "The harbour",
    "An old map",
    "The northern path",
    "Her notebook",
    "The second chapter",
    "A passing cart",
    "The mill",
    "Their neighbour",
    "The evening paper",
    "A row of poplars",
    "The ferry",
    "The schoolhouse",
)
_VERBS = (
    "leads past",
    "was painted beside",
    "mentions",
    "stands behind",
    "reminds them of",
    "lies below",
    "was built after",
    "belongs to",
    "looks out on",
    "was named after",
)
_OBJECTS = (
    "the quiet square",
    "three wooden boats",
    "a market of flowers",
    "the long wall",
    "the bell tower",
    "an empty stable",
    "the sound of water",
    "the road to the hills",
    "a forgotten orchard",
    "the glassmaker's yard",
)
_ENDINGS = (
    "on most mornings.",
    "as everybody there knows.",
    "when the weather is fine.",
    "in the light of autumn.",
    "for no good reason.",
    "although few remember it.",
    "and has done so for years.",
    "at the edge of the village.",
)
_LOCKS = (
    "the archive",
    "the boathouse",
    "the cellar",
    "the observatory",
    "the greenhouse",
    "the workshop",
    "the chapel",
    "the vault",
    "the attic",
    "the tool shed",
    "the wine store",
)


def draw_needle(rng: Random, level: str) -> dict[str, Any]:
    text = [
        f"{rng.choice(_SUBJECTS)} {rng.choice(_VERBS)} {rng.choice(_OBJECTS)} {rng.choice(_ENDINGS)}"
        for _ in range(_SENTENCES[level])
    ]
    owner = rng.choice(NAMES)
    lock, *others = rng.sample(_LOCKS, 1 + _DECOYS[level])
    code = str(rng.randint(100_000, 999_999))
    for other in others:
        decoy = f"The code of {other} is {rng.randint(100_000, 999_999)}, says {rng.choice(NAMES)}."
        text.insert(rng.randrange(len(text)), decoy)
    depth = rng.random()
    text.insert(int(depth * len(text)), f"The code of {lock} is {code}, says {owner}.")
    return {
        "text": " ".join(text),
        "question": f"What is the code of {lock}?",
        "answer": code,
        "depth": round(depth, 2),
        "level": level,
    }
