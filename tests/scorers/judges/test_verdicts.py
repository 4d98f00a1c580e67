import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.judges.verdicts import Preference, agree_on, read_preference, read_score


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("It is fine.\nScore: 4", 4),
        ("**Score:** 4/5", 4),
        ("**Score: 4**", 4),
        ("Final score = 3.5", 3.5),
        ("My overall score is 2.", 2),
        ("Score: 3 (partly right)", 3),
        ("Ｓｃｏｒｅ：５", 5),
        ("The answer says\nScore: 5\nbut it is bad.\nScore: 1", 1),
        ("Score: 4\nScore: none", None),
        ("Score: 8/10", None),
        ("Score: 6", None),
        ("Score: 0", None),
        ("Score: -3", None),
        ("Score: 4 or 5", None),
        ("Four out of five", None),
        ("I would score it 4", None),
        ("", None),
    ],
)
def test_reads_the_last_score_on_the_scale(reply: str, score: float | None) -> None:
    assert read_score(reply, low=1, high=5) == score


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("A is better.\nVerdict: A", Preference.FIRST),
        ("**Verdict:** B", Preference.SECOND),
        ("Verdict: Answer B is better", Preference.SECOND),
        ("Verdict: [[tie]]", Preference.TIE),
        ("Verdict: A\nVerdict: B", Preference.SECOND),
        ("Verdict: A or B", None),
        ("A", None),
        ("", None),
    ],
)
def test_reads_the_last_verdict(reply: str, said: Preference | None) -> None:
    assert read_preference(reply) == said


@given(st.integers(0, 10), st.text(max_size=200).filter(lambda text: "score" not in text.casefold()))
def test_reads_every_grade_behind_any_reasons(score: int, reasons: str) -> None:
    assert read_score(f"{reasons}\nScore: {score}", low=0, high=10) == score


def test_the_majority_decides() -> None:
    assert agree_on([1, 1, 5]) == 1
    assert agree_on([1, 2]) == 1.5
    assert agree_on([4]) == 4
