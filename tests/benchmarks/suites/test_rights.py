import pytest

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.suites.rights import is_own, may_change, may_import, may_write_benchmarks
from llmbattler.core.settings import Profile, Settings

VISITOR = Visitor(account_id=None)
MEMBER = Visitor(account_id="m", kind=AccountKind.MEMBER)
MODERATOR = Visitor(account_id="o", kind=AccountKind.MODERATOR)


def on(profile: Profile) -> Settings:
    return Settings.model_construct(profile=profile)


@pytest.mark.parametrize(
    ("profile", "visitor", "bench", "imports"),
    [
        (Profile.PRIVATE, VISITOR, True, True),
        (Profile.PUBLIC, VISITOR, False, False),
        (Profile.PUBLIC, MEMBER, True, False),
        (Profile.PUBLIC, MODERATOR, True, True),
    ],
)
def test_who_may_create_and_import(profile: Profile, visitor: Visitor, bench: bool, imports: bool) -> None:
    assert (may_write_benchmarks(on(profile), visitor), may_import(on(profile), visitor)) == (bench, imports)


@pytest.mark.parametrize(
    ("profile", "visitor", "owner", "allowed"),
    [
        (Profile.PUBLIC, MEMBER, "m", True),
        (Profile.PUBLIC, MEMBER, "x", False),
        (Profile.PUBLIC, MEMBER, None, False),
        (Profile.PUBLIC, MODERATOR, "x", True),
        (Profile.PRIVATE, VISITOR, None, True),
        (Profile.PRIVATE, VISITOR, "x", False),
    ],
)
def test_who_may_change(profile: Profile, visitor: Visitor, owner: str | None, allowed: bool) -> None:
    assert may_change(on(profile), visitor, owner) is allowed


def test_nobody_owns_what_has_no_owner() -> None:
    assert is_own("m", MEMBER)
    assert not is_own(None, VISITOR)
    assert not is_own("x", MEMBER)
