"""Answers of simulated models, right or wrong, in their style."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.connectors.contract import FinishReason

from .abilities import DrawnOutcome
from .constrained_texts import write_text
from .demo_models import AnswerStyle

_REASONED = {
    AnswerStyle.PLAIN: "There are {facts} statements to keep in mind. Taken one after the other they lead to {said}."
    "\n\nAnswer: {said}",
    AnswerStyle.ORNATE: "## Solution\n\n- **Given:** {facts} statements\n- **Way:** one step after the other\n"
    "- **Result:** {said}\n\nAnswer: {said}",
    AnswerStyle.BRIEF: "Answer: {said}",
    AnswerStyle.CHATTY: "Happy to help! If we take the {facts} statements one at a time and do not hurry, we arrive "
    "at {said}. I checked it twice.\n\nAnswer: {said}",
}
_SAID = {
    AnswerStyle.PLAIN: "{said}",
    AnswerStyle.ORNATE: "**{said}**",
    AnswerStyle.BRIEF: "{said}",
    AnswerStyle.CHATTY: "The answer is {said}",
}
_UNPARSABLE = {
    "arithmetic-stories": ("Let us go through this with great care. First", FinishReason.LENGTH),
    "puzzles": ("", FinishReason.LENGTH),
    "short-facts": ("", FinishReason.STOP),
    "instructions": ("", FinishReason.FILTERED),
    "consistency": ("Several of these could be meant, it depends.", FinishReason.STOP),
    "support-tickets": ("This could concern more than one of them.", FinishReason.STOP),
}
"""Answers that the suite's extraction cannot parse."""
_NEAR = (1, 2, 3, 5, 10, 100)


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    text: str
    finish: FinishReason = FinishReason.STOP


class AnswerWriter:
    """Writes answers to one suite. Wrong answers are the correct answers to other samples."""

    def __init__(self, suite: str, samples: Sequence[SampleView]) -> None:
        self._suite = suite
        self._known: dict[str, list[str]] = {}
        for sample in samples:
            self._known.setdefault(_kind(sample), []).append(_first(sample.target))

    def write(self, sample: SampleView, outcome: DrawnOutcome, style: AnswerStyle, rng: Random) -> WrittenAnswer:
        if outcome is DrawnOutcome.UNPARSED:
            return WrittenAnswer(*_UNPARSABLE[self._suite])
        if self._suite == "instructions":
            return WrittenAnswer(_follow(sample.fields, outcome, rng))
        said = _first(sample.target) if outcome is DrawnOutcome.RIGHT else self._write_mistake(sample, rng)
        frames = _REASONED if self._suite in {"arithmetic-stories", "puzzles"} else _SAID
        facts = len(re.findall(r"[.!?](?:\s|$)", str(sample.fields.get("question", ""))))
        return WrittenAnswer(frames[style].format(said=said, facts=facts))

    def _write_mistake(self, sample: SampleView, rng: Random) -> str:
        if self._suite == "arithmetic-stories":
            return str(abs(int(sample.target or 0) + rng.choice((-1, 1)) * rng.choice(_NEAR)))
        right = _list(sample.target)
        others = [one for one in self._list_others(sample) if one not in right]
        if self._suite == "puzzles":
            others = [one for one in others if one in str(sample.fields["question"])] or others
        return rng.choice([one for one in others if one.isdigit() == right[0].isdigit()] or others)

    def _list_others(self, sample: SampleView) -> Sequence[str]:
        if self._suite == "consistency":
            return "ABCD"
        return sorted(set(self._known[_kind(sample)]))


def _follow(fields: Mapping[str, Any], outcome: DrawnOutcome, rng: Random) -> str:
    constraints = fields["constraints"]
    broken = 0 if outcome is DrawnOutcome.RIGHT else rng.choice((1, 1, 2))
    return write_text(str(fields["question"]), constraints, broken=broken, rng=rng)


def _kind(sample: SampleView) -> str:
    return str(sample.fields.get("kind", ""))


def _list(target: object) -> list[str]:
    return [str(one) for one in target] if isinstance(target, list) else [str(target)]


def _first(target: object) -> str:
    return _list(target)[0]
