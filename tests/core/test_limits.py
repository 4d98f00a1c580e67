from datetime import timedelta

import pytest

from llmbattler.core.errors import Limited
from llmbattler.core.limits import Limiter, RouteClass, Rule, rules_for
from llmbattler.core.settings import Profile

RULE = Rule("try", timedelta(seconds=60), 6)


class _Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def limiter(clock: _Clock) -> Limiter:
    return Limiter(max_keys=100, clock=clock)


def _allowed(limiter: Limiter, *keys: str, rule: Rule = RULE, tries: int = 20) -> int:
    for number in range(tries):
        try:
            limiter.check(rule, *keys)
        except Limited:
            return number
    return tries


def test_the_allowance_is_used_up_and_comes_back_evenly(limiter: Limiter, clock: _Clock) -> None:
    assert _allowed(limiter, "a") == 6
    clock.now += 9.9
    assert _allowed(limiter, "a") == 0
    clock.now += 0.2
    assert _allowed(limiter, "a") == 1
    clock.now += 60
    assert _allowed(limiter, "a") == 6


@pytest.mark.parametrize(
    ("per", "count", "sentence"),
    [
        (60, 60, "This works again in 1 second."),
        (60, 6, "This works again in 10 seconds."),
        (600, 1, "This works again in 10 minutes."),
    ],
)
def test_a_refusal_says_when_it_works_again(limiter: Limiter, per: int, count: int, sentence: str) -> None:
    rule = Rule("said", timedelta(seconds=per), count)
    _allowed(limiter, "a", rule=rule, tries=count)
    with pytest.raises(Limited) as refused:
        limiter.check(rule, "a")
    assert refused.value.detail == sentence
    assert refused.value.retry_after == pytest.approx(per / count)


def test_waiting_as_long_as_told_is_enough(limiter: Limiter, clock: _Clock) -> None:
    for _ in range(50):
        _allowed(limiter, "a")
        with pytest.raises(Limited) as refused:
            limiter.check(RULE, "a")
        assert refused.value.retry_after
        clock.now += refused.value.retry_after
        limiter.check(RULE, "a")


def test_keys_and_rules_do_not_share(limiter: Limiter) -> None:
    assert _allowed(limiter, "a") == 6
    assert _allowed(limiter, "b") == 6
    assert _allowed(limiter, "a", rule=Rule("other", RULE.per, 3)) == 3


def test_a_refused_use_is_counted_for_nobody(limiter: Limiter) -> None:
    assert _allowed(limiter, "a") == 6
    assert _allowed(limiter, "b", "a") == 0
    assert _allowed(limiter, "b") == 6


def test_a_flood_of_keys_does_not_fill_the_memory(limiter: Limiter, clock: _Clock) -> None:
    for number in range(1000):
        limiter.check(RULE, f"key {number}")
    assert len(limiter) == 100
    clock.now += 60
    limiter.check(RULE, "one")
    assert len(limiter) == 1


def test_a_flood_of_keys_does_not_wash_away_one_in_use(limiter: Limiter) -> None:
    for number in range(6 * 50):
        if number % 50 == 0:
            limiter.check(RULE, "in use")
        limiter.check(RULE, f"key {number}")
    with pytest.raises(Limited):
        limiter.check(RULE, "in use")


def test_no_key_is_no_limit(limiter: Limiter) -> None:
    assert _allowed(limiter) == 20
    assert len(limiter) == 0


def test_a81_a_blocked_identity_does_not_use_up_its_shared_address() -> None:
    limiter, rules = Limiter(), rules_for(Profile.PUBLIC)[RouteClass.START]
    passed = 0
    for number in range(400):
        try:
            rules.check(limiter, identity="loud" if number < 200 else "quiet", address="192.0.2.1/32")
        except Limited:
            continue
        passed += 1
    assert passed == 24


def test_profiles_are_ordered_from_generous_to_strict() -> None:
    rules = {profile: rules_for(profile) for profile in Profile}
    for kind in RouteClass:
        addresses = [rules[profile][kind].address for profile in Profile]
        assert addresses[0] is None
        assert [one.count for one in addresses if one] == sorted((one.count for one in addresses if one), reverse=True)
        for profile in (Profile.CLASSROOM, Profile.PUBLIC):
            one = rules[profile][kind]
            assert one.address is not None
            # A board is for everybody; whoever only reads is nobody yet.
            assert (one.identity is None) is (one.newcomer is None) is (kind is RouteClass.READ)
            assert one.identity is None or one.address.count > one.identity.count
    for kind in set(RouteClass) - {RouteClass.READ}:
        people = [rule.count for profile in Profile if (rule := rules[profile][kind].identity)]
        assert people == sorted(people, reverse=True)
        assert len(people) == len(Profile)


def test_who_runs_a_site_for_themselves_reads_without_end() -> None:
    rules = rules_for(Profile.PRIVATE)[RouteClass.READ]
    assert (rules.identity, rules.address, rules.newcomer) == (None, None, None)
