import pytest

from llmbattler.benchmarks.runs.errors import BadRun, WebhookNeedsAccount
from llmbattler.benchmarks.runs.service.webhook_addresses import check_webhook, find_policy
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings

NEAR = "http://127.0.0.1:9/hook"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://example.org/", "http://"),
        ("http://[::1", "webhook"),
        ("http://169.254.169.254/latest", "webhook"),
    ],
)
async def test_what_cannot_be_called_says_why(database: Database, settings: Settings, url: str, sentence: str) -> None:
    async with database.unit() as session:
        with pytest.raises(BadRun, match=sentence):
            await check_webhook(session, settings=settings, owner=None, url=url)


async def test_the_command_line_of_a_public_site_names_local_hosts_first(
    database: Database, settings: Settings
) -> None:
    public = settings.model_copy(update={"profile": Profile.PUBLIC, "local_hosts": ()})
    listed = public.model_copy(update={"local_hosts": ("127.0.0.1",)})
    async with database.unit() as session:
        await check_webhook(session, settings=settings, owner=None, url=NEAR)
        await check_webhook(session, settings=listed, owner=None, url=NEAR)
        with pytest.raises(BadRun, match="LOCAL_HOSTS"):
            await check_webhook(session, settings=public, owner=None, url=NEAR)


async def test_an_owner_who_is_gone_has_no_webhooks(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        assert await find_policy(session, settings=settings, owner="m_gone") is None
        await check_webhook(session, settings=settings, owner="m_gone", url="")
        with pytest.raises(WebhookNeedsAccount):
            await check_webhook(session, settings=settings, owner="m_gone", url="https://example.org/")
