"""Totals of a run, always counted from its results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.money import MICRO
from llmbattler.core.settings import Settings

from ...runs.models import Outcome, Run, RunStatus
from ...runs.service.listing import to_out
from ...statistics.clusters import ClusterSums
from ...statistics.pass_k import pass_at_k, pass_hat_k
from ...suites.definition.spec import SuiteSpec
from ...suites.rights import is_own, may_change
from .. import repository
from ..repository import EpochCount, ErrorGroup, LoadedRun
from ..schemas import ErrorCountOut, LineOut, NamedIntervalOut, RunOut
from .dataset_summary import find_dataset_summary
from .intervals import make_interval, show_interval
from .lines import Line, list_lines, load_run
from .silent_endpoints import list_silent
from .tallies import Tally, tally

RECENT = timedelta(seconds=30)


async def show_run(session: Session, *, settings: Settings, run_id: UUID, asker: Visitor) -> RunOut:
    loaded = await load_run(session, run_id=run_id)
    mine = is_own(loaded.run.owner, asker)
    return await count_run(session, loaded=loaded, mine=mine, changeable=may_change(settings, asker, loaded.run.owner))


async def count_run(session: Session, *, loaded: LoadedRun, mine: bool = False, changeable: bool = False) -> RunOut:
    """Count all results of a run."""
    run, suite, version, _ = loaded
    await repository.update_work_mem(session)
    lines = await list_lines(session, run=run)
    counter = _Counter(session, loaded)
    tallies = await counter.count()
    shown = await counter.show(lines, tallies)
    done = sum(line.done for line in shown)
    row = to_out(run, suite, version.number, done, mine=mine)
    per_second = await _pace(session, run, tallies)
    summary = await find_dataset_summary(session, dataset_id=version.dataset_id)
    spent = [one.cost_micro_usd for one in tallies.values() if one.cost_micro_usd is not None]
    judges = run.judges or version.spec.get("judges", [])
    return RunOut(
        **dict(row),
        may_change=changeable,
        description=version.spec.get("description", ""),
        concurrency=run.concurrency,
        use_cache=run.use_cache,
        params=run.params,
        judges=run.judges,
        budget_usd=None if run.budget_micro_usd is None else run.budget_micro_usd / MICRO,
        spent_usd=sum(spent) / MICRO if spent else None,
        webhook=run.webhook_url is not None,
        lines=shown,
        per_second=per_second,
        seconds_left=(row.total - done) / per_second if per_second else None,
        tags=list(summary.tags),
        silent=await list_silent(session, run=run, judges=judges, with_address=changeable),
    )


async def _pace(session: Session, run: Run, tallies: dict[tuple[str, str], Tally]) -> float | None:
    """Answers per second over the last 30 seconds, or since the run was started or changed."""
    if run.status is not RunStatus.RUNNING:
        return None
    running_for = await get_transaction_time(session) - max(run.created_at, run.changed_at)
    seconds = min(max(running_for, timedelta(seconds=1)), RECENT).total_seconds()
    return sum(one.recent for one in tallies.values()) / seconds


class _Counter:
    """Counts the lines of one run."""

    def __init__(self, session: Session, loaded: LoadedRun) -> None:
        self._session = session
        self._run = loaded.run
        self._dataset_id = loaded.version.dataset_id
        spec = SuiteSpec.model_validate(loaded.version.spec)
        self._scores = [score.name for score in spec.scores]
        # A single score equals the value.
        self._counted = len(self._scores) if len(self._scores) > 1 else 0

    async def count(self) -> dict[tuple[str, str], Tally]:
        buckets = await repository.list_buckets(self._session, self._run.run_id, scores=self._counted, recent=RECENT)
        return tally(buckets, measures=1 + self._counted)

    async def show(self, lines: Sequence[Line], tallies: dict[tuple[str, str], Tally]) -> list[LineOut]:
        run_id, measures = self._run.run_id, 1 + self._counted
        clusters = await self._sum_clusters()
        error_groups = _by_line(await repository.list_error_groups(self._session, run_id))
        epochs = _by_line(await repository.count_epochs(self._session, run_id) if self._run.epochs > 1 else [])
        shown = []
        for line in lines:
            place = (line.model_id, line.prompt)
            one = tallies.get(place) or Tally(measures)
            clustered = clusters.get(place) or [()] * measures
            found = [make_interval(*each) for each in zip(one.moments, clustered, strict=True)]
            scores = [
                NamedIntervalOut(name=name, **show_interval(interval).model_dump())
                for name, interval in zip(self._scores, found[1:] or found, strict=True)
            ]
            passed = _count_passes(epochs[place], self._run.epochs)
            shown.append(
                LineOut(
                    key=line.key,
                    model_id=line.model_id,
                    model_name=line.model_name,
                    prompt=line.prompt,
                    total=self._run.sample_count * self._run.epochs,
                    done=one.done,
                    right=one.ended[Outcome.RIGHT],
                    wrong=one.ended[Outcome.WRONG],
                    unparsed=one.ended[Outcome.UNPARSED],
                    failed=one.ended[Outcome.FAILED],
                    quarantined=one.ended[Outcome.QUARANTINED],
                    retrying=one.ended[Outcome.RETRYING],
                    score=show_interval(found[0]),
                    scores=scores,
                    pass_at_k=passed[0],
                    pass_hat_k=passed[1],
                    cached=one.cached,
                    input_tokens=one.input_tokens,
                    output_tokens=one.output_tokens,
                    cost_usd=None if one.cost_micro_usd is None else one.cost_micro_usd / MICRO,
                    p50_ms=one.get_duration(0.5),
                    p95_ms=one.get_duration(0.95),
                    errors=[
                        ErrorCountOut(kind=each.kind, count=each.times, last=each.last) for each in error_groups[place]
                    ],
                )
            )
        return shown

    async def _sum_clusters(self) -> Mapping[tuple[str, str], Sequence[Sequence[ClusterSums]]]:
        """The clusters of the dataset, else the epochs of each sample; nothing if there are neither."""
        clustered = (await find_dataset_summary(self._session, dataset_id=self._dataset_id)).clustered
        if not clustered and self._run.epochs == 1:
            return {}
        dataset_id = self._dataset_id if clustered else None
        return await repository.list_cluster_sums(
            self._session, self._run.run_id, scores=self._counted, dataset_id=dataset_id
        )


Row = TypeVar("Row", ErrorGroup, EpochCount)


def _by_line(rows: Sequence[Row]) -> defaultdict[tuple[str, str], list[Row]]:
    found: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        found[row.model_id, row.prompt].append(row)
    return found


def _count_passes(found: Sequence[EpochCount], epochs: int) -> tuple[dict[str, float], dict[str, float]]:
    """pass@k and pass^k for every k up to the number of epochs."""
    at: dict[str, float] = {}
    hat: dict[str, float] = {}
    for k in range(1, epochs + 1):
        tried = [one for one in found if one.n >= k]
        samples = sum(one.samples for one in tried)
        if samples:
            at[str(k)] = sum(one.samples * (pass_at_k([one.right], [one.n], k) or 0.0) for one in tried) / samples
            hat[str(k)] = sum(one.samples * (pass_hat_k([one.right], [one.n], k) or 0.0) for one in tried) / samples
    return at, hat
