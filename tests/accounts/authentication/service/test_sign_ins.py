import pytest

from llmbattler.accounts.authentication.service import sign_ins
from llmbattler.accounts.authentication.service.sign_ins import LONGEST_DEVICE, Device
from llmbattler.accounts.errors import BadInvitation, BadLink, SignUpClosed
from llmbattler.accounts.models import Account, AccountKind, SignIn, SignInKind
from llmbattler.accounts.opaque import hash_secret
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

NOBODY = Visitor(None)
BROWSER = Device(SignInKind.BROWSER, "x" * 300, "203.0.113.7")


def test_a_closed_site_takes_only_people_with_an_invitation() -> None:
    private = Settings(discovery=False)
    sign_ins.check_open(private, invited=True)
    with pytest.raises(SignUpClosed):
        sign_ins.check_open(private, invited=False)


async def test_signing_up_with_a_taken_address_changes_nothing(database: Database) -> None:
    async with database.unit() as session:
        wanted = {"visitor": NOBODY, "email": "a@example.org", "name": "", "invitation": None}
        first = await sign_ins.sign_up(session, password_hash="one", **wanted)  # type: ignore[arg-type]
        assert first is not None
        assert await sign_ins.sign_up(session, password_hash="two", **wanted) is None  # type: ignore[arg-type]
        assert await sign_ins.find_password(session, email="a@example.org") == "one"
        with pytest.raises(BadInvitation):
            await sign_ins.sign_up(session, password_hash="", **{**wanted, "invitation": "llmbi_x"})  # type: ignore[arg-type]


async def test_a_sign_in_stores_only_the_hash_of_its_secret(database: Database) -> None:
    async with database.unit() as session:
        account = Account(account_id="m_1", kind=AccountKind.MEMBER)
        session.add(account)
        await session.flush()
        signed_in = await sign_ins.create_sign_in(session, account=account, device=BROWSER)
        stored = await session.get(SignIn, signed_in.sign_in_id)
        assert stored is not None
        assert stored.secret_hash == hash_secret(signed_in.secret)
        assert len(stored.device) == LONGEST_DEVICE
    assert signed_in.secret not in repr(signed_in)


async def test_the_setup_link_makes_one_admin(database: Database) -> None:
    async with database.unit() as session:
        links = [await sign_ins.make_setup_link(session) for _ in range(2)]
    for number, secret in enumerate(links):
        assert secret is not None
        async with database.unit() as session:
            wanted = {"secret": secret, "visitor": NOBODY, "email": f"{number}@example.org", "name": ""}
            setting_up = sign_ins.set_up(session, password_hash="", device=BROWSER, **wanted)  # type: ignore[arg-type]
            if number == 0:
                assert (await setting_up).person.kind is AccountKind.ADMIN
            else:
                with pytest.raises(BadLink):
                    await setting_up
    async with database.unit() as session:
        assert await sign_ins.make_setup_link(session) is None
