import pytest

from llmbattler.connectors.errors import FailureKind
from llmbattler.testing.wires.base import kind_of_status, objects, random_id, text_of


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, FailureKind.BAD_KEY),
        (403, FailureKind.BAD_KEY),
        (404, FailureKind.MODEL_MISSING),
        (429, FailureKind.RATE_LIMITED),
        (500, FailureKind.OVERLOADED),
        (529, FailureKind.OVERLOADED),
        (418, FailureKind.REFUSED),
    ],
)
def test_a_status_says_what_failed(status: int, kind: FailureKind) -> None:
    assert kind_of_status(status) is kind


def test_ids_differ() -> None:
    assert len({random_id(20) for _ in range(100)}) == 100


def test_reads_text_from_strings_parts_and_nothing() -> None:
    assert text_of("a") == "a"
    assert text_of([{"text": "a"}, {"text": "b"}, {"image": 1}]) == "ab"
    assert text_of(None) == ""
    assert objects("no list") == []
