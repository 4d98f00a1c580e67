from collections import defaultdict

from llmbattler.benchmarks.suites.included.consistency import VARIANTS, list_variants


def test_variants_of_a_question_share_their_answer_and_cluster() -> None:
    groups = defaultdict(list)
    for sample in list_variants(3, 80):
        groups[sample["group"]].append(sample)
    assert all(len(group) == VARIANTS for group in groups.values())
    for group in groups.values():
        right = {one["choices"]["ABCD".index(one["answer"])] for one in group}
        assert len(right) == 1
        assert len({one["question"] for one in group}) == VARIANTS
        assert len({tuple(sorted(one["choices"])) for one in group}) == 1
        assert all(len(set(one["choices"])) == 4 for one in group)


def test_the_number_of_samples_is_exact() -> None:
    assert len(list_variants(1, 7)) == 7
    assert list_variants(1, 7) == list_variants(1, 20)[:7]
