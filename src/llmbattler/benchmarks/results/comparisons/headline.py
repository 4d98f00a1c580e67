"""The sentence with which the results of a run begin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...runs.service.listing import RunStatus
from ..schemas import DifferenceOut, LineOut, RunOut, RunVerdictOut
from ..service.ranked_lines import name_lines

MOST_NAMES = 3
"""More are counted instead of named."""
_CLEAR = ("better", "worse")


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def share_of(number: int, total: int) -> str:
    if not number:
        return "0"
    if not total:
        return f"{number:,}"
    share = f"{100 * number / total:.0f}%"
    return f"{number:,} ({'<1%' if share == '0%' else share})"


def write_verdict(run: RunOut, ranked: Sequence[LineOut], differences: Sequence[DifferenceOut]) -> RunVerdictOut:
    """What a run shows. `ranked` are its lines with a score, best first, and `differences` those from the first."""
    groups = _Groups.of(ranked, differences)
    sentence = _write_sentence(groups, ranked, name_lines(run)) if ranked else _describe_missing(run)
    if ranked and run.done < run.total:
        sentence = f"After {run.done:,} of {run.total:,} answers, {sentence}"
    return RunVerdictOut(
        sentence=sentence[0].upper() + sentence[1:] if sentence.startswith("all ") else sentence,
        details=_list_details(run),
        leaders=groups.leaders,
        unclear=[*groups.equal, *groups.few],
        differences=list(differences),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Groups:
    """The keys of all lines with a score, by how they compare with the first."""

    leaders: list[str]
    """The first, and those with the same score."""
    equal: list[str]
    few: list[str]
    behind: list[str]
    better: list[str]
    """Lower scores that are nevertheless better on the samples in common."""

    @classmethod
    def of(cls, ranked: Sequence[LineOut], differences: Sequence[DifferenceOut]) -> "_Groups":
        found: dict[str, list[str]] = {
            word: [] for word in ("tie", "no difference found", "too few", "worse", "better")
        }
        for line, one in zip(ranked[1:], differences, strict=True):
            tied = one.verdict not in _CLEAR and _shown(line) == _shown(ranked[0])
            found["tie" if tied else one.verdict].append(line.key)
        return cls(
            leaders=[line.key for line in ranked[:1]] + found["tie"],
            equal=found["no difference found"],
            few=found["too few"],
            behind=found["worse"],
            better=found["better"],
        )


def _shown(line: LineOut) -> str:
    """Scores that look the same are a tie."""
    return percent(line.score.mean or 0.0)


def _write_sentence(groups: _Groups, ranked: Sequence[LineOut], names: Mapping[str, str]) -> str:
    def join(keys: Sequence[str]) -> str:
        return join_names([names[key] for key in keys], all_others=len(keys) == len(ranked) - len(groups.leaders))

    parts = [_describe_lead(groups, ranked, names)]
    if groups.equal:
        parts.append(f"there is no clear difference from {join(groups.equal)}")
    if groups.few:
        parts.append(f"there are too few samples for a comparison with {join(groups.few)}")
    if groups.better:
        verb = "does" if len(groups.better) == 1 else "do"
        parts.append(f"on the samples in common, {join(groups.better)} {verb} clearly better")
    if groups.behind and len(parts) == 1:
        return f"{parts[0]}, clearly ahead of {join(groups.behind)}."
    return f"{'; '.join(parts)}."


def _describe_lead(groups: _Groups, ranked: Sequence[LineOut], names: Mapping[str, str]) -> str:
    score, count = _shown(ranked[0]), len(groups.leaders)
    if len(ranked) == 1:
        low, high = ranked[0].score.low, ranked[0].score.high
        between = "" if low is None or high is None else f" (95% interval {100 * low:.1f} to {100 * high:.1f})"
        return f"{names[ranked[0].key]} scores {score}{between}"
    named = [names[key] for key in groups.leaders]
    if count == len(ranked):
        return f"{' and '.join(named)} both score {score}" if count == 2 else f"all {count} score {score}"  # noqa: PLR2004
    if count == 1:
        return f"{named[0]} leads with {score}"
    return f"{_list(named) if count <= MOST_NAMES else count} share the lead with {score}"


def join_names(names: Sequence[str], *, all_others: bool = False) -> str:
    """“A, B and C”, or “7 others”."""
    if len(names) <= MOST_NAMES:
        return _list(names)
    return f"all {len(names):,} others" if all_others else f"{len(names):,} others"


def _list(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _describe_missing(run: RunOut) -> str:
    """Why there is no score."""
    over = run.status in {RunStatus.FINISHED, RunStatus.CANCELLED, RunStatus.STOPPED}
    failed = sum(line.failed + line.quarantined for line in run.lines)
    if failed and failed == run.done:
        return "No answer has been scored: every call has failed." if over else "So far, every call has failed."
    if over:
        return "This run ended without an answer."
    return "No answers yet."


def _list_details(run: RunOut) -> list[str]:
    found = []
    unread = sum(line.unparsed for line in run.lines)
    failed = sum(line.failed + line.quarantined for line in run.lines)
    scored = [line for line in run.lines if line.score.n]
    if unread:
        verb = "was unreadable and counts" if unread == 1 else "were unreadable and count"
        found.append(f"{share_of(unread, run.done)} of all answers {verb} as wrong.")
    if failed and scored:
        counts = "it does not count" if failed == 1 else "they do not count"
        found.append(f"{share_of(failed, run.done)} of all calls failed; {counts}.")
    missing = [line for line in run.lines if not line.score.n]
    if missing and scored:
        named = join_names([name_lines(run)[line.key] for line in missing])
        found.append(f"There is no score for {named}.")
    return found
