"""Model-graded scores: by a rubric, or against a reference answer."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from ..comparison import find_answer, unparsed, write_value
from ..contract import Case, Score, Tools
from ..errors import NoTarget
from ..judges.questions import Question, ask_all, choose_judges
from ..judges.quotes import RULES, draw_boundary, quote
from ..judges.verdicts import Preference, agree_on, read_preference, read_score
from ..options import StrictOptions

_Criterion = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]

_RUBRIC = """\
You grade an assistant's answer by the criteria below, on a scale of whole numbers from {low} (worst) to {high} (best).

Criteria:
{criteria}
{levels}
{rules}

Length, formatting and confidence are no merits in themselves. Reply with your reasons in at most five sentences. Then \
end with one line that consists of the word Score, a colon and the number."""
_RUBRIC_REMINDER = (
    "That was all of it. Your reasons first, then the last line: the word Score, a colon, and the number."
)

_PAIRWISE = """\
You compare two answers, A and B, to the same request. Say which of them is better.

What counts:
{criteria}

{rules}

Which of the two comes first means nothing; length, formatting and confidence are no merits in themselves. Reply with \
your reasons in at most five sentences. Then end with one line that consists of the word Verdict, a colon and one of: \
A (A is better), B (B is better), tie (equally good)."""
_PAIRWISE_REMINDER = (
    "That was all of it. Your reasons first, then the last line: the word Verdict, a colon, and A, B or tie."
)

_USUAL = "whether it is true and safe to rely on, then whether it does what was asked, then whether it is clear."

_COMBINE: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "majority": agree_on,
}


class Rubric:
    """Judges grade the answer by criteria on a scale; the grades of several judges are combined.

    The worst grade is 0, the best 1. A reply without a valid grade is ignored; without any grade the answer is
    unreadable. The judges' reasons are stored.
    """

    title: ClassVar[str] = "Rubric, graded by models"
    needs: ClassVar[tuple[str, ...]] = ("judge",)

    class Options(StrictOptions):
        criteria: _Criterion | list[_Criterion] = Field(description="What a good answer is.", min_length=1)
        low: int = Field(1, ge=0, le=1_000, description="The worst grade.")
        high: int = Field(5, ge=1, le=1_000, description="The best grade; use 0 and 1 for pass or fail.")
        levels: dict[int, str] = Field({}, description="Meaning of individual grades.")
        judges: list[str] | None = Field(None, min_length=1, description="Some of the suite's judges. Default: all.")
        combine: Literal["mean", "median", "majority"] = Field(
            "mean", description="How the grades of several judges are combined."
        )
        show_target: bool = Field(True, description="Show judges the target, if there is one.")
        show_question: bool = Field(True, description="Show judges the question.")

        @model_validator(mode="after")
        def _has_a_scale(self) -> Self:
            if self.low >= self.high:
                raise ValueError("low must be below high")
            return self

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, tools: Tools) -> Score:
        judge, names = choose_judges(tools, self._options.judges)
        answer = find_answer(case)
        if answer is None:
            return unparsed("The answer is empty.")
        low, high = self._options.low, self._options.high
        replies = await ask_all(judge, [self._ask(name, case, answer) for name in names])
        grades = [None if reply is None else read_score(reply, low=low, high=high) for reply in replies]
        given = [grade for grade in grades if grade is not None]
        details = {
            "scale": [low, high],
            "verdicts": [
                {"judge": name, "score": grade, "reasoning": reply}
                for name, grade, reply in zip(names, grades, replies, strict=True)
            ],
        }
        if not given:
            return Score(value=None, reason="No judge gave a valid grade.", details=details)
        grade = _COMBINE[self._options.combine](given)
        judges = "one judge" if len(given) == 1 else f"{len(given)} judges"
        reason = f"{grade:.3g} on a scale from {low} to {high}, by {judges}."
        return Score(value=(grade - low) / (high - low), reason=reason, details=details)

    def _ask(self, name: str, case: Case, answer: str) -> Question:
        options, boundary = self._options, draw_boundary()
        quoted = [quote("answer", answer, boundary)]
        if options.show_target and case.target is not None:
            quoted.insert(0, quote("reference answer, held to be right", write_value(case.target), boundary))
        if options.show_question:
            quoted.insert(0, quote("question", case.prompt, boundary))
        levels = "\n".join(f"{grade} means: {words}" for grade, words in sorted(options.levels.items()))
        system = _RUBRIC.format(
            low=options.low,
            high=options.high,
            criteria=_list(options.criteria),
            levels=f"\n{levels}\n" if levels else "",
            rules=RULES.format(boundary=boundary),
        )
        return Question(name, "\n\n".join([*quoted, _RUBRIC_REMINDER]), system)


class Pairwise:
    """Judges compare the answer with a reference answer, each in both orders; the majority of judges decides.

    1 means better than the reference, 0 worse, 0.5 equal. A judge whose two verdicts contradict each other counts as
    0.5. Invalid verdicts are ignored; without any verdict the answer is unreadable.
    """

    title: ClassVar[str] = "Pairwise against a reference, by models"
    needs: ClassVar[tuple[str, ...]] = ("judge",)

    class Options(StrictOptions):
        criteria: _Criterion | list[_Criterion] = Field(
            _USUAL, description="What makes an answer better.", min_length=1
        )
        field: str | None = Field(None, description="Column with the reference. Default: the target.")
        judges: list[str] | None = Field(None, min_length=1, description="Some of the suite's judges. Default: all.")

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, tools: Tools) -> Score:
        judge, names = choose_judges(tools, self._options.judges)
        reference = self._find_reference(case)
        answer = find_answer(case)
        if answer is None:
            return unparsed("The answer is empty.")
        asked = [self._ask(name, case.prompt, *pair) for name in names for pair in _both_orders(answer, reference)]
        replies = await ask_all(judge, asked)
        verdicts = [_read(name, replies[2 * place : 2 * place + 2]) for place, name in enumerate(names)]
        given = [verdict["value"] for verdict in verdicts if verdict["value"] is not None]
        details = {"verdicts": verdicts}
        if not given:
            return Score(value=None, reason="No judge gave a valid verdict.", details=details)
        value = _decide(given)
        words = {0.0: "worse than", 0.5: "as good as", 1.0: "better than"}[value]
        judges = "one judge" if len(given) == 1 else f"{len(given)} judges"
        return Score(value=value, reason=f"It is {words} the reference, by {judges}.", details=details)

    def _find_reference(self, case: Case) -> str:
        given = case.target if self._options.field is None else case.fields.get(self._options.field)
        if isinstance(given, list) and given:
            given = given[0]
        if given is None or given == []:
            raise NoTarget("The sample has no reference answer.")
        return write_value(given)

    def _ask(self, name: str, prompt: str, first: str, second: str) -> Question:
        boundary = draw_boundary()
        quoted = [quote("question", prompt, boundary), quote("answer A", first, boundary)]
        quoted.append(quote("answer B", second, boundary))
        system = _PAIRWISE.format(criteria=_list(self._options.criteria), rules=RULES.format(boundary=boundary))
        return Question(name, "\n\n".join([*quoted, _PAIRWISE_REMINDER]), system)


def _list(criteria: str | list[str]) -> str:
    return criteria if isinstance(criteria, str) else "\n".join(f"- {one}" for one in criteria)


def _both_orders(answer: str, reference: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (answer, reference), (reference, answer)


def _read(name: str, replies: Sequence[str | None]) -> dict[str, Any]:
    """One judge's verdict over both orders; only consistent verdicts count as a preference."""
    said = [None if reply is None else read_preference(reply) for reply in replies]
    match said:
        case [None, _] | [_, None]:
            value = None
        case [Preference.FIRST, Preference.SECOND]:
            value = 1.0
        case [Preference.SECOND, Preference.FIRST]:
            value = 0.0
        case _:
            value = 0.5
    return {"judge": name, "value": value, "said": [one and one.value for one in said], "reasoning": list(replies)}


def _decide(given: Sequence[float]) -> float:
    """The value that more than half of the judges gave, or else 0.5."""
    return next((value for value in given if 2 * list(given).count(value) > len(given)), 0.5)
