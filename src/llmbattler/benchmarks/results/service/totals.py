"""A run in numbers, always counted from its rows."""

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
from ..repository import EpochCount, OpenedRun, Trouble
from ..schemas import ErrorCountOut, LineOut, NamedIntervalOut, RunOut
from .facts import find_facts
from .intervals import make_interval, show_interval
from .lines import Line, list_lines, open_run
from .tallies import Tally, tally

LATELY = timedelta(seconds=30)


async def show_run(session: Session, *, settings: Settings, run_id: UUID, asker: Visitor) -> RunOut:
    opened = await open_run(session, run_id=run_id)
    mine = is_own(opened.run.owner, asker)
    return await count_run(session, opened=opened, mine=mine, changeable=may_change(settings, asker, opened.run.owner))


async def count_run(session: Session, *, opened: OpenedRun, mine: bool = False, changeable: bool = False) -> RunOut:
    """Count everything there is to say about a run."""
    run, suite, version, _ = opened
    await repository.update_work_mem(session)
    lines = await list_lines(session, run=run)
    counter = _Counter(session, opened)
    tallies = await counter.count()
    shown = await counter.show(lines, tallies)
    done = sum(line.done for line in shown)
    row = to_out(run, suite, version.number, done, mine=mine)
    per_second = await _pace(session, run, tallies)
    facts = await find_facts(session, dataset_id=version.dataset_id)
    spent = [one.cost_micro_usd for one in tallies.values() if one.cost_micro_usd is not None]
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
        tags=list(facts.tags),
    )


async def _pace(session: Session, run: Run, tallies: dict[tuple[str, str], Tally]) -> float | None:
    """Answers in each second of the last half minute, or since it goes."""
    if run.status is not RunStatus.RUNNING:
        return None
    going = await get_transaction_time(session) - max(run.created_at, run.changed_at)
    seconds = min(max(going, timedelta(seconds=1)), LATELY).total_seconds()
    return sum(one.lately for one in tallies.values()) / seconds


class _Counter:
    """Gathers what the lines of one run need."""

    def __init__(self, session: Session, opened: OpenedRun) -> None:
        self._session = session
        self._run = opened.run
        self._dataset_id = opened.version.dataset_id
        spec = SuiteSpec.model_validate(opened.version.spec)
        self._scores = [score.name for score in spec.scores]
        # A single score is the value itself.
        self._counted = len(self._scores) if len(self._scores) > 1 else 0

    async def count(self) -> dict[tuple[str, str], Tally]:
        piles = await repository.list_piles(self._session, self._run.run_id, scores=self._counted, lately=LATELY)
        return tally(piles, measures=1 + self._counted)

    async def show(self, lines: Sequence[Line], tallies: dict[tuple[str, str], Tally]) -> list[LineOut]:
        run_id, measures = self._run.run_id, 1 + self._counted
        clusters = await self._sum_clusters()
        trouble = _by_line(await repository.list_trouble(self._session, run_id))
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
                    p50_ms=one.time_at(0.5),
                    p95_ms=one.time_at(0.95),
                    errors=[ErrorCountOut(kind=each.kind, count=each.times, last=each.last) for each in trouble[place]],
                )
            )
        return shown

    async def _sum_clusters(self) -> Mapping[tuple[str, str], Sequence[Sequence[ClusterSums]]]:
        """Clusters of the dataset; else the epochs of a sample are one; else there are none."""
        clustered = (await find_facts(self._session, dataset_id=self._dataset_id)).clustered
        if not clustered and self._run.epochs == 1:
            return {}
        dataset_id = self._dataset_id if clustered else None
        return await repository.list_cluster_sums(
            self._session, self._run.run_id, scores=self._counted, dataset_id=dataset_id
        )


Row = TypeVar("Row", Trouble, EpochCount)


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
