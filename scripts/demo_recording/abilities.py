"""How often simulated models are right, by their ability, the difficulty of a sample, and chance."""

import math
from collections.abc import Mapping
from enum import StrEnum
from hashlib import blake2b
from statistics import NormalDist

from llmbattler.benchmarks.suites.definition.samples import SampleView

from .demo_models import DEMO_MODELS_BY_ID

_AVERAGE, _POINTS = 985.0, 150.0
"""Rating points per unit of ability."""
_EASE = {
    "arithmetic-stories": 0.9,
    "short-facts": 1.2,
    "instructions": 0.9,
    "consistency": 0.8,
    "puzzles": 0.4,
    "support-tickets": 1.5,
}
_LEVELS = {"easy": 1.0, "medium": 0.0, "hard": -1.3}
_TALENTS = {
    ("basalt-34b", "arithmetic-stories"): 0.9,
    ("ginkgo-chat", "arithmetic-stories"): -0.8,
    ("maple-2", "instructions"): -0.7,
    ("tundra-72b", "consistency"): 0.6,
    ("kestrel-3-flash", "support-tickets"): 0.6,
}
"""Differences between benchmark and arena performance, so that the two do not agree completely."""
_SPREAD, _HARDNESS = 0.35, 0.8
_REPEATED_AT_ZERO, _REPEATED_ABOVE_ZERO = 0.93, 0.6
"""How often a model repeats its answer to the same question, at temperature 0 and above."""
_SHARED_LUCK = 0.75
"""How often the samples of one cluster share their luck."""
_UNPARSED = 0.004
_FAILED = 0.004
_normal = NormalDist()


class DrawnOutcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    UNPARSED = "unparsed"
    FAILED = "failed"


def draw(*named: object) -> float:
    """A pseudo-random number between 0 and 1 that depends only on the arguments."""
    digest = blake2b("\0".join(map(str, named)).encode(), digest_size=8).digest()
    return (int.from_bytes(digest) + 0.5) / 2**64


def ability(model_id: str, suite: str, *, seed: int) -> float:
    """Ability on the logistic scale; at 0 a model is right on half of the samples of medium difficulty."""
    own = _normal.inv_cdf(draw(seed, "talent", model_id, suite)) * _SPREAD
    general = (DEMO_MODELS_BY_ID[model_id].rating - _AVERAGE) / _POINTS
    return general + own + _EASE[suite] + _TALENTS.get((model_id, suite), 0.0)


class OutcomeDraws:
    """Draws the outcome of every answer of one run."""

    def __init__(self, *, seed: int, suite: str, run: str, sampled: bool, shifts: Mapping[str, float]) -> None:
        """`shifts` say how much better or worse each model was at the time of this run."""
        self._seed = seed
        self._suite = suite
        self._run = run
        self._repeated = _REPEATED_ABOVE_ZERO if sampled else _REPEATED_AT_ZERO
        self._abilities = {one: ability(one, suite, seed=seed) + shifts.get(one, 0.0) for one in DEMO_MODELS_BY_ID}

    def draw_outcome(self, model_id: str, sample: SampleView, *, prompt: str, epoch: int) -> DrawnOutcome:
        place = (self._run, model_id, sample.sample_id, prompt, epoch)
        if draw(self._seed, "failure", *place) < _FAILED:
            return DrawnOutcome.FAILED
        unparsed_share = _UNPARSED + max(0.0, _AVERAGE - DEMO_MODELS_BY_ID[model_id].rating) / 5000
        if draw(self._seed, "form", *place) < unparsed_share:
            return DrawnOutcome.UNPARSED
        luck = self._draw_luck(model_id, sample, place)
        edge = self._abilities[model_id] + self._rate_ease(sample) + math.log(luck / (1 - luck))
        return DrawnOutcome.RIGHT if edge > 0 else DrawnOutcome.WRONG

    def _rate_ease(self, sample: SampleView) -> float:
        level = _LEVELS.get(str(sample.fields.get("level")), 0.0)
        return level + _normal.inv_cdf(draw(self._seed, "hardness", _family(sample))) * _HARDNESS

    def _draw_luck(self, model_id: str, sample: SampleView, place: tuple[object, ...]) -> float:
        if draw(self._seed, "steady", *place) > self._repeated:
            return draw(self._seed, "luck", *place)
        shared = draw(self._seed, "together", model_id, sample.sample_id) < _SHARED_LUCK
        return draw(self._seed, "luck", model_id, _family(sample) if shared else sample.sample_id)


def _family(sample: SampleView) -> str:
    return sample.cluster or sample.sample_id
