"""What a run would be, checked: everything that can be wrong is found before a model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.connectors.settings import read_policy
from llmbattler.core.db import Session
from llmbattler.core.money import MICRO
from llmbattler.core.outbound import STRICT, BadAddress, Policy, check_url
from llmbattler.core.settings import Profile, Settings
from llmbattler.generation.contestants.service import Contestant, find_contestants, resolve
from llmbattler.scorers.sandbox import describe_sandbox

from ...settings import BenchmarkSettings
from ...suites.definition.spec import ParamsSpec
from ...suites.errors import SuiteNotFound, VersionNotFound
from ...suites.service.open_suite import OpenSuite, open_suite
from .. import repository
from ..errors import BadRun, NeedsSandbox
from ..schemas import LARGEST_USD, RunIn, RunSettingsIn

MOST_ANSWERS = 5_000_000
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
    """What the run sets on top of the suite."""
    judges: Sequence[Contestant]
    """Those that the run names, else those that the suite names; none where no scorer needs one."""
    concurrency: int
    use_cache: bool
    budget_micro_usd: int | None
    webhook_url: str | None

    @property
    def answers_each(self) -> int:
        """How many answers each model gives."""
        return len(self.prompts) * self.epochs * self.sample_count


async def plan_run(session: Session, *, settings: Settings, wanted: RunIn, asker: str | None) -> Plan:
    """Fill in the defaults and check everything, or say in one sentence what is wrong."""
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
        webhook_url=_check_webhook(wanted.webhook_url, settings),
    )
    answers = plan.answers_each * len(plan.models)
    if answers > MOST_ANSWERS:
        raise BadRun(f"It would take {answers:,} answers; a run has at most {MOST_ANSWERS:,}.")
    return plan


async def check_sandbox(suite: OpenSuite) -> None:
    """Refuse to run programs of models on a machine that cannot hold them."""
    if SANDBOX not in suite.marker.needs:
        return
    standing = await describe_sandbox()
    if standing.sandbox is None:
        raise NeedsSandbox(f"{standing.sentence} {standing.advice}")


def policy_for(settings: Settings) -> Policy:
    """Where webhooks of runs may go: a private site's people may name their own machines, others the internet."""
    return read_policy(settings) if settings.profile is Profile.PRIVATE else STRICT


async def _open(session: Session, suite_id: UUID, number: int | None) -> tuple[str, OpenSuite]:
    found = await repository.find_version(session, suite_id, number)
    if found is None:
        raise SuiteNotFound if number is None else VersionNotFound
    suite, version = found
    if suite.archived_at is not None:
        raise BadRun(f"The suite {suite.name} is archived; restore it first.")
    return suite.title or suite.name, await open_suite(session, version_id=version.version_id)


async def _find_models(session: Session, names: Sequence[str], asker: str | None) -> list[Contestant]:
    """Resolve labels now: the run keeps the versions it started with."""
    resolved = await resolve(session, names=names, asker=asker)
    ids = list(dict.fromkeys(resolved.get(name, name) for name in names))
    known = await find_contestants(session, ids=resolved.values())
    missing = [one for one in ids if one not in known]
    if missing:
        raise BadRun(f"This site has no model {', '.join(missing)}.")
    resting = [one for one in ids if not known[one].active]
    if resting:
        raise BadRun(f"Not active, and so not asked: {', '.join(resting)}.")
    return [known[one] for one in ids]


def _choose_prompts(wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    missing = [one for one in wanted if one not in known]
    if missing:
        raise BadRun(f"The suite has no prompt {', '.join(missing)}; it has {', '.join(known)}.")
    return list(dict.fromkeys(wanted)) or list(known)


def _count_samples(wanted: int | None, there: int) -> int:
    if wanted is not None and wanted > there:
        raise BadRun(f"The suite has {there:,} samples, {wanted:,} were asked for.")
    return wanted or there


async def _find_judges(
    session: Session, suite: OpenSuite, wanted: RunSettingsIn, asker: str | None
) -> list[Contestant]:
    if JUDGE not in suite.marker.needs:
        return []
    names = wanted.judges or suite.spec.judges
    if not names:
        raise BadRun("A scorer of this suite needs a model that judges: name one or more as judges.")
    return await _find_models(session, names, asker)


def _check_webhook(url: str | None, settings: Settings) -> str | None:
    if not url:
        return None
    try:
        check_url(url, policy_for(settings))
    except BadAddress as problem:
        raise BadRun(f"The webhook's address cannot be used. {problem.detail}") from None
    return url


def to_micro(dollars: float | None) -> int | None:
    """A suite may name any sum; one beyond what a run may cost limits nothing, and no table could keep it."""
    return None if dollars is None else max(1, round(min(dollars, LARGEST_USD) * MICRO))
