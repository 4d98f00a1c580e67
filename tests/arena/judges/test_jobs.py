import pytest
from structlog.testing import capture_logs

from llmbattler.arena.judges.jobs import judge_battles
from llmbattler.arena.models import JudgeVote
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.judges.judge_setup import FAIR, JUDGE, store_battles
from tests.arena.rows import all_rows

OTHER = "zz-second-judge"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"judge_models": ("nobody", JUDGE, OTHER), "judge_battles_per_day": 2})


async def test_every_judge_reads_as_much_as_a_day_allows(
    judge_site: Resources, provider: ScriptedProvider, database: Database
) -> None:
    provider.script(OTHER, FAIR)
    await offer(judge_site, provider, ALPHA, BETA, JUDGE, OTHER)
    await store_battles(database, 3)
    with capture_logs() as logs:
        await judge_battles(judge_site)
        await judge_battles(judge_site)
    judges = [row.judge_model_id for row in await all_rows(database, JudgeVote)]
    assert sorted(judges) == [JUDGE] * 4 + [OTHER] * 4
    assert {line["model_id"] for line in logs if line["log_level"] == "warning"} == {"nobody"}


async def test_a_site_without_judges_asks_nobody(
    judge_site: Resources, provider: ScriptedProvider, database: Database
) -> None:
    judge_site.add(Settings, judge_site.get(Settings).model_copy(update={"judge_models": ()}))
    await store_battles(database, 1)
    await judge_battles(judge_site)
    assert provider.requests == []
