import pytest
from structlog.testing import capture_logs

from llmbattler.arena.judges.jobs import judge_battles
from llmbattler.arena.models import JudgeVote
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.judges.bench import FAIR, JUDGE, store_battles
from tests.arena.rows import all_rows

OTHER = "zz-second-judge"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"judge_models": ("nobody", JUDGE, OTHER), "judge_battles_per_day": 2})


async def test_every_judge_reads_as_much_as_a_day_allows(
    court: Resources, provider: ScriptedProvider, database: Database
) -> None:
    provider.script(OTHER, FAIR)
    await offer(court, provider, ALPHA, BETA, JUDGE, OTHER)
    await store_battles(database, 3)
    with capture_logs() as logs:
        await judge_battles(court)
        await judge_battles(court)
    judges = [row.judge_model_id for row in await all_rows(database, JudgeVote)]
    assert sorted(judges) == [JUDGE] * 4 + [OTHER] * 4
    assert {line["model_id"] for line in logs if line["log_level"] == "warning"} == {"nobody"}


async def test_a_site_without_judges_asks_nobody(
    court: Resources, provider: ScriptedProvider, database: Database
) -> None:
    court.add(Settings, court.get(Settings).model_copy(update={"judge_models": ()}))
    await store_battles(database, 1)
    await judge_battles(court)
    assert provider.requests == []
