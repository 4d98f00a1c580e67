from types import SimpleNamespace
from typing import Any, cast

import pytest

from llmbattler.benchmarks.runs.schemas import EstimateOut
from llmbattler.benchmarks.runs.service.estimate_warnings import MAX_NAMES, list_warnings
from llmbattler.benchmarks.runs.service.plans import Plan
from llmbattler.benchmarks.suites.definition.spec import ParamsSpec
from llmbattler.core.db import Database

ESTIMATE = EstimateOut(
    calls=10,
    cached=0,
    judge_calls=0,
    input_tokens=0,
    output_tokens=0,
    cost_usd=1.0,
    most_usd=3.0,
    unpriced=[],
    seconds=None,
    half_width=10,
    detectable=20,
    models=[],
    warnings=[],
)


def contestant(name: str, *, context: int | None = None, most: int = 0) -> Any:
    return SimpleNamespace(
        id=name, name=name.title(), context_length=context, plan=lambda _: SimpleNamespace(most_micro_usd=most)
    )


def make_plan(*models: Any, budget_usd: float | None = None, **fields: Any) -> Plan:
    suite = SimpleNamespace(spec=SimpleNamespace(params=ParamsSpec()), dataset_id=None)
    return cast(
        "Plan",
        SimpleNamespace(
            **{
                "suite": suite,
                "models": models or (contestant("alpha"),),
                "judges": (),
                "params": ParamsSpec(),
                "epochs": 1,
                "sample_count": 100,
                "use_cache": True,
                "budget_micro_usd": None if budget_usd is None else round(budget_usd * 1e6),
                **fields,
            }
        ),
    )


async def warn(
    database: Database, plan: Plan, *, guessed: tuple[str, ...] = (), cache_searched: bool = True, **out: Any
) -> str:
    estimate = ESTIMATE.model_copy(update=out)
    async with database.unit() as session:
        found = await list_warnings(
            session, plan=plan, out=estimate, guessed=guessed, cache_searched=cache_searched, longest=1_000
        )
    return "\n".join(found)


async def test_an_ordinary_run_has_no_warnings(database: Database) -> None:
    assert await warn(database, make_plan(budget_usd=5)) == ""


@pytest.mark.parametrize(("budget", "words"), [(0.5, "will probably exceed"), (2, "With long answers"), (3, "")])
async def test_the_budget_is_compared_with_the_expected_and_the_maximum_cost(
    database: Database, budget: float, words: str
) -> None:
    found = await warn(database, make_plan(budget_usd=budget))
    assert words in found
    assert bool(found) == bool(words)


async def test_many_models_are_counted_instead_of_named(database: Database) -> None:
    models = [contestant(f"m{number}") for number in range(MAX_NAMES + 2)]
    found = await warn(database, make_plan(*models), unpriced=[one.id for one in models])
    assert "M0, M1, M2, M3, M4 and 2 more" in found


async def test_a_contestant_whose_maximum_cost_is_known_is_told_apart(database: Database) -> None:
    models = (contestant("free"), contestant("team", most=5))
    found = await warn(database, make_plan(*models), unpriced=["free", "team"])
    assert "The price of Free is unknown" in found
    assert "The usual cost of Team is unknown" in found


async def test_what_limits_the_answers_is_named(database: Database) -> None:
    alpha = contestant("alpha", context=500)
    plan = make_plan(alpha, judges=(alpha,), use_cache=False, epochs=3, params=ParamsSpec(temperature=0))
    found = await warn(database, plan, guessed=("alpha",), judge_calls=20)
    for words in (
        "exceeds the context of Alpha",
        "Alpha judges its own answers",
        "The cache is off",
        "3 repeats per sample",
        "answer length of Alpha is unknown",
        "Judges add 20 calls",
    ):
        assert words in found
    assert "too many calls to check the cache" in await warn(database, make_plan(), cache_searched=False)


async def test_few_samples_say_what_can_be_found(database: Database) -> None:
    assert "only differences of 20 points" in await warn(database, make_plan(sample_count=10))
    assert "too few to show" in await warn(database, make_plan(sample_count=2), detectable=100)
