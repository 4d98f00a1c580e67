"""File formats of published benchmarks, recognized by their columns and first sample."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..definition.spec import FieldsSpec, ScoreSpec
from .published_format import (
    FINAL,
    LETTERED,
    STEPWISE,
    WHOLE,
    Fields,
    PublishedFormat,
    choice_score,
    exact_score,
    grade_score,
    mix_choices,
    number_score,
    read_choices,
    read_letter,
)

_MARK = "####"
_MMLU_CHOICES = (
    ("choice0", "choice1", "choice2", "choice3"),
    ("A", "B", "C", "D"),
    ("a", "b", "c", "d"),
)
_MMLU_BARE = tuple(f"column_{number}" for number in range(1, 7))
_QUESTIONS = ("question", "prompt", "input", "query", "problem", "instruction", "text", "sentence")
_ANSWERS = ("target", "answer", "expected", "ideal", "output", "label", "solution", "completion", "response")
_SOLVE = "Reply with the whole function in one Python code block, and nothing else."
_TESTS = ScoreSpec(name="tests", scorer="code_tests", extract="code")


def _gsm8k(columns: Collection[str], first: Fields) -> PublishedFormat | None:
    if not {"question", "answer"} <= set(columns) or _MARK not in str(first["answer"]):
        return None
    return PublishedFormat(
        name="gsm8k",
        title="GSM8K, grade school arithmetic",
        prompt="{{ question }}\n\n" + STEPWISE,
        extract={"answer": WHOLE},
        scores=[number_score()],
        fields=FieldsSpec(target="target"),
        convert=lambda one: {**one, "target": str(one["answer"]).rpartition(_MARK)[2].strip().replace(",", "")},
    )


def _humaneval(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not {"prompt", "entry_point", "test"} <= set(columns):
        return None
    return PublishedFormat(
        name="humaneval",
        title="HumanEval, Python functions with tests",
        prompt="Complete this Python function.\n\n```python\n{{ prompt }}```\n\n" + _SOLVE,
        extract={"code": WHOLE},
        scores=[_TESTS],
        fields=FieldsSpec(id="task_id" if "task_id" in columns else None),
    )


def _mbpp(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    asked = next((name for name in ("text", "prompt") if name in columns), None)
    if asked is None or not {"code", "test_list"} <= set(columns):
        return None
    return PublishedFormat(
        name="mbpp",
        title="MBPP, small Python programs",
        prompt=f"{{{{ {asked} }}}}\n\nYour code must pass this test:\n{{{{ test_list[0] }}}}\n\n" + _SOLVE,
        extract={"code": WHOLE},
        scores=[_TESTS],
    )


def _ifeval(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not {"prompt", "instruction_id_list", "kwargs"} <= set(columns):
        return None

    def convert(one: Fields) -> dict[str, Any]:
        """Drop empty options: Hugging Face lists every option for every instruction."""
        given = [{key: value for key, value in (part or {}).items() if value is not None} for part in one["kwargs"]]
        return {**one, "kwargs": given}

    return PublishedFormat(
        name="ifeval",
        title="IFEval, instructions that can be checked",
        prompt="{{ prompt }}",
        scores=[
            ScoreSpec(name="instructions", scorer="constraints", options={"all_or_nothing": True, "mode": "official"})
        ],
        fields=FieldsSpec(id="key" if "key" in columns else None),
        convert=convert,
    )


def _truthfulqa(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not {"Question", "Best Answer", "Incorrect Answers"} <= set(columns):
        return None

    def convert(one: Fields) -> dict[str, Any]:
        wrong = [part.strip() for part in str(one["Incorrect Answers"]).split(";") if part.strip()]
        choices, letter = mix_choices(str(one["Best Answer"]).strip(), wrong)
        return {**one, "choices": choices, "target": letter}

    return PublishedFormat(
        name="truthfulqa",
        title="TruthfulQA, as multiple choice",
        prompt="{{ Question }}" + LETTERED,
        extract={"answer": WHOLE},
        scores=[choice_score()],
        fields=FieldsSpec(target="target", tags="Category" if "Category" in columns else None),
        convert=convert,
    )


def _truthfulqa_mc(columns: Collection[str], first: Fields) -> PublishedFormat | None:
    if not {"question", "mc1_targets"} <= set(columns) or not _is_mc(first["mc1_targets"]):
        return None

    def convert(one: Fields) -> dict[str, Any]:
        marked = _read_mc(one["mc1_targets"])
        right = next(text for text, mark in marked.items() if mark)
        choices, letter = mix_choices(right, [text for text, mark in marked.items() if not mark])
        return {**one, "choices": choices, "target": letter}

    return PublishedFormat(
        name="truthfulqa-mc",
        title="TruthfulQA, one right choice",
        prompt="{{ question }}" + LETTERED,
        extract={"answer": WHOLE},
        scores=[choice_score()],
        fields=FieldsSpec(target="target"),
        convert=convert,
    )


def _is_mc(value: object) -> bool:
    return isinstance(value, Mapping) and any(_read_mc(value).values())


def _read_mc(value: Mapping[str, Any]) -> dict[str, Any]:
    """Read `{text: 1 or 0}`, or the two parallel lists of the Hugging Face export."""
    if {"choices", "labels"} <= set(value):
        return dict(zip(value["choices"], value["labels"], strict=False))
    return dict(value)


def _bbh(columns: Collection[str], first: Fields) -> PublishedFormat | None:
    if set(columns) != {"input", "target"}:
        return None
    lettered = str(first["target"]).strip()
    chosen = len(lettered) == len("(A)") and lettered.startswith("(") and lettered.endswith(")")
    options = {"letters": "ABCDEFGHIJKLMNOPQR"}
    score = ScoreSpec(name="choice", scorer="choice", extract="answer", options=options) if chosen else exact_score()
    return PublishedFormat(
        name="bbh",
        title="BIG-Bench Hard",
        prompt="{{ input }}\n\n" + STEPWISE,
        extract={"answer": WHOLE} if chosen else {"final": FINAL},
        scores=[score],
        fields=FieldsSpec(target="target"),
    )


def _mmlu(columns: Collection[str], first: Fields) -> PublishedFormat | None:
    read = _find_mmlu(columns, first)
    if read is None:
        return None
    names, question, answer = read

    def convert(one: Fields) -> dict[str, Any]:
        choices = list(one["choices"]) if not names else read_choices(one, names)
        rest = {name: value for name, value in one.items() if name not in {*names, question, answer}}
        return {**rest, "question": one[question], "choices": choices, "target": read_letter(one[answer], choices)}

    return PublishedFormat(
        name="mmlu",
        title="MMLU, multiple choice",
        prompt="{{ question }}" + LETTERED,
        extract={"answer": WHOLE},
        scores=[choice_score()],
        fields=FieldsSpec(target="target", tags="subject" if "subject" in columns else None),
        convert=convert,
    )


def _find_mmlu(columns: Collection[str], first: Fields) -> tuple[Sequence[str], str, str] | None:
    """The columns of the choices (empty if they are one list), the question and the answer."""
    if tuple(columns) == _MMLU_BARE:
        names = _MMLU_BARE[1:5]
        found = (names, _MMLU_BARE[0], _MMLU_BARE[5])
        return found if str(first[_MMLU_BARE[5]]).strip() in {"A", "B", "C", "D"} else None
    answer = next((name for name in ("answer", "target", "label") if name in columns), None)
    if answer is None or "question" not in columns:
        return None
    for names in _MMLU_CHOICES:
        if set(names) <= set(columns):
            return (names, "question", answer)
    if isinstance(first.get("choices"), list) and read_letter(first[answer], first["choices"]) is not None:
        return ((), "question", answer)
    return None


def _svamp(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not {"Body", "Question", "Answer"} <= set(columns):
        return None
    return PublishedFormat(
        name="svamp",
        title="SVAMP, short arithmetic",
        prompt="{{ Body }}{{ '' if Body.strip().endswith(('.', '?', '!')) else '.' }} {{ Question }}\n\n" + STEPWISE,
        extract={"answer": WHOLE},
        scores=[number_score()],
        fields=FieldsSpec(
            target="Answer", id="ID" if "ID" in columns else None, tags="Type" if "Type" in columns else None
        ),
    )


def _mt_bench(columns: Collection[str], first: Fields) -> PublishedFormat | None:
    if "turns" not in columns or not isinstance(first["turns"], list) or not first["turns"]:
        return None
    return PublishedFormat(
        name="mt-bench",
        title="MT-Bench, the first turn of each",
        prompt="{{ turns[0] }}",
        scores=[grade_score()],
        fields=FieldsSpec(tags="category" if "category" in columns else None),
    )


def _arena_hard(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not {"uid", "cluster", "prompt"} <= set(columns):
        return None
    return PublishedFormat(
        name="arena-hard",
        title="Arena-Hard, open questions of users",
        prompt="{{ prompt }}",
        scores=[grade_score()],
        fields=FieldsSpec(cluster="cluster"),
    )


def _question_and_answer(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    """Any table with a question column and an answer column, by their names."""
    by_name = {name.strip().lower(): name for name in columns}
    asked = next((by_name[name] for name in _QUESTIONS if name in by_name), None)
    right = next((by_name[name] for name in _ANSWERS if name in by_name and by_name[name] != asked), None)
    if asked is None or right is None:
        return None
    return PublishedFormat(
        name="question-answer",
        title="Questions and answers",
        prompt=f"{spell_variable(asked)}\n\n" + 'End with a line "Answer: " followed by only the answer.',
        extract={"final": FINAL},
        scores=[exact_score()],
        fields=FieldsSpec(target=right),
    )


def spell_variable(column: str) -> str:
    """`{{ question }}`, or `{{ sample["the question"] }}` if the column name is not an identifier."""
    if column.isidentifier() and column not in {"sample", "target"}:
        return f"{{{{ {column} }}}}"
    quoted = column.replace("\\", "\\\\").replace('"', '\\"')
    return f'{{{{ sample["{quoted}"] }}}}'


PLAIN = "plain"
_FORMATS: Mapping[str, Callable[[Collection[str], Fields], PublishedFormat | None]] = {
    "gsm8k": _gsm8k,
    "humaneval": _humaneval,
    "mbpp": _mbpp,
    "ifeval": _ifeval,
    "truthfulqa": _truthfulqa,
    "truthfulqa-mc": _truthfulqa_mc,
    "svamp": _svamp,
    "arena-hard": _arena_hard,
    "mt-bench": _mt_bench,
    "bbh": _bbh,
    "mmlu": _mmlu,
    "question-answer": _question_and_answer,
}


def list_formats() -> list[str]:
    """Values of `dataset.format`; `plain` uses the columns as they are."""
    return [*_FORMATS, PLAIN]


def recognize(columns: Collection[str], first: Fields, *, named: str | None = None) -> PublishedFormat | None:
    """The named format, or else the first one that fits these columns and this sample."""
    if named == PLAIN:
        return None
    wanted = _FORMATS.values() if named is None else [_FORMATS[named]]
    return next((found for make in wanted if (found := make(columns, first)) is not None), None)
