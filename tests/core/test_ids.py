import time
from uuid import RFC_4122

from llmbattler.core.ids import parse_uuid, uuid7, uuid7_hex


def test_ids_are_uuid7_and_sort_by_time() -> None:
    made = [uuid7() for _ in range(2000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert {one.version for one in made} == {7}
    assert {one.variant for one in made} == {RFC_4122}


def test_digits_of_an_id_follow_those_of_earlier_ids() -> None:
    first, digits, last = uuid7().hex, uuid7_hex(), uuid7().hex
    assert first < digits < last
    assert len(digits) == 32


def test_the_time_can_be_read_back() -> None:
    before = time.time_ns() // 1_000_000
    stamp = uuid7().int >> 80
    # Ids go on from the last one when a machine's clock is set back, so they may be a little ahead of it.
    assert before <= stamp <= before + 60_000


def test_a_text_that_is_no_uuid_is_none() -> None:
    made = uuid7()
    assert parse_uuid(str(made)) == made
    assert [parse_uuid(text) for text in ("", "last", str(made)[:-1])] == [None, None, None]
