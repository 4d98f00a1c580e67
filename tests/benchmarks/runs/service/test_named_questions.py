from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import text

from llmbattler.accounts.schemas import Visitor
from llmbattler.arena.models import Flag, VoteWord
from llmbattler.arena.voting.schemas import VoteIn
from llmbattler.arena.voting.service import Voter, cast_vote
from llmbattler.benchmarks.runs import jobs
from llmbattler.benchmarks.runs.schemas import RunIn
from llmbattler.benchmarks.runs.service import named_questions
from llmbattler.benchmarks.runs.service.start import start_run
from llmbattler.benchmarks.runs.topics import RECORD_QUESTIONS
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.schemas import PreviewIn
from llmbattler.benchmarks.suites.service.previews import preview
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.generation.named_questions.service import hash_question
from tests.arena.rows import add_battle, all_votes
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.benchmarks.runs.offered_models import offer
from tests.generation.named_questions.asked import has_asked

OWNER = "m_1"
SPEC = {"prompts": {"plain": "{{ question }}", "short": "{{ question }} In one word."}}


async def asked(database: Database, question: str, owner: str = OWNER) -> bool:
    since = datetime.now(UTC) - timedelta(hours=1)
    async with database.unit() as session:
        return await has_asked(session, owner=owner, question_hash=hash_question(question), since=since)


async def start(database: Database, settings: Settings, *, owner: str | None, samples: int = 5) -> str:
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=samples, spec=SPEC)
        wanted = RunIn.model_validate({"suite_id": version.suite_id, "models": ["alpha"], "samples": samples - 1})
        return str((await start_run(session, settings=settings, owner=owner, wanted=wanted)).run_id)


async def test_the_owner_of_a_run_has_asked_every_question_of_it(
    resources: Resources, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_questions, "BATCH_SAMPLES", 2)
    database = resources.get(Database)
    run_id = await start(database, settings, owner=OWNER)
    await jobs.record_questions(resources, run_id=run_id)
    for number in range(4):
        assert await asked(database, f"say {number}.")
        assert await asked(database, f"Say {number}. In one word.")
    assert not await asked(database, "Say 4.")  # the run has one sample less than the suite
    assert not await asked(database, "Say 1.", owner="m_2")


async def test_a_run_asks_for_the_record_when_it_has_an_owner(database: Database, settings: Settings) -> None:
    owned = await start(database, settings, owner=OWNER)
    await start(database, settings, owner=None)
    async with database.unit() as session:
        query = text("SELECT args ->> 'run_id' FROM procrastinate_jobs WHERE task_name = :name")
        deferred = (await session.execute(query, {"name": RECORD_QUESTIONS})).scalars().all()
    assert deferred == [owned]


async def test_a_deleted_run_and_one_without_an_owner_record_nothing(resources: Resources, settings: Settings) -> None:
    database = resources.get(Database)
    run_id = await start(database, settings, owner=None)
    for one in (run_id, str(uuid4())):
        await jobs.record_questions(resources, run_id=one)
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM named_questions"))).scalar_one() == 0


async def test_a_sample_that_cannot_be_rendered_is_left_out(resources: Resources, settings: Settings) -> None:
    database = resources.get(Database)
    samples = [{"question": "Say 1.", "number": 1}, {"question": "Say 2.", "number": 0}]
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(
            session, samples=samples, spec={"prompts": {"main": "{{ question }}{{ 1 // number }}"}}
        )
        run = await build_run(session, version=version, owner=OWNER)
    await jobs.record_questions(resources, run_id=str(run.run_id))
    assert await asked(database, "Say 1.1")
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM named_questions"))).scalar_one() == 1


async def test_h05_a_vote_on_a_question_of_an_own_run_is_not_blind(resources: Resources, settings: Settings) -> None:
    database = resources.get(Database)
    run_id = await start(database, settings, owner=OWNER)
    await jobs.record_questions(resources, run_id=run_id)
    flags = []
    for prompt in ("Say 1.", "Say 99."):
        async with database.unit() as session:
            battle = await add_battle(session, prompt, owner=OWNER)
        async with database.unit() as session:
            wanted = VoteIn(vote=VoteWord.TIE)
            await cast_vote(
                session, voter=Voter(OWNER, None, Profile.PUBLIC), battle_id=battle.battle_id, wanted=wanted
            )
        flags.append([vote.flags for vote in await all_votes(database) if vote.battle_id == battle.battle_id])
    assert flags == [[[Flag.NAMED_BEFORE]], [[]]]


async def test_h05_what_judges_are_told_counts_as_asked(resources: Resources) -> None:
    database = resources.get(Database)
    rubric = {"name": "rubric", "scorer": "rubric", "options": {"criteria": ["It explains why the sky is blue."]}}
    single = {"name": "single", "scorer": "rubric", "options": {"criteria": "It is short."}}
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=3, spec={"scores": [rubric, single]})
        run = await build_run(session, version=version, owner=OWNER)
    await jobs.record_questions(resources, run_id=str(run.run_id))
    for text_ in ("Say 1.", "It explains why the sky is blue.", "It is short."):
        assert await asked(database, text_)


async def test_h05_a_preview_asks_no_model(database: Database) -> None:
    """A preview scores an answer that the person wrote. Scorers that would ask a model are left out."""
    judged = {"name": "judged", "scorer": "rubric", "options": {"criteria": "It is short."}}
    fields = {"samples": [], "fields": {"target": "target"}}
    spec = {"dataset": fields, "scores": [judged, {"name": "exact", "scorer": "exact"}], "judges": ["alpha"]}
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, samples=3, spec=spec)
        wanted = PreviewIn(spec=SuiteSpec.model_validate(version.spec), dataset_id=version.dataset_id, answer="Say 1.")
        shown = await preview(session, asker=Visitor(None), wanted=wanted)
    assert [one.name for one in shown.marks] == ["exact"]
    assert shown.left_out == ["judged needs a judge; it is only scored in a run."]
