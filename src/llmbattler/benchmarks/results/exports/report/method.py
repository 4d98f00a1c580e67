"""The section of a report that explains its statistics."""

from collections.abc import Sequence

from ...schemas import LineOut, RunOut
from .contents import Fact


def describe_method(run: RunOut, lines: Sequence[LineOut]) -> list[Fact]:
    methods = {line.score.method for line in lines}
    found = [
        Fact(
            "Score",
            "The mean of all scored answers, from 0 to 100%. An unreadable answer counts as wrong and is also listed "
            "separately. A call that failed after all tries does not count.",
        ),
        Fact("Interval", _describe_interval(methods, lines)),
        Fact(
            "Differences",
            "All models answer the same samples, so they are compared sample by sample: a sample that is hard for one "
            "model is usually hard for the other, and that cancels out. Two models can therefore differ clearly "
            "although their intervals overlap. With several comparisons some would look significant by chance, so the "
            "p-values are corrected (Holm). A difference is reported when p is below 0.05.",
        ),
        Fact(
            "No difference found",
            "This does not mean that two models are equally good. It means that this number of samples shows no clear "
            "difference. The report says how large a difference must be to be found in four of five such runs.",
        ),
    ]
    if run.epochs > 1:
        found.append(
            Fact(
                "Repetitions",
                f"Each sample was asked {run.epochs} times. Repetitions of a sample are not new samples, so intervals "
                "treat them as one group.",
            )
        )
    if run.judges:
        found.append(
            Fact("Judges", f"Some scores were given by models: {', '.join(run.judges)}. Judges can be wrong too.")
        )
    found.append(
        Fact(
            "Cost and time",
            "Cost is computed from the prices of the providers, without cached answers. Time is the median duration of "
            "an answer, from the request to its last token.",
        )
    )
    return found


def _describe_interval(methods: set[str], lines: Sequence[LineOut]) -> str:
    meaning = (
        "If the run were repeated with new samples of the same kind, 95 of 100 such intervals would contain the true "
        "score. "
    )
    if "clustered" in methods:
        effects = [line.score.design_effect for line in lines if line.score.design_effect is not None]
        wider = f" (here the variance is up to {max(effects):.1f} times as large)" if effects else ""
        return meaning + (f"Samples of one group are not independent, so intervals are computed over groups{wider}.")
    if methods == {"wilson"}:
        return meaning + "Computed with the Wilson score interval."
    return meaning + "Computed from the variance of the values with Student's t."
