import base64
import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.cursors import MAX_LENGTH, BadCursor, CursorCodec
from llmbattler.core.integers import LARGEST_INTEGER

ROWS = CursorCodec[datetime, UUID]("tests.rows", datetime, UUID)
OTHERS = CursorCodec[datetime, UUID]("tests.others", datetime, UUID)
PLACES = CursorCodec[int, str]("tests.places", int, str)
MOMENT = datetime(2026, 11, 16, 12, 30, 0, 123456, tzinfo=UTC)


@given(st.datetimes(timezones=st.just(UTC)), st.uuids())
def test_values_come_back_as_they_were(moment: datetime, row_id: UUID) -> None:
    assert ROWS.read(ROWS.write(moment, row_id)) == (moment, row_id)


@given(st.integers(0, LARGEST_INTEGER), st.text(max_size=40).filter(lambda text: "\0" not in text))
def test_integers_and_texts_come_back_too(number: int, text: str) -> None:
    assert PLACES.read(PLACES.write(number, text)) == (number, text)


def test_no_cursor_is_the_first_page() -> None:
    assert ROWS.find(None) is None
    assert ROWS.find(ROWS.write(MOMENT, UUID(int=1))) == (MOMENT, UUID(int=1))


def test_a_cursor_is_short_and_needs_no_quoting() -> None:
    written = ROWS.write(MOMENT, uuid4())
    assert len(written) < MAX_LENGTH
    assert written.replace("-", "").replace("_", "").isalnum()


def test_the_cursor_of_another_list_is_refused() -> None:
    with pytest.raises(BadCursor):
        OTHERS.read(ROWS.write(MOMENT, uuid4()))


@given(st.integers(0, 200), st.characters(codec="ascii"))
def test_a_changed_cursor_is_refused(place: int, letter: str) -> None:
    written = PLACES.write(7, "seven")
    place %= len(written) - 1  # the last letter may carry unused bits
    changed = written[:place] + letter + written[place + 1 :]
    if changed != written:
        with pytest.raises(BadCursor):
            PLACES.read(changed)


def forge(codec: CursorCodec[Any], payload: object) -> str:
    raw = json.dumps(payload).encode()
    return base64.urlsafe_b64encode(codec._check(raw) + raw).decode()


@pytest.mark.parametrize(
    "payload",
    [None, [], {}, [1], ["1", "x"], [True, "x"], [1.5, "x"], [1, 2], [1, "\0"], [2**31, "x"], [-1, "x"], [1, "x", 2]],
)
def test_values_of_other_kinds_are_refused(payload: object) -> None:
    with pytest.raises(BadCursor):
        PLACES.read(forge(PLACES, payload))


@pytest.mark.parametrize("payload", [["2026-11-16T12:00:00", str(UUID(int=1))], ["now", "x"], [str(MOMENT), "x"]])
def test_times_need_a_zone_and_ids_their_form(payload: object) -> None:
    with pytest.raises(BadCursor):
        ROWS.read(forge(ROWS, payload))


@pytest.mark.parametrize("text", ["", "x", "?", "é", "bnVsbA==", "=", "[" * 190])
def test_any_other_text_is_refused_with_advice(text: str) -> None:
    with pytest.raises(BadCursor) as caught:
        ROWS.read(text)
    assert caught.value.status == 422
    assert "next_cursor" in caught.value.detail
