"""Generators of the built-in suites' samples."""

import json
from typing import Any

from ..definition.errors import UnreadableDataset
from . import arithmetic, code, instructions, logic, needles, refusals, structured
from .catalog import FEWEST
from .consistency import list_variants
from .facts import order_facts
from .seeds import Draw, level_at, seeded_random

MOST = 20_000
_DRAWS: dict[str, Draw] = {
    "arithmetic-stories": arithmetic.draw_problem,
    "puzzles": logic.draw_puzzle,
    "instructions": instructions.draw_request,
    "structured-output": structured.draw_record,
    "functions": code.draw_task,
    "needles": needles.draw_needle,
    "refusals": refusals.draw_request,
}
_LISTS = ("consistency", "short-facts")


def generate(name: str, seed: int, count: int | None) -> list[dict[str, Any]]:
    """Generate distinct samples; the levels alternate. Returns fewer if the generator runs out of distinct ones."""
    wanted = min(count or FEWEST, MOST)
    if name == "short-facts":
        return order_facts(seeded_random(seed, name, 0))[:wanted]
    if name == "consistency":
        return list_variants(seed, wanted)
    if name not in _DRAWS:
        known = ", ".join(sorted([*_DRAWS, *_LISTS]))
        raise UnreadableDataset(f"The built-in generator {name} does not exist. Generators: {known}.")
    return _draw(name, seed, wanted)


def _draw(name: str, seed: int, wanted: int) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for number in range(wanted * 4):
        if len(found) == wanted:
            break
        sample = _DRAWS[name](seeded_random(seed, name, number), level_at(len(found)))
        found.setdefault(json.dumps(sample, sort_keys=True), sample)
    return list(found.values())
