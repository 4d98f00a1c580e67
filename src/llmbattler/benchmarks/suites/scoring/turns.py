"""The turns of a conversation with a model: what was asked, and what it answered."""

from collections.abc import Sequence

import msgspec


class ModelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer with its latency, tokens and cost."""

    text: str
    first_token_ms: int | None = None
    total_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    question: str
    answer: ModelAnswer
    finish: str | None = None
    cached: bool = False
    """Then the cost is what it would have been."""

    @property
    def paid_micro_usd(self) -> int | None:
        return 0 if self.cached else self.answer.cost_micro_usd


def join_answers(turns: Sequence[Turn]) -> ModelAnswer:
    """The last answer, with the tokens, times and cost of all turns."""
    answers = [turn.answer for turn in turns]
    return ModelAnswer(
        text=answers[-1].text,
        first_token_ms=answers[0].first_token_ms,
        total_ms=_add([one.total_ms for one in answers]),
        input_tokens=_add([one.input_tokens for one in answers]),
        output_tokens=_add([one.output_tokens for one in answers]),
        cost_micro_usd=_add([one.cost_micro_usd for one in answers]),
    )


def sum_paid(turns: Sequence[Turn]) -> int | None:
    """What the calls of these turns cost; `None` if nothing is known."""
    known = [cost for turn in turns if (cost := turn.paid_micro_usd) is not None]
    return sum(known) if known else None


def write_conversation(turns: Sequence[Turn]) -> str:
    """Everything that was said before the last answer, as a judge reads it."""
    if len(turns) == 1:
        return turns[0].question
    before = [f"User: {turn.question}\n\nAssistant: {turn.answer.text}" for turn in turns[:-1]]
    return "\n\n".join([*before, f"User: {turns[-1].question}"])


def _add(amounts: Sequence[int | None]) -> int | None:
    """Unknown if one of them is unknown."""
    known = [one for one in amounts if one is not None]
    return sum(known) if len(known) == len(amounts) else None
