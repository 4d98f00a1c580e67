import io
import json
from typing import Any

import pytest

from llmbattler.core.record_files import BadLine, Record, UnreadableFile
from llmbattler.core.record_files.json_tables import JsonTable

ROWS = [{"Q": "a", "n": 1}, {"Q": "b", "n": 2}]


def read(text: str | bytes) -> list[Any]:
    data = text.encode() if isinstance(text, str) else text
    return [dict(one.values) if isinstance(one, Record) else one for one in JsonTable(io.BytesIO(data))]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(map(json.dumps, ROWS)),
        json.dumps(ROWS),
        json.dumps(ROWS, indent=2),
        json.dumps({"canary": "x", "examples": ROWS}),
        json.dumps({"canary": "x", "examples": ROWS}, indent=1),
        json.dumps({"data": {"version": 1, "rows": ROWS}}),
        json.dumps({"Q": ["a", "b"], "n": [1, 2]}),
        "\ufeff" + json.dumps(ROWS),
    ],
)
def test_finds_the_samples_whatever_is_around_them(text: str) -> None:
    assert read(text) == ROWS


def test_objects_under_names_keep_their_names() -> None:
    assert read(json.dumps({"x": {"q": 1}, "y": {"q": 2}})) == [{"key": "x", "q": 1}, {"key": "y", "q": 2}]


def test_texts_alone_become_samples() -> None:
    assert read('["a", "b"]') == [{"text": "a"}, {"text": "b"}]
    assert read('"a"\n7\n') == [{"text": "a"}, BadLine(2, "is neither an object nor a text")]


def test_one_object_is_one_sample() -> None:
    assert read('{"q": "a", "choices": ["x", "y"]}') == [{"q": "a", "choices": ["x", "y"]}]
    assert read('{\n"q": "a"\n}') == [{"q": "a"}]


def test_bad_lines_cost_themselves_only() -> None:
    found = read('{"q": 1}\n{"q": \n{"q": 3}\n')
    assert found[0] == {"q": 1}
    assert isinstance(found[1], BadLine)
    assert found[2] == {"q": 3}
    assert isinstance(read('{"q": \n{"q": 3}\n')[0], BadLine)


def test_a_choice_of_lists_is_a_sentence() -> None:
    with pytest.raises(UnreadableFile, match=r"several lists \(a, b\)"):
        read(json.dumps({"a": ROWS, "b": ROWS}))


@pytest.mark.parametrize("text", ["", "  \n", "{\n" + '"a": ' * 3])
def test_nothing_and_nonsense_are_sentences(text: str) -> None:
    with pytest.raises(UnreadableFile):
        read(text)


def test_other_encodings_are_read() -> None:
    text = json.dumps(ROWS, ensure_ascii=False).replace("a", "ü")
    for encoding in ("utf-16", "cp1252"):
        assert read(text.encode(encoding))[0]["Q"] == "ü"
