import gzip
import json
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from llmbattler.benchmarks.suites.datasets.records import clean, load_samples
from llmbattler.benchmarks.suites.datasets.samples import build_samples, merge_fields
from llmbattler.benchmarks.suites.datasets.service import load_huggingface, load_path
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset
from llmbattler.benchmarks.suites.definition.samples import make_id
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec, FieldsSpec

RECORDS = [{"q": f"q{number}", "a": str(number), "g": number % 3} for number in range(20)]


def test_targets_clusters_and_tags_come_from_columns() -> None:
    spec = DatasetSpec(fields=FieldsSpec(target="a", cluster="g", tags="t", id="q"))
    first, second, third = build_samples(
        [{"q": "x", "a": 1, "g": 0, "t": "b, c,"}, {"q": "y", "t": ["d", ""]}, {"q": "z", "g": ""}], spec
    )
    assert (first.sample_id, first.target, first.cluster, first.tags) == ("x", 1, "0", ["b", "c"])
    assert (second.target, second.cluster, second.tags) == (None, None, ["d"])
    assert (third.cluster, third.tags) == (None, [])


def test_shuffling_is_always_the_same_and_again_changes_nothing() -> None:
    spec = DatasetSpec(seed=5, limit=12)
    once = build_samples(RECORDS, spec)
    assert [one.fields for one in once] != RECORDS[:12]
    assert build_samples(list(reversed(RECORDS)), spec) == once
    assert build_samples([one.fields for one in once], spec) == once
    assert [one.position for one in once] == list(range(12))
    assert build_samples(RECORDS, DatasetSpec(seed=6, limit=12)) != once


def test_ids_stay_when_other_samples_come_and_go() -> None:
    all_of_them = {one.fields["q"]: one.sample_id for one in build_samples(RECORDS, DatasetSpec())}
    some = build_samples(RECORDS[5:9], DatasetSpec())
    assert all(all_of_them[one.fields["q"]] == one.sample_id for one in some)


def test_copies_get_ids_of_their_own() -> None:
    ids = [one.sample_id for one in build_samples([RECORDS[0]] * 3, DatasetSpec())]
    assert ids == [make_id(RECORDS[0]), make_id(RECORDS[0])[:14] + ".2", make_id(RECORDS[0])[:14] + ".3"]


def test_a_folder_gives_its_tables_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("question,answer\nb?,2\n")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"question": "a?", "answer": "1"}\n'))
    (tmp_path / ".hidden.csv").write_text("x\n1\n")
    (tmp_path / "notes.txt").write_text("not a table")
    loaded = load_path(tmp_path)
    assert loaded.records == [
        {"question": "a?", "answer": "1", "file": "a.jsonl"},
        {"question": "b?", "answer": "2", "file": "b"},
    ]
    assert loaded.columns == ["question", "answer", "file"]
    assert loaded.format == "question-answer"


def test_a_folder_of_texts_gives_a_sample_a_text(tmp_path: Path) -> None:
    (tmp_path / "two.md").write_bytes("für".encode("cp1252"))
    (tmp_path / "one.txt").write_text("\ufeffHello")
    loaded = load_path(tmp_path)
    assert loaded.records == [{"name": "one", "text": "Hello"}, {"name": "two", "text": "für"}]


def test_a_folder_of_other_things_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"1")
    with pytest.raises(UnreadableDataset, match="neither tables nor text files"):
        load_path(tmp_path)
    with pytest.raises(UnreadableDataset, match="nothing does not exist"):
        load_path(tmp_path / "nothing")


def test_lines_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"q": 1}\nnonsense\n' + '{"q": 2}\n')
    loaded = load_path(file)
    assert len(loaded.records) == 2
    assert loaded.skipped[0].startswith("line 2 is not JSON")


def test_only_what_can_be_kept_is_kept() -> None:
    assert clean({"a\x00": float("nan"), "b": date(2024, 1, 2), "c": b"x\x00", "d": ("\ud800", {1: True})}) == {
        "a": None,
        "b": "2024-01-02",
        "c": "x",
        "d": ["", {"1": True}],
    }


def test_samples_of_the_suite_itself_are_what_they_are() -> None:
    sums = [{"question": "?", "answer": "so #### 4"}]
    assert load_samples(sums).records == sums
    assert load_samples(sums, named="gsm8k").records[0]["target"] == "4"
    with pytest.raises(UnreadableDataset, match="no sample"):
        load_samples([])


def test_what_the_suite_says_goes_before_the_recipe() -> None:
    published_format = load_samples([{"question": "?", "answer": "#### 4"}], named="gsm8k").published_format
    assert merge_fields(FieldsSpec(), published_format).target == "target"
    assert merge_fields(FieldsSpec(target="answer"), published_format).target == "answer"
    assert merge_fields(FieldsSpec(tags="x"), None) == FieldsSpec(tags="x")


def test_hugging_face_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UnreadableDataset, match="pip install datasets"):
        load_huggingface(DatasetSpec(huggingface="openai/gsm8k"))


def test_hugging_face_is_asked_through_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("datasets")
    asked: list[Any] = []

    def load_dataset(name: str, config: str | None, split: str) -> list[dict[str, str]]:
        asked.append((name, config, split))
        if name == "no/such":
            raise ValueError("Dataset 'no/such' doesn't exist on the Hub\nmore")
        return [{"question": "?", "answer": "#### 4"}]

    package.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", package)
    loaded = load_huggingface(DatasetSpec(huggingface="openai/gsm8k", config="main", split="train"))
    assert asked == [("openai/gsm8k", "main", "train")]
    assert (loaded.format, loaded.records[0]["target"]) == ("gsm8k", "4")
    with pytest.raises(UnreadableDataset, match=r"doesn't exist on the Hub$"):
        load_huggingface(DatasetSpec(huggingface="no/such"))


def test_a_sample_unlike_the_first_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    rows = [{"prompt": "p", "instruction_id_list": [], "kwargs": []}, {"prompt": "p", "instruction_id_list": []}]
    file.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(UnreadableDataset, match="Sample 2 is not in the format ifeval"):
        load_path(file)
