import pytest

from llmbattler.benchmarks.suites.datasets.row_filter import keep_rows
from llmbattler.benchmarks.suites.definition.errors import BadTemplate

ROWS = [{"level": level, "size": size, "Best Answer": "x"} for size, level in enumerate(["hard", "easy", "hard"])]


@pytest.mark.parametrize(
    ("expression", "kept"),
    [
        ("level == 'hard'", [0, 2]),
        ("level == 'hard' and size > 1", [2]),
        ("'as' in level or sample['size'] == 0", [0, 1]),
        ("Best_Answer is defined", [0, 1, 2]),
        ("size in [1, 2]", [1, 2]),
        ("not size", [0]),
    ],
)
def test_an_expression_chooses_rows(expression: str, kept: list[int]) -> None:
    assert [row["size"] for row in keep_rows(ROWS, expression)] == kept
    assert list(keep_rows(ROWS, None)) == ROWS


@pytest.mark.parametrize(
    "expression",
    [
        "level ==",
        "level) %}1{% endif %}{% if (level",
        "{{ level }}",
        "level.__class__.__mro__",
        "'x' * 10 ** 9",
        "hue == 'red'",
        "size / 0",
    ],
)
def test_what_is_no_harmless_expression_is_refused(expression: str) -> None:
    with pytest.raises(BadTemplate, match=r"dataset\.where"):
        list(keep_rows(ROWS, expression))
