from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.suites.definition.samples import ID_LENGTH, make_id, number_copies, shorten_id

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.text(), values, max_size=4))
def test_an_id_depends_on_the_content_and_not_on_the_order(fields: dict[str, object]) -> None:
    turned = dict(reversed(fields.items()))
    assert make_id(fields) == make_id(turned)
    assert len(make_id(fields)) == ID_LENGTH
    assert make_id({**fields, "one more": 1}) != make_id(fields)


def test_ids_are_stable() -> None:
    """Stored results refer to these ids: another hash would make all earlier runs incomparable."""
    assert make_id({"question": "2+2?", "answer": 4, "ü": ["a", None]}) == "c654f01ff1cf6f1f"


def test_copies_are_told_apart_in_the_order_of_the_file() -> None:
    one, other = make_id({"a": 1}), make_id({"a": 2})
    ids = list(number_copies([one, other, one, one]))
    assert ids == [one, other, f"{one[:14]}.2", f"{one[:14]}.3"]
    assert len(set(ids)) == 4
    many = list(number_copies(["x"] * 1_200))
    assert len(set(many)) == 1_200
    assert max(map(len, many)) <= ID_LENGTH


def test_ids_of_a_column_stay_unless_they_are_too_long() -> None:
    assert shorten_id("HumanEval/12") == "HumanEval/12"
    assert shorten_id(17) == "17"
    long = shorten_id("328c149ed45a41c0b9d6f14659e63599")
    assert len(long) == ID_LENGTH
    assert long != shorten_id("328c149ed45a41c0b9d6f14659e63598")
