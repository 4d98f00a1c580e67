import httpx
import psycopg
from psycopg.conninfo import conninfo_to_dict

from llmbattler import __version__
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.server.app import create_app


async def test_alive_and_ready(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok", "version": __version__, "demo": False}
    assert (await client.get("/readyz")).status_code == 200


async def test_not_ready_with_another_schema(client: httpx.AsyncClient, settings: Settings) -> None:
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url.get_secret_value()) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    response = await client.get("/readyz")
    assert response.status_code == 503
    assert response.headers["retry-after"]
    assert (await client.get("/healthz")).status_code == 200


async def test_another_schema_is_noticed_at_once(client: httpx.AsyncClient, address: DatabaseAddress) -> None:
    assert (await client.get("/readyz")).status_code == 200
    with psycopg.connect(address.url) as connection:
        connection.execute("DROP TABLE alembic_version")
    assert (await client.get("/readyz")).status_code == 503


async def test_whoever_asks_costs_no_connection(
    client: httpx.AsyncClient, address: DatabaseAddress, postgres: EmbeddedPostgres
) -> None:
    assert (await client.get("/readyz")).status_code == 200
    name = conninfo_to_dict(address.url)["dbname"]
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
    assert (await client.get("/readyz")).status_code == 200


async def test_not_ready_while_the_live_channel_is_away(client: httpx.AsyncClient, resources: Resources) -> None:
    resources.get(LiveHub).listening.clear()
    assert (await client.get("/readyz")).status_code == 503


async def test_not_ready_while_shutting_down(client: httpx.AsyncClient, resources: Resources) -> None:
    resources.get(Shutdown).begin()
    assert (await client.get("/readyz")).status_code == 503


async def test_metrics_count_requests_by_route(client: httpx.AsyncClient) -> None:
    await client.get("/api/models/none")
    said = (await client.get("/metrics")).text
    assert 'route="/api/models/{model_id}",status="404"' in said


async def test_a91_metrics_and_docs_are_closed_on_a_public_site(settings: Settings, resources: Resources) -> None:
    public = settings.model_copy(update={"docs_open": False, "metrics_open": False})
    resources.add(Settings, public)
    transport = httpx.ASGITransport(create_app(public, resources))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for path in ("/metrics", "/docs", "/openapi.json"):
            assert (await client.get(path)).status_code == 404
