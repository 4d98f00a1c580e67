from dataclasses import replace

import pytest

from llmbattler.accounts.authentication.service import guess_limits
from llmbattler.accounts.authentication.service.guess_limits import (
    PER_ACCOUNT_AND_ADDRESS,
    Bound,
    GuessLimits,
    reserve,
    reserve_guess,
    reset_guesses,
)
from llmbattler.accounts.errors import TooManyGuesses
from llmbattler.core.db import Database
from llmbattler.core.signing import SigningKey

GUESSING = GuessLimits(SigningKey(b"k" * 32), "a@example.org", "203.0.113.7")


@pytest.fixture(autouse=True)
def long_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """No span ends while a test runs."""
    monkeypatch.setattr(
        guess_limits,
        "PER_ACCOUNT_AND_ADDRESS",
        Bound(PER_ACCOUNT_AND_ADDRESS.most, PER_ACCOUNT_AND_ADDRESS.span * 10**6),
    )


def test_a_stored_key_does_not_reveal_the_email_address() -> None:
    assert "example" not in GUESSING.own
    assert GUESSING.own != replace(GUESSING, email="b@example.org").own
    assert GUESSING.own != replace(GUESSING, network="203.0.113.8").own


async def test_the_eleventh_guess_is_refused_only_for_this_account_and_address(database: Database) -> None:
    async with database.unit() as session:
        for _ in range(PER_ACCOUNT_AND_ADDRESS.most):
            await reserve_guess(session, limits=GUESSING)
    async with database.unit() as session:
        with pytest.raises(TooManyGuesses) as refused:
            await reserve_guess(session, limits=GUESSING)
        assert refused.value.retry_after
        await reserve_guess(session, limits=replace(GUESSING, network="203.0.113.8"))
        await reserve_guess(session, limits=replace(GUESSING, email="b@example.org"))
        await reset_guesses(session, limits=GUESSING)
        await reserve_guess(session, limits=GUESSING)


async def test_other_actions_have_their_own_count(database: Database) -> None:
    bound = Bound(1, PER_ACCOUNT_AND_ADDRESS.span * 10**6)
    async with database.unit() as session:
        await reserve(session, limits=GUESSING, what="sign-up", bound=bound)
        await reserve(session, limits=GUESSING, what="reset", bound=bound)
        with pytest.raises(TooManyGuesses):
            await reserve(session, limits=GUESSING, what="sign-up", bound=bound)
