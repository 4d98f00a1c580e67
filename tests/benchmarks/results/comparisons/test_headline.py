"""The sentence with which the results of a run begin."""

import pytest

from llmbattler.benchmarks.results.comparisons.headline import share_of, write_verdict
from llmbattler.benchmarks.results.schemas import LineOut, RunVerdictOut
from llmbattler.benchmarks.results.service.ranked_lines import rank_lines
from llmbattler.benchmarks.runs.service.listing import RunStatus

from ..sample_lines import SAMPLES, make_difference, make_line, make_run

NAMES = ("ant", "bee", "cat", "dog", "eel", "fox")
NONE, FEW, WORSE, BETTER = "no difference found", "too few", "worse", "better"


def judge(*verdicts: str, scores: tuple[float, ...] = (0.925, 0.9, 0.85, 0.8, 0.75, 0.7)) -> RunVerdictOut:
    """The first of as many lines as there are verdicts, and one more, is the best."""
    lines = [make_line(name, score) for name, score in zip(NAMES, scores, strict=False)][: len(verdicts) + 1]
    return write_verdict(make_run(lines), lines, [make_difference(verdict) for verdict in verdicts])


def judge_lines(*lines: LineOut, **columns: object) -> RunVerdictOut:
    ranked = [line for line in rank_lines(lines) if line.score.n]
    return write_verdict(make_run(lines, **columns), ranked, [make_difference(NONE)] * max(0, len(ranked) - 1))


@pytest.mark.parametrize(
    ("verdicts", "sentence"),
    [
        ([], "Ant scores 92.5% (95% interval 82.5 to 102.5)."),
        ([WORSE], "Ant leads with 92.5%, clearly ahead of Bee."),
        ([WORSE] * 5, "Ant leads with 92.5%, clearly ahead of all 5 others."),
        ([NONE], "Ant leads with 92.5%; there is no clear difference from Bee."),
        ([NONE, NONE, WORSE], "Ant leads with 92.5%; there is no clear difference from Bee and Cat."),
        ([NONE, NONE, NONE, NONE, WORSE], "Ant leads with 92.5%; there is no clear difference from 4 others."),
        ([NONE] * 5, "Ant leads with 92.5%; there is no clear difference from all 5 others."),
        ([FEW, FEW], "Ant leads with 92.5%; there are too few samples for a comparison with Bee and Cat."),
        (
            [NONE, FEW, BETTER],
            (
                "Ant leads with 92.5%; there is no clear difference from Bee; there are too few samples for a "
                "comparison with Cat; on the samples in common, Dog does clearly better."
            ),
        ),
    ],
)
def test_the_sentence_says_who_leads_and_how_clearly(verdicts: list[str], sentence: str) -> None:
    assert judge(*verdicts).sentence == sentence


@pytest.mark.parametrize(
    ("scores", "verdicts", "sentence"),
    [
        ((0.9, 0.9), [NONE], "Ant and Bee both score 90.0%."),
        ((0.9, 0.9, 0.9), [NONE, FEW], "All 3 score 90.0%."),
        ((0.9, 0.9, 0.5), [NONE, WORSE], "Ant and Bee share the lead with 90.0%, clearly ahead of Cat."),
        (
            (1, 1, 1, 1, 0.9),
            [NONE] * 4,
            "4 share the lead with 100.0%; there is no clear difference from Eel.",
        ),
        # What looks the same is a tie, unless the difference is clear.
        ((0.90004, 0.9, 0.2), [NONE, WORSE], "Ant and Bee share the lead with 90.0%, clearly ahead of Cat."),
        ((0.90004, 0.9), [WORSE], "Ant leads with 90.0%, clearly ahead of Bee."),
    ],
)
def test_equal_scores_share_the_lead(scores: tuple[float, ...], verdicts: list[str], sentence: str) -> None:
    assert judge(*verdicts, scores=scores).sentence == sentence


def test_leaders_and_unclear_ones_are_named_by_their_keys() -> None:
    found = judge(NONE, NONE, FEW, WORSE, scores=(0.9, 0.9, 0.8, 0.7, 0.6))
    assert (found.leaders, found.unclear) == (["ant", "bee"], ["cat", "dog"])
    assert [one.verdict for one in found.differences] == [NONE, NONE, FEW, WORSE]


def test_an_unfinished_run_says_how_far_it_is() -> None:
    lines = make_line("ant", 0.5, done=4), make_line("bee", 0.5, done=3)
    assert (
        judge_lines(*lines, status=RunStatus.RUNNING).sentence == "After 7 of 20 answers, Ant and Bee both score 50.0%."
    )
    three = (*lines, make_line("cat", 0.5, done=1))
    assert judge_lines(*three, status=RunStatus.CANCELLED).sentence == "After 8 of 30 answers, all 3 score 50.0%."


def test_a_run_without_scores_says_why() -> None:
    nothing = make_line("ant", None, done=0)
    assert judge_lines(nothing, status=RunStatus.RUNNING).sentence == "No answers yet."
    assert judge_lines(nothing, status=RunStatus.PAUSED).sentence == "No answers yet."
    assert judge_lines(nothing, status=RunStatus.STOPPED).sentence == "This run ended without an answer."
    failed = make_line("ant", None, failed=SAMPLES - 1, quarantined=1)
    found = judge_lines(failed, make_line("bee", None, failed=SAMPLES))
    assert found.sentence == "No answer has been scored: every call has failed."
    assert (found.leaders, found.details, found.differences) == ([], [], [])
    some = make_line("ant", None, failed=3, done=3)
    assert judge_lines(some, status=RunStatus.RUNNING).sentence == "So far, every call has failed."


def test_details_name_unreadable_answers_failed_calls_and_missing_scores() -> None:
    found = judge_lines(make_line("ant", 0.5, unparsed=1), make_line("bee", 0.4, failed=2), make_line("cat", None))
    assert found.details == [
        "1 (3%) of all answers was unreadable and counts as wrong.",
        "2 (7%) of all calls failed; they do not count.",
        "There is no score for Cat.",
    ]
    more = judge_lines(make_line("ant", 0.5, unparsed=3), make_line("bee", 0.4, failed=1))
    assert more.details == [
        "3 (15%) of all answers were unreadable and count as wrong.",
        "1 (5%) of all calls failed; it does not count.",
    ]
    assert judge(WORSE).details == []


def test_two_prompts_of_one_model_are_two_names() -> None:
    lines = [make_line("ant", score, prompt=name, several=True) for name, score in (("main", 0.9), ("terse", 0.8))]
    found = write_verdict(make_run(lines), lines, [make_difference(WORSE)])
    assert found.sentence == "Ant · main leads with 90.0%, clearly ahead of Ant · terse."


def test_shares_are_numbers_and_percent() -> None:
    assert [share_of(0, 10), share_of(3, 12), share_of(3, 0)] == ["0", "3 (25%)", "3"]
    assert share_of(1, 1_000) == "1 (<1%)"
