from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.models import ModelCall
from llmbattler.catalog.records import CallRecord, complete_usage
from llmbattler.catalog.tokens import estimate_tokens
from llmbattler.connectors.contract import Message, Usage
from llmbattler.core.integers import LARGEST_INTEGER

ASKED = [Message.user("12345678")]


def test_a_record_is_a_row() -> None:
    record = CallRecord(model_id="a", purpose="test", outcome="ok", total_ms=1, attempts=1, usage=Usage(1, 2, 3, 4))
    row = ModelCall(**record.as_row())
    assert (row.input_tokens, row.output_tokens, row.cached_tokens) == (1, 2, 3)
    assert row.call_id == record.call_id


def test_what_the_provider_counted_is_taken() -> None:
    assert complete_usage(Usage(3, 4, 1), ASKED, 100) == (Usage(3, 4, 1), False)


def test_what_it_did_not_count_is_estimated_and_marked() -> None:
    assert complete_usage(None, ASKED, 10) == (Usage(2, 3), True)
    assert complete_usage(Usage(output_tokens=5), ASKED, 10) == (Usage(2, 5), True)


@given(st.integers(), st.integers(), st.integers())
def test_wild_counts_are_tamed(read: int, wrote: int, cached: int) -> None:
    usage, _ = complete_usage(Usage(read, wrote, cached, cached), ASKED, 1)
    counts = (usage.input_tokens, usage.output_tokens, usage.cached_tokens, usage.reasoning_tokens)
    assert all(count is not None and 0 <= count <= LARGEST_INTEGER for count in counts)


def test_four_characters_make_a_token() -> None:
    assert [estimate_tokens(characters) for characters in (0, 1, 4, 5)] == [0, 1, 1, 2]
