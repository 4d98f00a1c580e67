"""Validates a run and fills in its defaults, before any model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.money import MICRO
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.service import Contestant, find_contestants, resolve
from llmbattler.scorers.sandbox import describe_sandbox

from ...suites.definition.spec import ParamsSpec
from ...suites.errors import SuiteNotFound, VersionNotFound
from ...suites.service.open_suite import OpenSuite, open_suite
from .. import repository
from ..errors import BadRun, NeedsSandbox
from ..schemas import MAX_USD, RunIn, RunSettingsIn
from ..settings import BenchmarkSettings

MAX_ANSWERS = 5_000_000
JUDGE, SANDBOX = "judge", "sandbox"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run with every default filled in."""

    suite: OpenSuite
    title: str
    models: Sequence[Contestant]
    prompts: Sequence[str]
    epochs: int
    sample_count: int
    params: ParamsSpec
    """Override those of the suite."""
    judges: Sequence[Contestant]
    """Those of the run, else those of the suite; empty if no scorer needs one."""
    concurrency: int
    use_cache: bool
    budget_micro_usd: int | None
    webhook_url: str | None
    """Not checked here: who may set which address is decided in `webhook_addresses`."""

    @property
    def answers_each(self) -> int:
        """Answers per model."""
        return len(self.prompts) * self.epochs * self.sample_count


async def plan_run(session: Session, *, settings: Settings, wanted: RunIn, asker: str | None) -> Plan:
    """Raises `BadRun` with one sentence that says what is wrong."""
    title, suite = await _open(session, wanted.suite_id, wanted.version)
    spec = suite.spec
    plan = Plan(
        suite=suite,
        title=wanted.title.strip() or title,
        models=await _find_models(session, wanted.models, asker),
        prompts=_choose_prompts(wanted.prompts, list(spec.prompts)),
        epochs=wanted.epochs or spec.epochs,
        sample_count=_count_samples(wanted.samples, suite.sample_count),
        params=wanted.params,
        judges=await _find_judges(session, suite, wanted, asker),
        concurrency=wanted.concurrency or spec.limits.concurrency or settings.of(BenchmarkSettings).bench_concurrency,
        use_cache=wanted.use_cache,
        budget_micro_usd=to_micro(wanted.budget_usd or spec.limits.budget_usd),
        webhook_url=wanted.webhook_url or None,
    )
    answers = plan.answers_each * len(plan.models)
    if answers > MAX_ANSWERS:
        raise BadRun(f"This run would need {answers:,} answers. A run can have at most {MAX_ANSWERS:,}.")
    return plan


async def check_sandbox(suite: OpenSuite) -> None:
    """Refuse suites that run code of models on a machine without a sandbox."""
    if SANDBOX not in suite.marker.needs:
        return
    standing = await describe_sandbox()
    if standing.sandbox is None:
        raise NeedsSandbox(f"{standing.sentence} {standing.advice}")


async def _open(session: Session, suite_id: UUID, number: int | None) -> tuple[str, OpenSuite]:
    found = await repository.find_version(session, suite_id, number)
    if found is None:
        raise SuiteNotFound if number is None else VersionNotFound
    suite, version = found
    if suite.archived_at is not None:
        raise BadRun(f"The suite {suite.name} is archived. Restore it first.")
    return suite.title or suite.name, await open_suite(session, version_id=version.version_id)


async def _find_models(session: Session, names: Sequence[str], asker: str | None) -> list[Contestant]:
    """Resolve labels now: the run keeps the versions it started with."""
    resolved = await resolve(session, names=names, asker=asker)
    ids = list(dict.fromkeys(resolved.get(name, name) for name in names))
    known = await find_contestants(session, ids=resolved.values())
    missing = [one for one in ids if one not in known]
    if missing:
        raise BadRun(f"This site has no model {', '.join(missing)}.")
    inactive = [one for one in ids if not known[one].active]
    if inactive:
        raise BadRun(f"These models are not active: {', '.join(inactive)}. Activate them or leave them out.")
    return [known[one] for one in ids]


def _choose_prompts(wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    missing = [one for one in wanted if one not in known]
    if missing:
        raise BadRun(f"The suite has no prompt {', '.join(missing)}. Its prompts are {', '.join(known)}.")
    return list(dict.fromkeys(wanted)) or list(known)


def _count_samples(wanted: int | None, available: int) -> int:
    if wanted is not None and wanted > available:
        raise BadRun(f"The suite has only {available:,} samples, not {wanted:,}.")
    return wanted or available


async def _find_judges(
    session: Session, suite: OpenSuite, wanted: RunSettingsIn, asker: str | None
) -> list[Contestant]:
    if JUDGE not in suite.marker.needs:
        return []
    names = wanted.judges or suite.spec.judges
    if not names:
        raise BadRun("A scorer of this suite needs a judge. Name one or more models as judges.")
    return await _find_models(session, names, asker)


def to_micro(dollars: float | None) -> int | None:
    """Convert to micro-dollars. Higher budgets than `MAX_USD`, which a suite can name, are cut to it."""
    return None if dollars is None else max(1, round(min(dollars, MAX_USD) * MICRO))
