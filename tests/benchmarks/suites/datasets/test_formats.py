"""Small files in the published formats of benchmarks."""

import io
import json
from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.service import check_spec
from llmbattler.benchmarks.suites.datasets.formats import list_formats, recognize, spell_variable
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.datasets.service import load_file
from llmbattler.benchmarks.suites.prompts.renderer import Renderer
from llmbattler.benchmarks.suites.scoring.marks import Marker, ModelAnswer
from llmbattler.benchmarks.suites.service.uploads import suggest_suite
from llmbattler.scorers.contract import Tools


def lines(*rows: dict[str, Any]) -> bytes:
    return "\n".join(map(json.dumps, rows)).encode()


BARE_MMLU = b'"Which is even?",1,2,3,5,B\n"Which is odd?",2,4,5,6,C\n'
FILES: dict[str, tuple[str, bytes, str, str, str]] = {
    # format: file name, content, part of the prompt, a right answer, a wrong one
    "gsm8k": (
        "test.jsonl",
        lines({"question": "Two eggs and two?", "answer": "2+2=<<2+2=4>>4\n#### 4"}),
        "Two eggs",
        "2 and 2.\nAnswer: 4",
        "Answer: 5",
    ),
    "truthfulqa": (
        "TruthfulQA.csv",
        b"Type,Category,Question,Best Answer,Incorrect Answers\nA,Myths,Is the moon cheese?,No,Yes; It is Gouda\n",
        "A. ",
        "No",
        "It is Gouda",
    ),
    "truthfulqa-mc": (
        "mc_task.json",
        json.dumps(
            [{"question": "Is it cheese?", "mc0_targets": {}, "mc1_targets": {"No": 1, "Yes": 0}, "mc2_targets": {}}]
        ).encode(),
        "Is it cheese?",
        "No",
        "Yes",
    ),
    "bbh": (
        "boolean.json",
        json.dumps({"canary": "x", "examples": [{"input": "not True is", "target": "False"}]}).encode(),
        "not True is",
        "So.\nAnswer: False",
        "Answer: True",
    ),
    "mmlu": (
        "mmlu.jsonl",
        lines(
            {
                "subject": "s",
                "question": "Even?",
                "choice0": "1",
                "choice1": "2",
                "choice2": "3",
                "choice3": "5",
                "answer": "1",
            }
        ),
        "B. 2",
        "B",
        "C",
    ),
    "svamp": (
        "SVAMP.json",
        json.dumps(
            [{"ID": "c-1", "Body": "Two eggs", "Question": "And two more?", "Answer": 4.0, "Type": "Add"}]
        ).encode(),
        "Two eggs. And two more?",
        "Answer: 4",
        "Answer: 3",
    ),
    "ifeval": (
        "input_data.jsonl",
        lines(
            {
                "key": 1,
                "prompt": "Write. No commas.",
                "instruction_id_list": ["punctuation:no_comma"],
                "kwargs": [{"x": None}],
            }
        ),
        "No commas",
        "Fine",
        "Well, fine",
    ),
    "question-answer": (
        "quiz.tsv",
        b"Question\tAnswer\nCapital of Italy?\tRome\n",
        "Capital of Italy?",
        "Answer: rome.",
        "Answer: Oslo",
    ),
}


@pytest.mark.parametrize("name", FILES)
async def test_a_published_file_is_recognized_and_scored(name: str) -> None:
    filename, content, asked, right, wrong = FILES[name]
    loaded = load_file(io.BytesIO(content), filename)
    assert loaded.format == name
    spec = suggest_suite(loaded, filename)
    assert check_spec(spec, loaded=loaded).problems == []
    sample = build_samples(loaded.records, spec.dataset)[0]
    renderer, marker = Renderer(spec, []), Marker(spec)
    prompt = renderer.render(sample, "default")[-1].text
    assert asked in prompt
    for answer, outcome in ((right, "right"), (wrong, "wrong")):
        marks = await marker.mark(sample, prompt, ModelAnswer(text=answer), Tools(), renderer.target)
        assert marks.outcome == outcome, marks


@pytest.mark.parametrize(
    ("name", "row", "needs"),
    [
        ("humaneval", {"task_id": "HumanEval/0", "prompt": "def f():\n", "entry_point": "f", "test": "x"}, "sandbox"),
        ("mbpp", {"text": "Write f.", "code": "x", "task_id": 1, "test_list": ["assert f()"]}, "sandbox"),
        ("mt-bench", {"question_id": 81, "category": "writing", "turns": ["One.", "Two."]}, "judge"),
        ("arena-hard", {"uid": "x" * 32, "category": "c", "cluster": "k", "prompt": "Do."}, "judge"),
    ],
)
def test_formats_that_need_more_than_comparing(name: str, row: dict[str, Any], needs: str) -> None:
    loaded = load_file(io.BytesIO(lines(row)), "file.jsonl")
    spec = suggest_suite(loaded, "file.jsonl")
    assert loaded.format == name
    assert check_spec(spec, loaded=loaded).problems == []
    assert Marker(spec).needs == {needs}


@pytest.mark.parametrize(
    "content",
    [
        BARE_MMLU,
        b"question,A,B,C,D,answer\nWhich is even?,1,2,3,5,B\n",
        lines({"question": "Which is even?", "choices": ["1", "2", "3", "5"], "answer": 1}),
    ],
)
def test_mmlu_comes_in_several_shapes(content: bytes) -> None:
    name = "a.jsonl" if content.startswith(b"{") else "a.csv"
    loaded = load_file(io.BytesIO(content), name)
    assert loaded.format == "mmlu"
    assert dict(loaded.records[0]) == {"question": "Which is even?", "choices": ["1", "2", "3", "5"], "target": "B"}
    assert set(loaded.columns) == {"question", "choices", "target"}


def test_published_instructions_are_checked_as_published() -> None:
    loaded = load_file(io.BytesIO(FILES["ifeval"][1]), "input_data.jsonl")
    [score] = suggest_suite(loaded, "input_data.jsonl").scores
    assert score.options == {"all_or_nothing": True, "mode": "official"}


def test_letters_of_big_bench_are_choices() -> None:
    loaded = load_file(io.BytesIO(b'{"examples": [{"input": "Options: (A) x (B) y", "target": "(B)"}]}'), "a.json")
    assert suggest_suite(loaded, "a.json").scores[0].scorer == "choice"


def test_the_order_of_choices_does_not_tell_which_is_right() -> None:
    rows = [{"question": f"{n}?", "mc1_targets": {f"right {n}": 1, f"wrong {n}": 0, f"no {n}": 0}} for n in range(60)]
    loaded = load_file(io.BytesIO(json.dumps(rows).encode()), "a.json")
    letters = [one["target"] for one in loaded.records]
    assert all(letters.count(letter) > 5 for letter in "ABC")
    again = load_file(io.BytesIO(json.dumps(rows).encode()), "a.json")
    assert [one["target"] for one in again.records] == letters


def test_every_format_can_be_named_and_plain_means_none() -> None:
    assert recognize(["question", "answer"], {"question": "", "answer": "#### 1"}, named="plain") is None
    assert "plain" in list_formats()
    assert spell_variable('a "b"') == '{{ sample["a \\"b\\""] }}'
