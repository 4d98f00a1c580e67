import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.suites.checks.service import CheckResult, check_text
from llmbattler.benchmarks.suites.definition.json_schema import write_schema

ROOT = Path(__file__).parents[4]
GOOD = """\
name: capitals
title: Capital cities
dataset:
  path: capitals.csv
  fields:
    target: answer
prompts:
  short: "{{ question }}"
extract:
  last:
    - remove_thinking
    - last_line
few_shot:
  count: 1
scores:
  - name: exact
    scorer: exact
    extract: last
    options:
      ignore_case: true
"""
CSV = "question,answer,id\nItaly?,Rome,1\nFrance?,Paris,2\nSpain?,Madrid,3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "capitals.csv").write_text(CSV)
    (tmp_path / "empty.csv").write_text("question,answer\n")
    (tmp_path / "twice.csv").write_text("question,answer,id\na,b,1\nc,d,1\ne,f,2\n")
    (tmp_path / "broken.jsonl").write_text(
        '{"question": "a", "answer": "b"}\n{"question": \n{"question": "c", "answer": "d"}\n'
    )
    return tmp_path


def check(folder: Path, text: str = GOOD) -> CheckResult:
    return check_text(text, folder=folder)


def test_a_good_suite_has_no_problems(folder: Path) -> None:
    checked = check(folder)
    assert checked.problems == []
    assert checked.spec is not None
    assert checked.loaded is not None
    assert len(checked.loaded.records) == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "said"),
    [
        ("title:", "titel:", 2, "titel", "did you mean `title`?"),
        ("    target: answer", "    targets: answer", 6, "dataset.fields.targets", "did you mean `target`?"),
        ("    target: answer", "    target: anwser", 6, "dataset.fields.target", "did you mean `answer`?"),
        ("name: capitals\n", "", 1, "name", "is missing"),
        ("name: capitals", "name: Capital Cities", 1, "name", "lowercase letters"),
        ("capitals.csv", "nothing.csv", 4, "dataset.path", "nothing.csv does not exist"),
        ("capitals.csv", "../capitals.csv", 4, "dataset.path", "outside the folder"),
        ("capitals.csv", "/etc/passwd", 4, "dataset.path", "outside the folder"),
        ("capitals.csv", "empty.csv", 4, "dataset.path", "no sample"),
        ("capitals.csv", "broken.jsonl", 4, "dataset.path", "line 2 is not JSON"),
        ("capitals.csv", "twice.csv\n  format: gsm9k", 5, "dataset.format", "did you mean `gsm8k`?"),
        ("capitals.csv", "capitals.csv\n  format: humaneval", 4, "dataset.path", "not in the format humaneval"),
        ("capitals.csv", "capitals.csv\n  samples: []", 5, "dataset.samples", "has path and samples"),
        ("  path: capitals.csv\n", "", 3, "dataset", "no source of samples"),
        ("path: capitals.csv", "included: nothing", 4, "dataset.included", "nothing"),
        (
            "capitals.csv\n  fields:",
            "twice.csv\n  fields:\n    id: id",
            6,
            "dataset.fields.id",
            "several samples have the id 1",
        ),
        ("{{ question }}", "{{ Question }}", 8, "prompts.short", "did you mean `question`?"),
        ("{{ question }}", "{{ question", 8, "prompts.short", "line 1 of the template"),
        ("{{ question }}", "{{ question.nothing }}", 8, "prompts.short", "no attribute 'nothing'"),
        ("    - last_line", "    - lastline", 12, "extract.last[1]", "did you mean `last_line`?"),
        ("    - last_line", "    - after: {texts: x}", 12, "extract.last[1]", "text"),
        ("  count: 1", "  count: 3", 14, "few_shot.count", "only 2 samples besides"),
        ("  count: 1", "  count: 2\n  samples: [{question: a, answer: b}]", 14, "few_shot.count", "1 examples"),
        ("  count: 1", "  count: 1\n  answer: '{{ tarket }}'", 15, "few_shot.answer", "did you mean `target`?"),
        ("scorer: exact", "scorer: exakt", 17, "scores[0].scorer", "did you mean `exact`?"),
        ("extract: last", "extract: first", 18, "scores[0].extract", "use one of last"),
        (
            "ignore_case: true",
            "ignore_cases: true",
            20,
            "scores[0].options.ignore_cases",
            "did you mean `ignore_case`?",
        ),
        ("ignore_case: true", "ignore_case: perhaps", 20, "scores[0].options.ignore_case", "valid boolean"),
        ("scorer: exact", "scorer: exact\n    weight: 0", 15, "scores", "weight above 0"),
        (
            "scorer: exact",
            "scorer: exact\n    target: '{{ awnser }}'",
            18,
            "scores[0].target",
            "did you mean `answer`?",
        ),
        (
            "  - name: exact\n",
            "  - {name: exact, scorer: f1}\n  - name: exact\n",
            17,
            "scores[1].name",
            "already the name of scores[0]",
        ),
        (
            "  - name: exact\n",
            "  - {name: g, scorer: rubric, options: {criteria: good}}\n  - name: exact\n",
            16,
            "scores[0].scorer",
            "`judges`",
        ),
        (
            "  - name: exact\n",
            "  - {name: g, scorer: rubric}\n  - name: exact\n",
            16,
            "scores[0].options.criteria",
            "is missing",
        ),
        ("title: Capital cities", "title: [1", 3, "", "not valid YAML"),
        ("title: Capital cities", "title: a\ntitle: b", 3, "title", "given twice"),
        ("title: Capital cities", "epochs: 0", 2, "epochs", "greater than or equal to 1"),
    ],
)
def test_a_mistake_is_named_with_line_field_and_what_to_do(
    folder: Path, old: str, new: str, line: int, field: str, said: str
) -> None:
    assert old in GOOD
    problems = check(folder, GOOD.replace(old, new)).problems
    told = [(one.line, one.field) for one in problems]
    assert (line, field) in told, [str(one) for one in problems]
    assert any(said in one.sentence for one in problems if (one.line, one.field) == (line, field))


def test_all_problems_come_at_once_in_the_order_of_the_lines(folder: Path) -> None:
    bad = (
        GOOD.replace("title:", "titel:").replace("{{ question }}", "{{ quest }}").replace("scorer: exact", "scorer: x")
    )
    assert [(one.line, one.field) for one in check(folder, bad).problems] == [
        (2, "titel"),
        (8, "prompts.short"),
        (17, "scores[0].scorer"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "text",
        "name: x",
        "dataset: 1\nprompts: 2\nscores: 3\nextract: 4\nfew_shot: 5",
        "{}",
        "scores: [1]\nextract: {a: 1, b: [[1]]}\ndataset: {fields: 1}\nprompts: {a: 1}",
    ],
)
def test_odd_documents_are_reported_as_problems(folder: Path, text: str) -> None:
    checked = check(folder, text)
    assert checked.problems
    assert checked.spec is None


_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["exact", "last", "{{ q }}", "{{", "strip", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "scorer", "samples", "q", "fields", "target", "id", "count", "options", "extract"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
_names = ["name", "dataset", "prompts", "scores", "extract", "few_shot", "judges", "version", "system", "params"]


@given(st.dictionaries(st.sampled_from(_names), _values))
def test_no_document_breaks_the_check(value: dict[str, Any]) -> None:
    checked = check_text(json.dumps(value), folder=None)
    assert checked.problems or checked.spec is not None


@given(st.data())
def test_no_change_of_a_good_document_breaks_the_check(data: st.DataObject) -> None:
    good: dict[str, Any] = yaml.safe_load(GOOD)
    good["dataset"] = {"samples": [{"question": "a", "answer": "b"}, {"question": "c", "answer": "d"}]}
    place: Any = good
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(place[key], dict | list) and place[key]) or data.draw(st.booleans()):
            place[key] = data.draw(_values)
            break
        place = place[key]
    checked = check_text(json.dumps(good), folder=None)
    assert checked.problems or checked.spec is not None


def test_json_has_lines_too(folder: Path) -> None:
    value: dict[str, Any] = yaml.safe_load(GOOD)
    value["title"] = "Zürich \U0001f600"
    value["scores"][0]["scorer"] = "exakt"
    text = json.dumps(value, indent="\t")
    assert "\\ud83d" in text
    checked = check(folder, text)
    (problem,) = checked.problems
    assert text.splitlines()[(problem.line or 0) - 1].strip() == '"scorer": "exakt",'
    good = check(folder, text.replace("exakt", "exact"))
    assert good.spec is not None
    assert good.spec.title == "Zürich \U0001f600"


def test_numbers_as_version_and_days_as_samples_are_understood(folder: Path) -> None:
    text = GOOD.replace("title: Capital cities", "version: 2").replace(
        "path: capitals.csv", "samples: [{question: 2024-02-03, answer: 1}, {question: b, answer: 2}]"
    )
    checked = check(folder, text)
    assert checked.problems == []
    assert checked.spec is not None
    assert checked.spec.version == "2"
    assert checked.loaded is not None
    assert checked.loaded.records[0]["question"] == "2024-02-03"


def test_without_a_folder_no_file_is_read(folder: Path) -> None:
    (problem,) = check_text(GOOD.replace("capitals.csv", str(folder / "capitals.csv")), folder=None).problems
    assert "upload the file" in problem.sentence


def test_a_link_does_not_lead_out_of_the_folder(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "link.csv").symlink_to(folder / "capitals.csv")
    (problem,) = check(inner, GOOD.replace("capitals.csv", "link.csv")).problems
    assert "outside the folder" in problem.sentence


def test_every_example_of_the_documentation_is_a_good_suite(tmp_path: Path) -> None:
    text = (ROOT / "docs/suites.md").read_text()
    examples = re.findall(r"```yaml\n(# yaml-language-server.+?)```", text, re.DOTALL)
    assert len(examples) >= 2
    data = re.findall(r"```(\w+) (\S+)\n(.+?)```", text, re.DOTALL)
    for _, name, content in data:
        (tmp_path / name).write_text(content)
    for example in examples:
        checked = check(tmp_path, dedent(example))
        assert [str(one) for one in checked.problems] == []
        jsonschema.validate(yaml.safe_load(example), json.loads(write_schema()))
