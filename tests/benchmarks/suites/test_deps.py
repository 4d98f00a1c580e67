import pytest

from llmbattler.accounts.errors import NeedsSignIn
from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.suites.deps import check_access, get_reader, get_writer
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings

VISITOR = Visitor(account_id=None)
MEMBER = Visitor(account_id="m", kind=AccountKind.MEMBER)


def on(profile: Profile) -> Settings:
    return Settings.model_construct(profile=profile)


def test_visitors_of_a_public_site_must_sign_in() -> None:
    check_access(on(Profile.PRIVATE), VISITOR)
    check_access(on(Profile.PUBLIC), MEMBER)
    with pytest.raises(NeedsSignIn):
        check_access(on(Profile.PUBLIC), VISITOR)


async def test_readers_are_checked_and_the_writer_is_returned() -> None:
    resources = Resources()
    resources.add(Settings, on(Profile.PUBLIC))
    assert await get_reader(resources, MEMBER) is MEMBER
    with pytest.raises(NeedsSignIn):
        await get_reader(resources, VISITOR)
    assert await get_writer(VISITOR, MEMBER) is MEMBER  # type: ignore[arg-type]
