from llmbattler.benchmarks.results.exports.report.method import describe_method
from llmbattler.benchmarks.results.schemas import EstimateIntervalOut, LineOut, RunOut


def describe(
    *methods: str, epochs: int = 1, judges: tuple[str, ...] = (), effect: float | None = None
) -> dict[str, str]:
    lines = [
        LineOut.model_construct(
            score=EstimateIntervalOut(mean=0.5, low=0.4, high=0.6, n=10, method=method, design_effect=effect)
        )
        for method in methods
    ]
    run = RunOut.model_construct(epochs=epochs, judges=list(judges))
    return {fact.label: fact.value for fact in describe_method(run, lines)}


def test_the_interval_is_explained_by_its_method() -> None:
    assert "Wilson" in describe("wilson", "wilson")["Interval"]
    assert "Student" in describe("wilson", "clt")["Interval"]
    clustered = describe("clustered", effect=1.84)["Interval"]
    assert "computed over groups" in clustered
    assert "up to 1.8 times as large" in clustered


def test_repetitions_and_judges_are_explained_only_where_there_are_any() -> None:
    plain = describe("wilson")
    assert not {"Repetitions", "Judges"} & set(plain)
    rich = describe("wilson", epochs=3, judges=("beta",))
    assert "asked 3 times" in rich["Repetitions"]
    assert "beta" in rich["Judges"]
