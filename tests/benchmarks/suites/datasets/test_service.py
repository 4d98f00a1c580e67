import gzip
import json
from pathlib import Path

import pytest

from llmbattler.benchmarks.suites.datasets.service import load_path
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset


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


def test_a_folder_of_texts_gives_one_sample_per_text(tmp_path: Path) -> None:
    (tmp_path / "two.md").write_bytes("für".encode("cp1252"))
    (tmp_path / "one.txt").write_text("\ufeffHello")
    loaded = load_path(tmp_path)
    assert loaded.records == [{"name": "one", "text": "Hello"}, {"name": "two", "text": "für"}]


def test_a_folder_without_tables_and_texts_is_an_error(tmp_path: Path) -> None:
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


def test_a_sample_unlike_the_first_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    rows = [{"prompt": "p", "instruction_id_list": [], "kwargs": []}, {"prompt": "p", "instruction_id_list": []}]
    file.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(UnreadableDataset, match="Line 2 is not in the format ifeval"):
        load_path(file)
