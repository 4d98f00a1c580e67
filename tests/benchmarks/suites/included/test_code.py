import ast

import pytest

from llmbattler.benchmarks.suites.included.code import TESTS, draw_task
from llmbattler.benchmarks.suites.included.seeds import LEVELS, seeded_random


@pytest.mark.parametrize("level", LEVELS)
def test_every_test_compares_a_call_with_a_literal(level: str) -> None:
    names = set()
    for seed in range(60):
        task = draw_task(seeded_random(seed, "test", 0), level)
        assert f"`{task['entry_point']}`" in task["question"]
        assert len(task["tests"]) == TESTS
        for line in task["tests"]:
            claim = ast.parse(line).body[0]
            assert isinstance(claim, ast.Assert)
            assert isinstance(claim.test, ast.Compare)
            assert isinstance(claim.test.left, ast.Call)
            assert ast.unparse(claim.test.left.func) == task["entry_point"]
            for value in (*claim.test.left.args, *claim.test.comparators):
                ast.literal_eval(value)
        names.add(task["entry_point"])
    assert len(names) == 4


def test_known_functions_pass_their_tests() -> None:
    """Check the expected number of coins by an independent search."""
    for seed in range(80):
        task = draw_task(seeded_random(seed, "test", 0), "hard")
        if task["entry_point"] == "fewest_coins":
            coins = [int(one) for one in task["question"].partition("values ")[2].partition(" that")[0].split(", ")]
            for line in task["tests"]:
                amount, best = (int(part.strip(" )")) for part in line.partition("fewest_coins(")[2].split("=="))
                reach = {0}
                for _ in range(best):
                    reach = {sum_ + coin for sum_ in reach for coin in (0, *coins) if sum_ + coin <= amount}
                assert amount in reach
