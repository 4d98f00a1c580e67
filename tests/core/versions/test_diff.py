from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.versions.diff import ChangeKind, DiffPart, diff_lines, diff_words, group_hunks, split_lines

SAME, REMOVED, ADDED = ChangeKind.SAME, ChangeKind.REMOVED, ChangeKind.ADDED
TEXTS = st.text(alphabet="ab \n_é漢", max_size=60)


@given(TEXTS, TEXTS)
def test_words_give_both_texts_back(old: str, new: str) -> None:
    parts = diff_words(old, new)
    assert "".join(part.text for part in parts if part.kind is not ADDED) == old
    assert "".join(part.text for part in parts if part.kind is not REMOVED) == new


@given(TEXTS, TEXTS)
def test_lines_give_both_texts_back_under_their_numbers(old: str, new: str) -> None:
    lines = diff_lines(old, new)
    before = [(line.old_number, line.text) for line in lines if line.kind is not ADDED]
    after = [(line.new_number, line.text) for line in lines if line.kind is not REMOVED]
    assert before == list(enumerate(split_lines(old), start=1))
    assert after == list(enumerate(split_lines(new), start=1))


def test_a_changed_line_is_compared_by_word() -> None:
    lines = diff_lines("one\nthe quick fox\nend", "one\nthe slow fox\nend")
    assert [line.kind for line in lines] == [SAME, REMOVED, ADDED, SAME]
    assert lines[1].parts == (DiffPart(SAME, "the "), DiffPart(REMOVED, "quick"), DiffPart(SAME, " fox"))
    assert lines[2].parts == (DiffPart(SAME, "the "), DiffPart(ADDED, "slow"), DiffPart(SAME, " fox"))


def test_lines_without_likeness_are_replaced_whole() -> None:
    removed, added = diff_lines("alpha beta", "gamma delta")
    assert removed.parts == (DiffPart(REMOVED, "alpha beta"),)
    assert added.parts == (DiffPart(ADDED, "gamma delta"),)


def test_scripts_without_spaces_are_compared_by_character() -> None:
    found = diff_words("今日は雨", "今日は雪")
    assert found == (
        DiffPart(SAME, "今日は"),
        DiffPart(REMOVED, "雨"),
        DiffPart(ADDED, "雪"),
    )


def test_hunks_keep_a_few_lines_around_each_change() -> None:
    old = [str(number) for number in range(30)]
    new = [*old[:5], "five", *old[6:25], "twenty-five", *old[26:]]
    hunks = group_hunks(diff_lines("\n".join(old), "\n".join(new)), context=2)
    assert [[line.text for line in hunk] for hunk in hunks] == [
        ["3", "4", "5", "five", "6", "7"],
        ["23", "24", "25", "twenty-five", "26", "27"],
    ]
    assert group_hunks(diff_lines("a", "a")) == ()
