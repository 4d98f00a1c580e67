import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.yaml_lines import MAX_BYTES, YamlProblem, format_path, read_yaml


def test_every_value_has_its_line_number() -> None:
    document = read_yaml(b"models:\n  - id: a\n    params:\n      stop: [x, y]\n  - id: b\n")
    assert document.value == {"models": [{"id": "a", "params": {"stop": ["x", "y"]}}, {"id": "b"}]}
    assert document.line_of(("models", 0, "params", "stop")) == 4
    assert document.line_of(("models", 1, "id")) == 5
    assert document.line_of(("models", 1, "name")) == 5
    assert format_path(("models", 1, "id")) == "models[1].id"


@pytest.mark.parametrize(
    ("content", "line", "word"),
    [
        (b"a: &x [1]\nb: *x\n", 2, "aliases"),
        (b"a: 1\nb: !!python/object/apply:os.system ['true']\n", 2, "!!python/object/apply:os.system"),
        (b"a: !custom 1\n", 1, "!custom"),
        (b"a: 1\na: 2\n", 2, "twice"),
        (b"? [1, 2]\n: 3\n", 1, "word"),
        (b"a: [1\nb: 2\n", 2, "not valid YAML"),
        (b"a: 1\n---\nb: 2\n", 2, "not valid YAML"),
        (b"ok: 1\nbad: \xff\n", 2, "UTF-8"),
        (b"a: " + b"9" * 5000 + b"\n", 1, "cannot be read"),
        (b"a: 2024-99-99\n", 1, "cannot be read"),
    ],
)
def test_a_problem_names_its_line(content: bytes, line: int, word: str) -> None:
    with pytest.raises(YamlProblem) as caught:
        read_yaml(content)
    assert caught.value.line == line
    assert word in caught.value.sentence


def test_bombs_are_cheap() -> None:
    """A73: neither aliases, nor depth, nor size, nor tags make the reader work."""
    laughs = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    started = time.monotonic()
    for bomb in (laughs.encode(), b"[" * 100_000, b"a: " + b"{" * 500_000, b"x" * (MAX_BYTES + 1), b"- " * 400_000):
        with pytest.raises(YamlProblem):
            read_yaml(bomb)
    assert time.monotonic() - started < 2


def test_an_empty_document_is_nothing() -> None:
    assert read_yaml(b"").value is None
    assert read_yaml(b"\xef\xbb\xbf# only a comment\n").value is None


@given(st.binary(max_size=200))
def test_any_bytes_give_a_document_or_a_sentence(content: bytes) -> None:
    with suppress(YamlProblem):
        read_yaml(content)
