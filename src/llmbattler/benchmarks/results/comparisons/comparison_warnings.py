"""Warnings about what limits a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What warnings need to know about one entry."""

    run_id: UUID
    run_title: str
    model_name: str
    suite_name: str
    version: int
    finished: bool
    samples: int
    failed: int


def list_warnings(sides: Sequence[Side], *, common: int) -> list[str]:
    return [*_about_suites(sides), *_about_samples(sides, common), *_about_runs(sides), *_about_failures(sides)]


def _about_suites(sides: Sequence[Side]) -> list[str]:
    found = []
    suites = sorted({side.suite_name for side in sides})
    if len(suites) > 1:
        found.append(f"Different suites ({', '.join(suites)}): only identical samples are compared.")
    for suite in suites:
        versions = sorted({side.version for side in sides if side.suite_name == suite})
        if len(versions) > 1:
            found.append(
                f"Different versions of {suite} ({', '.join(map(str, versions))}): prompts or scoring may have changed."
            )
    return found


def _about_samples(sides: Sequence[Side], common: int) -> list[str]:
    most = max(side.samples for side in sides)
    if not common:
        return ["These have no samples in common."]
    if common < most:
        return [
            f"Only {common:,} of {most:,} samples are in all of these. Each pair is compared on its shared samples."
        ]
    return []


def _about_runs(sides: Sequence[Side]) -> list[str]:
    titles = {side.run_id: side.run_title for side in sides if not side.finished}
    return [f"“{title}” has not finished. Missing answers may change the result." for title in titles.values()]


def _about_failures(sides: Sequence[Side]) -> list[str]:
    found = []
    for side in (one for one in sides if one.failed):
        answers, are = ("answer", "is") if side.failed == 1 else ("answers", "are")
        where = f"of {side.model_name} in “{side.run_title}”"
        found.append(f"{side.failed:,} {answers} {where} failed and {are} left out.")
    return found
