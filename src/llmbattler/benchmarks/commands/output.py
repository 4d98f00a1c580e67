"""Prints estimates and results of runs, and chooses the exit code."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rich.markup import escape

from llmbattler.core.commands import console, errors, fail
from llmbattler.core.console_table import ConsoleTable, number

from ..results.schemas import DifferenceOut, EstimateIntervalOut, LineOut, RunOut, RunVerdictOut, SilentEndpointOut
from ..results.service.ranked_lines import rank_lines
from ..runs.schemas import EstimateOut
from ..runs.service.listing import RunStatus

MISSED = 2
"""A score is below its threshold."""
FAILED = 3
"""Answers failed, or the run did not finish."""
INTERRUPTED = 130
MAX_DIFFERENCES = 9
MINUTE, HOUR = 60, 3600
CENT = 0.01


def show_seconds(seconds: float | None) -> str:
    if seconds is None:
        return "unknown"
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


def show_dollars(dollars: float | None) -> str:
    if dollars is None:
        return "unknown"
    return f"${dollars:,.2f}" if dollars == 0 or dollars >= CENT else f"${dollars:.4f}"


def print_estimate(estimate: EstimateOut) -> None:
    """Print to stderr, so that stdout contains only the result."""
    table = ConsoleTable(
        "Model", *map(number, ("Calls", "Cached", "Input tokens", "Output tokens", "Cost", "Max. cost", "Time"))
    )
    for one in estimate.models:
        table.add_row(
            escape(one.model_id),
            f"{one.calls:,}",
            f"{one.cached:,}",
            f"{one.input_tokens:,}",
            f"{one.output_tokens:,}",
            show_dollars(one.cost_usd),
            show_dollars(one.most_usd),
            show_seconds(one.seconds),
        )
    errors.print(table)
    cost = "cost unknown"
    if estimate.cost_usd is not None:
        cost = f"about {show_dollars(estimate.cost_usd)}, at most {show_dollars(estimate.most_usd)}"
    errors.print(
        f"{estimate.calls:,} calls, {cost}, time {show_seconds(estimate.seconds)}. A score near 50% is measured to "
        f"±{estimate.half_width:.1f} points; a difference of {estimate.detectable:.1f} points is found in 4 of 5 runs."
    )
    for warning in estimate.warnings:
        errors.print(f"[yellow]{escape(warning)}[/yellow]")


def write_json(run: RunOut, verdict: RunVerdictOut) -> None:
    found = verdict.model_dump(mode="json")
    shown = {**run.model_dump(mode="json"), "differences": found.pop("differences"), "verdict": found}
    console.file.write(json.dumps(shown, indent=2) + "\n")


def print_run(run: RunOut, verdict: RunVerdictOut) -> None:
    console.print(f"[bold]{escape(verdict.sentence)}[/bold]", soft_wrap=True)
    for detail in verdict.details:
        console.print(escape(detail), soft_wrap=True)
    table = ConsoleTable(
        "Model",
        *map(number, ("Score", "95% interval", "Unreadable", "Failed", "Cost", "Median time", "Answers")),
    )
    ranked = rank_lines(run.lines)
    for line in ranked:
        table.add_row(
            escape(line.key),
            show_share(line.score.mean),
            show_interval(line.score),
            f"{line.unparsed:,}",
            f"{line.failed + line.quarantined:,}",
            show_dollars(line.cost_usd),
            "" if line.p50_ms is None else f"{line.p50_ms / 1000:.2f} s",
            f"{line.done:,} of {line.total:,}",
        )
    console.print(table)
    _print_scores(ranked)
    for difference in verdict.differences[:MAX_DIFFERENCES]:
        console.print(_describe_difference(difference))
    _print_errors(run.lines)
    for silent in run.silent:
        console.print(f"[bold red]{escape(describe_silent(silent))}[/bold red]", soft_wrap=True)
    if run.silent:
        console.print(f"The run waits for it. To stop: `llmbattler bench cancel {run.run_id}`, or `pause`.")
    console.print(f"{escape(run.title)} is {run.status}." + (f" {escape(run.reason)}" if run.reason else ""))


def describe_silent(silent: SilentEndpointOut) -> str:
    """Which model server gives no answer, since when, and why."""
    models = ", ".join(silent.models)
    where = models if silent.address is None else f"{silent.address} ({models})"
    why = "" if silent.error is None else f" {silent.error}"
    return f"No answer from {where} since {silent.since:%H:%M:%S} UTC, {show_seconds(silent.seconds)}.{why}"


def _print_scores(lines: Sequence[LineOut]) -> None:
    if not lines or len(lines[0].scores) < 2:  # noqa: PLR2004 - a single score equals the total
        return
    table = ConsoleTable("Model", *(number(score.name) for score in lines[0].scores))
    for line in lines:
        table.add_row(escape(line.key), *(show_share(score.mean) for score in line.scores))
    console.print(table)


def _print_errors(lines: Sequence[LineOut]) -> None:
    for line in lines:
        for error in line.errors:
            console.print(f"[red]{escape(line.key)}: {error.count:,} × {escape(error.kind)}[/red] {escape(error.last)}")


def _describe_difference(difference: DifferenceOut) -> str:
    first, second = (escape(entry.partition(":")[2]) for entry in (difference.first, difference.second))
    if difference.difference is None or difference.low is None or difference.high is None:
        return f"{second} vs {first}: too few samples in common to compare."
    p = "" if difference.p is None else f", p = {difference.p:.3f}"
    return (
        f"{second} vs {first}: {difference.difference * 100:+.1f} points "
        f"({difference.low * 100:+.1f} to {difference.high * 100:+.1f}{p}) on {difference.n:,} samples: "
        f"{difference.verdict}."
    )


def show_share(mean: float | None) -> str:
    return "" if mean is None else f"{mean:.1%}"


def show_interval(found: EstimateIntervalOut) -> str:
    return "" if found.low is None or found.high is None else f"{found.low:.1%} to {found.high:.1%}"


def name_line(line: LineOut) -> tuple[str, ...]:
    """All names by which a line of a run can be given."""
    return line.key, line.model_id, f"{line.model_id}#{line.prompt}"


@dataclass(frozen=True, slots=True)
class Threshold:
    """The lowest acceptable value: of every model, of one model, or of one score of every model."""

    name: str | None
    least: float

    @classmethod
    def read(cls, text: str) -> "Threshold":
        name, _, number = text.rpartition("=")
        try:
            least = float(number)
        except ValueError:
            fail(f"--fail-under: {text!r} is not valid. Use a number like 0.8, or name=0.8.")
        if not 0 <= least <= 1:
            fail(f"--fail-under: {number} is not between 0 and 1.")
        return cls(name or None, least)

    def check_name(self, known: set[str]) -> None:
        if self.name is not None and self.name not in known:
            fail(f"--fail-under: this run has no model or score named {self.name!r}.")

    def find_misses(self, lines: Sequence[LineOut]) -> list[str]:
        found: list[tuple[str, float | None]] = []
        for line in lines:
            if self.name is None or self.name in name_line(line):
                found.append((line.key, line.score.mean))
            found += [(f"{line.key}, {score.name}", score.mean) for score in line.scores if score.name == self.name]
        return [
            f"{name}: {show_share(mean) or 'no score'} is below {self.least:.1%}."
            for name, mean in found
            if mean is None or mean < self.least
        ]


def choose_exit(run: RunOut, thresholds: Sequence[Threshold]) -> int:
    """Print to stderr what is wrong and return the exit code."""
    misses = [miss for threshold in thresholds for miss in threshold.find_misses(run.lines)]
    for miss in misses:
        errors.print(f"[bold red]{escape(miss)}[/bold red]")
    if misses:
        return MISSED
    failed = sum(line.failed + line.quarantined for line in run.lines)
    if failed:
        errors.print(
            f"[bold red]{failed:,} answers failed.[/bold red] To retry them: llmbattler bench retry {run.run_id}"
        )
    return FAILED if failed or run.status is not RunStatus.FINISHED else 0
