from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.versions.merge import merge_texts

TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12).map("\n".join)


@given(TEXTS, TEXTS)
def test_one_edit_alone_is_the_merge(base: str, edit: str) -> None:
    assert merge_texts(base, theirs=edit, yours=base).merged == edit
    assert merge_texts(base, theirs=base, yours=edit).merged == edit
    assert merge_texts(base, theirs=edit, yours=edit).merged == edit


@given(TEXTS, TEXTS, TEXTS)
def test_both_sides_merge_alike(base: str, theirs: str, yours: str) -> None:
    assert merge_texts(base, theirs=theirs, yours=yours).merged == merge_texts(base, theirs=yours, yours=theirs).merged


def test_edits_of_different_lines_merge() -> None:
    found = merge_texts("one\ntwo\nthree\nfour", theirs="ONE\ntwo\nthree\nfour", yours="one\ntwo\nthree\nFOUR\nfive")
    assert found.merged == "ONE\ntwo\nthree\nFOUR\nfive"
    assert found.conflicts == 0


def test_edits_of_the_same_line_conflict() -> None:
    found = merge_texts("one\ntwo\nthree", theirs="one\n2\nthree", yours="one\nII\nthree")
    assert found.merged is None
    assert found.conflicts == 1
    assert (found.base, found.theirs, found.yours) == ("one\ntwo\nthree", "one\n2\nthree", "one\nII\nthree")


def test_edits_of_neighboring_lines_conflict() -> None:
    assert merge_texts("one\ntwo", theirs="1\ntwo", yours="one\n2").merged is None


def test_a_deletion_against_an_edit_conflicts() -> None:
    assert merge_texts("one\ntwo\nthree", theirs="one\nthree", yours="one\n2\nthree").merged is None
