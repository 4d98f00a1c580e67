from llmbattler.arena.models import Status
from llmbattler.arena.shares.service import examples
from llmbattler.core.db import Database
from tests.arena.judges.judge_setup import add_vote
from tests.arena.rows import add_session
from tests.arena.shares.test_repository import add_shared


async def test_an_example_has_a_link_the_vote_and_a_masked_title(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session, title="Write to jane@corp.com")
        battle = await add_shared(session, "token", row=row, status=Status.VOTED)
        add_vote(session, battle, "left_better")
        await session.flush()
        [example] = (await examples.list_examples(session, models=["a", "b"])).battles
    assert (example.share_path, example.vote) == ("/s/token", "left_better")
    assert (example.left_model_id, example.right_model_id) == ("a", "b")
    assert example.title.startswith("Write to ")
    assert "jane" not in example.title


async def test_there_are_only_a_few_examples(database: Database) -> None:
    async with database.unit() as session:
        for number in range(examples.MOST + 2):
            await add_shared(session, f"token-{number}")
        assert len((await examples.list_examples(session, models=["a"])).battles) == examples.MOST
