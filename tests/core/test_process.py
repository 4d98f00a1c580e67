import asyncio
from pathlib import Path

from structlog.testing import capture_logs
from tests.polling import pause

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.process import DatabaseServer


async def test_whoever_watches_the_database_goes_on_when_it_cannot_start(tmp_path: Path) -> None:
    in_the_way = tmp_path / "postgres"
    in_the_way.write_text("a file where the folder should be")
    postgres = EmbeddedPostgres(in_the_way)
    server = DatabaseServer(DatabaseAddress.parse(postgres.url()), postgres)
    with capture_logs() as logs:
        watching = asyncio.create_task(server.keep_running(every=0))
        while len(logs) < 2 and not watching.done():
            await pause()
        assert not watching.done()
        watching.cancel()
        await asyncio.wait([watching])
    assert {line["event"] for line in logs} == {"the embedded PostgreSQL did not start; trying again"}
