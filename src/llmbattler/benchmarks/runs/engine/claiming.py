"""Taking pieces of runs, and making questions of those of their samples that have no result yet."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from llmbattler.catalog.service import Ask, OfferedModel, Reading, find_offered
from llmbattler.connectors.contract import Params
from llmbattler.core.db import Database, Session

from ...suites.definition.errors import BadTemplate
from ...suites.definition.samples import SampleView
from ...suites.service.open_suite import OpenSuite, list_samples, open_suite
from ..caching import identify, make_key, merge_params
from ..chunks import SIZE
from ..endpoints import endpoint_of
from ..models import Run
from ..thinking import make_room
from . import repository
from .desks import Desk, Held, Item, Lane, Paid, Purse
from .gates import Gates
from .repository import Claimed, Seen

LEASE = timedelta(seconds=15)
LONELY = 2
"""A sample that so many workers died of is taken alone: whoever holds it holds no other such."""
MOST_SUITES = 32
LONG_PROMPT = 20_000
"""Longer questions are written anew when they are asked, not kept until then."""
ANYWHERE = 10_000


@dataclass(slots=True)
class _Piece:
    desk: Desk
    held: Held
    seen: Mapping[int, Seen]


class Claimer:
    """Knows how to open runs; keeps suites, which never change."""

    def __init__(self, database: Database, gates: Gates, worker: UUID, clock: Callable[[], float]) -> None:
        self._database = database
        self._gates = gates
        self._worker = worker
        self._clock = clock
        self._suites: OrderedDict[UUID, OpenSuite] = OrderedDict()
        self._lanes: dict[str, tuple[str, Lane]] = {}

    async def claim(self, wants: Mapping[UUID, int], *, alone: bool) -> list[Claimed]:
        """Take pieces; with `alone` also one of those that workers died of."""
        async with self._database.unit() as session:
            found = await repository.claim(session, self._worker, wants=wants, lease=LEASE, deaths=(0, LONELY - 1))
            if alone:
                found += await repository.claim(
                    session,
                    self._worker,
                    wants=dict.fromkeys(wants, 1),
                    lease=LEASE,
                    deaths=(LONELY, ANYWHERE),
                    limit=1,
                )
        return found

    async def open(self, run: Run) -> Desk:
        """Make ready what all questions of a run need."""
        async with self._database.unit() as session:
            suite = await self._open_suite(session, run.version_id)
            judges = run.judges or suite.spec.judges
            models = await find_offered(session, model_ids=[*run.models, *judges])
        params = merge_params(suite.spec.params, run.params)
        return Desk(
            run=run,
            suite=suite,
            models=models,
            lanes={model_id: self._find_lane(model) for model_id, model in models.items()},
            params={model_id: _write_params(model, params) for model_id, model in models.items()},
            identities={model_id: identify(model, params) for model_id, model in models.items()},
            opened_at=self._clock(),
            purse=None if run.budget_micro_usd is None else Purse(run.budget_micro_usd),
        )

    async def _open_suite(self, session: Session, version_id: UUID) -> OpenSuite:
        suite = self._suites.get(version_id)
        if suite is None:
            suite = self._suites[version_id] = await open_suite(session, version_id=version_id)
            if len(self._suites) > MOST_SUITES:
                self._suites.popitem(last=False)
        return suite

    def _find_lane(self, model: OfferedModel) -> Lane:
        """The same for all runs, as long as the model stays where it is."""
        endpoint = endpoint_of(model)
        known = self._lanes.get(model.model_id)
        if known is None or known[0] != endpoint:
            known = self._lanes[model.model_id] = (endpoint, Lane(self._gates.get(endpoint), self._clock))
        return known[1]

    async def load(self, claimed: Sequence[Claimed], desks: Mapping[UUID, Desk]) -> list[tuple[Item, float]]:
        """Questions for all that these pieces miss, each with the seconds until it is due. Pieces without any too."""
        async with self._database.unit() as session:
            seen = await repository.list_seen(session, claimed)
            pieces = [
                _Piece(desks[one.run_id], Held(one.plan, 0), known) for one, known in zip(claimed, seen, strict=True)
            ]
            samples = await self._load_samples(session, pieces)
            questions = [question for piece in pieces for question in _make_items(piece, samples)]
            await asyncio.sleep(0)  # many questions take a while to write; others get their turn
            keys = [item.key for item, _ in questions if item.key is not None]
            kept = await repository.find_answers(session, keys) if keys else {}
        for item, _ in questions:
            item.kept = kept.get(item.key or "")
        for piece in pieces:
            piece.desk.held[piece.held.plan.number] = piece.held
        return questions

    async def _load_samples(self, session: Session, pieces: Sequence[_Piece]) -> dict[tuple[UUID, int], SampleView]:
        wanted: dict[UUID, set[tuple[int, int]]] = {}
        for piece in pieces:
            plan = piece.held.plan
            wanted.setdefault(piece.desk.suite.dataset_id, set()).add((plan.first, plan.count))
        found: dict[tuple[UUID, int], SampleView] = {}
        for dataset_id, ranges in wanted.items():
            for first, count in _join(ranges):
                for sample in await list_samples(session, dataset_id=dataset_id, first=first, count=count):
                    found[dataset_id, sample.position] = sample
        return found


def _write_params(model: OfferedModel, merged: Mapping[str, Any]) -> Params:
    params = make_room(model, merged)
    return Params(**{**params, "stop": tuple(params.get("stop", ()))})


def _join(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Read neighbours together: many pieces of one sample each would otherwise be as many queries."""
    joined: list[tuple[int, int]] = []
    for first, count in sorted(ranges):
        if joined and first - sum(joined[-1]) <= SIZE:
            start, before = joined[-1]
            joined[-1] = (start, max(before, first + count - start))
        else:
            joined.append((first, count))
    return joined


def _make_items(piece: _Piece, samples: Mapping[tuple[UUID, int], SampleView]) -> list[tuple[Item, float]]:
    made: list[tuple[Item, float]] = []
    for position in piece.held.plan.positions:
        known = piece.seen.get(position)
        if known is not None and known.final:
            continue
        # One that is no longer there fails like any other question that cannot be asked.
        gone = SampleView(position=position, sample_id="", fields={})
        sample = samples.get((piece.desk.suite.dataset_id, position), gone)
        known = known or Seen(position, final=False, tries=0, wait=0.0)
        paid = Paid(known.cost_micro_usd, known.judge_micro_usd)
        item = Item(piece.desk, piece.held, sample, tries=known.tries, before=paid)
        _write_question(item)
        made.append((item, known.wait))
    piece.held.left = len(made)
    return made


def _write_question(item: Item) -> None:
    """Write it now where the cache or the budget must know it; a template that fails does so when it is asked."""
    desk, plan = item.desk, item.held.plan
    if plan.model_id not in desk.models or not (desk.run.use_cache or desk.purse is not None):
        return
    try:
        messages = desk.suite.renderer.render(item.sample, plan.prompt)
    except BadTemplate:
        return
    if desk.run.use_cache:
        item.key = make_key(desk.identities[plan.model_id], messages, plan.epoch)
    if desk.purse is not None:
        reading = Reading.of_messages(messages)
        model, longest = desk.models[plan.model_id], desk.params[plan.model_id].max_tokens
        item.estimate = Ask.of(model, reading=reading, caller=None, max_tokens=longest).amount
    if sum(len(message.text) for message in messages) <= LONG_PROMPT:
        item.messages = messages
