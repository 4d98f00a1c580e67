from llmbattler.benchmarks.suites.included.seeds import LEVELS, flip_coin, level_at, seeded_random


def test_each_sample_has_its_own_reproducible_stream() -> None:
    assert seeded_random(1, "a", 0).random() == seeded_random(1, "a", 0).random()
    streams = {seeded_random(seed, name, number).random() for seed in (1, 2) for name in "ab" for number in (0, 1)}
    assert len(streams) == 8


def test_levels_alternate() -> None:
    assert [level_at(number) for number in range(4)] == [*LEVELS, LEVELS[0]]


def test_a_coin_has_two_sides() -> None:
    rng = seeded_random(1, "coin", 0)
    assert 400 < sum(flip_coin(rng) for _ in range(1000)) < 600
