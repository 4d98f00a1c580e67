import asyncio
import time

import pytest

from llmbattler.accounts.errors import WeakPassword
from llmbattler.accounts.passwords import check_strength, hash_password, needs_rehash, verify_password


@pytest.mark.parametrize(
    "password",
    ["", "short", "          ", "  short   ", "aaaaaaaaaaaaaaa", "Password123", "x" * 257, "you@example.org"],
)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    with pytest.raises(WeakPassword):
        check_strength(password, email="you@example.org")


@pytest.mark.parametrize("password", ["correct horse battery staple", "größer als 日本", "x7-kq vv!2p"])
def test_length_is_what_counts(password: str) -> None:
    check_strength(password, email="you@example.org")


@pytest.mark.usefixtures("costly_passwords")
async def test_only_the_password_itself_fits() -> None:
    stored = await hash_password("correct horse battery staple")
    assert "correct" not in stored
    assert stored.startswith("$argon2id$")
    assert await verify_password("correct horse battery staple", stored)
    assert not await verify_password("correct horse battery stapl", stored)
    assert not needs_rehash(stored)
    assert await hash_password("correct horse battery staple") != stored


async def test_the_same_letters_typed_in_another_way_fit() -> None:
    assert await verify_password("große Stra\u00dfe e\u0301", await hash_password("große Stra\u00dfe \u00e9"))


async def test_what_is_no_letter_at_all_is_a_wrong_password_and_no_fault_of_ours() -> None:
    odd = "half of a pair \ud800"
    assert not await verify_password(odd, await hash_password("correct horse battery staple"))
    assert await verify_password(odd, await hash_password(odd))


async def test_nobody_has_no_password_that_fits() -> None:
    assert not await verify_password("correct horse battery staple", None)
    assert not await verify_password("x", "not a hash")


@pytest.mark.usefixtures("costly_passwords")
async def test_nobodys_password_takes_as_much_work() -> None:
    stored = await hash_password("correct horse battery staple")
    known, unknown = [], []
    for _ in range(5):
        for times, hashed in ((known, stored), (unknown, None)):
            started = time.thread_time()
            before = time.process_time()
            assert not await verify_password("something else", hashed)
            times.append(time.process_time() - before - (time.thread_time() - started))
    assert 0.5 < min(unknown) / min(known) < 2


def test_hashing_waits_for_its_turn_in_every_event_loop() -> None:
    async def hash_many() -> list[str]:
        return await asyncio.gather(*(hash_password(f"a good password {number}") for number in range(4)))

    assert len(asyncio.run(hash_many())) == 4
    assert len(asyncio.run(hash_many())) == 4
