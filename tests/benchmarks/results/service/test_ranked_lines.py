"""The order and names of lines."""

from llmbattler.benchmarks.results.service.ranked_lines import name_lines, rank_lines

from ..sample_lines import make_line, make_run


def test_the_best_comes_first_and_ties_keep_the_order_of_the_run() -> None:
    lines = [make_line("dog", None), make_line("cat", 0.5), make_line("bee", 0.9), make_line("ant", 0.5)]
    assert [line.key for line in rank_lines(lines)] == ["bee", "cat", "ant", "dog"]


def test_prompts_are_named_only_if_there_are_several() -> None:
    one = make_run([make_line("ant", 0.5), make_line("bee", 0.5)])
    assert name_lines(one) == {"ant": "Ant", "bee": "Bee"}
    two = make_run([make_line("ant", 0.5, prompt=prompt, several=True) for prompt in ("main", "terse")])
    assert name_lines(two) == {"ant#main": "Ant · main", "ant#terse": "Ant · terse"}
    shortened = name_lines(two, shorten=lambda name: name[:1])
    assert list(shortened.values()) == ["A · main", "A · terse"], "the prompts are what differs"
