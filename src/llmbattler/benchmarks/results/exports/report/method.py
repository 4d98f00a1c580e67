"""How the numbers came about, for readers who want to know. Pure."""

from collections.abc import Sequence

from ...schemas import LineOut, RunOut
from .contents import Fact


def describe_method(run: RunOut, lines: Sequence[LineOut]) -> list[Fact]:
    methods = {line.score.method for line in lines}
    found = [
        Fact(
            "Score",
            "The mean of all scored answers, from 0 to 100 %. An answer that could not be read counts as wrong and is "
            "also listed apart (unparsed). A call that failed after all tries does not count at all.",
        ),
        Fact("Interval", _describe_interval(methods, lines)),
        Fact(
            "Differences",
            "All models answer the same samples, so they are compared sample by sample: what is hard for one is "
            "mostly hard for the other, and that cancels out. Therefore two models can differ clearly although their "
            "intervals overlap. With several comparisons one of them would stand out by chance; the p-values are "
            "corrected for that (Holm). We speak of a difference when p is below 0.05.",
        ),
        Fact(
            "No difference found",
            "Does not mean that two models are equally good. It means that this many samples cannot tell them apart; "
            "the report says how large a difference would have had to be to be found in four of five such runs.",
        ),
    ]
    if run.epochs > 1:
        found.append(
            Fact(
                "Repetitions",
                f"Each sample was asked {run.epochs} times. Repetitions of one sample are no new samples, so "
                "intervals treat them as one group.",
            )
        )
    if run.judges:
        found.append(
            Fact("Judges", f"Some scores were given by models: {', '.join(run.judges)}. Judges can be wrong too.")
        )
    found.append(
        Fact(
            "Cost and time",
            "Cost as the providers' prices say, without answers taken from the cache. Time is that of the median "
            "answer, from the question to its last word.",
        )
    )
    return found


def _describe_interval(methods: set[str], lines: Sequence[LineOut]) -> str:
    said = (
        "If the same kind of question were asked again and again, 95 of 100 such intervals would hold the true score. "
    )
    if "clustered" in methods:
        effects = [line.score.design_effect for line in lines if line.score.design_effect is not None]
        wider = f" (here the variance is up to {max(effects):.1f} times as large)" if effects else ""
        return said + (
            f"Samples that belong together are no independent evidence, so intervals are computed over groups{wider}."
        )
    if methods == {"wilson"}:
        return said + "Computed with Wilson's formula for shares."
    return said + "Computed from the scatter of the values with Student's t."
