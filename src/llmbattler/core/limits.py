"""How often somebody may do something, counted in this process."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from .errors import Limited
from .settings import Profile

MOST_REMEMBERED = 50_000
_ROUNDING = 1e-6
_SHOWN_IN_SECONDS = 90


@dataclass(frozen=True, slots=True)
class Rule:
    """At once `count` times, after that evenly spread over `per`."""

    name: str
    per: timedelta
    count: int


class Limiter:
    """Remembers one number for each key: when its allowance will be whole again (the algorithm is known as GCRA)."""

    def __init__(self, *, most: int = MOST_REMEMBERED, clock: Callable[[], float] = time.monotonic) -> None:
        self._whole_at: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._most = most
        self._clock = clock

    def check(self, rule: Rule, *keys: str) -> None:
        """Count one use for every key, or, if one of them has none left, count nothing and refuse."""
        now, per = self._clock(), rule.per.total_seconds()
        step = per / rule.count
        due = {(rule.name, key): max(self._whole_at.get((rule.name, key), now), now) + step for key in keys}
        wait = max(due.values(), default=now) - now - per
        if wait > _ROUNDING:
            raise Limited(f"This works again in {_in_words(wait)}.", retry_after=wait)
        for key, whole_at in due.items():
            self._whole_at[key] = whole_at
            self._whole_at.move_to_end(key)
        self._forget(now)

    def __len__(self) -> int:
        return len(self._whole_at)

    def _forget(self, now: float) -> None:
        """Drop the longest unused ones: those that are whole again, and however many are too many."""
        while self._whole_at:
            oldest = next(iter(self._whole_at))
            if len(self._whole_at) <= self._most and self._whole_at[oldest] > now:
                return
            del self._whole_at[oldest]


def _in_words(seconds: float) -> str:
    if seconds <= _SHOWN_IN_SECONDS:
        number, unit = math.ceil(seconds), "second"
    else:
        number, unit = math.ceil(seconds / 60), "minute"
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


class RouteClass(StrEnum):
    """Routes that cost the site about the same."""

    START = "start"
    """Starts model calls."""
    SUBMIT = "submit"
    """Small writes that people send in quick succession."""
    UPLOAD = "upload"
    WRITE = "write"
    READ = "read"
    """By address only: most of it needs nobody to be recognised, and a board is for everybody."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for one class of routes."""

    identity: Rule | None
    address: Rule | None = None
    """Looser than the one for an identity, since people share addresses; it holds however many identities they make."""
    newcomer: Rule | None = None
    """For requests that would make a new identity, by address."""

    def check(self, limiter: Limiter, *, identity: str | None, address: str) -> None:
        # The identity comes first: whoever is over it must not use up the allowance of a shared address.
        if identity is None:
            if self.newcomer is not None:
                limiter.check(self.newcomer, address)
        elif self.identity is not None:
            limiter.check(self.identity, identity)
        if self.address is not None:
            limiter.check(self.address, address)


# Each per minute: for one identity, for one address.
_PER_MINUTE: Mapping[Profile, Mapping[RouteClass, tuple[int | None, int | None]]] = {
    Profile.PRIVATE: {
        RouteClass.START: (120, None),
        RouteClass.SUBMIT: (300, None),
        RouteClass.UPLOAD: (120, None),
        RouteClass.WRITE: (600, None),
        RouteClass.READ: (None, None),
    },
    Profile.CLASSROOM: {
        RouteClass.START: (30, 600),
        RouteClass.SUBMIT: (60, 1200),
        RouteClass.UPLOAD: (30, 600),
        RouteClass.WRITE: (120, 2400),
        RouteClass.READ: (None, 12_000),
    },
    Profile.PUBLIC: {
        RouteClass.START: (12, 40),
        RouteClass.SUBMIT: (30, 100),
        RouteClass.UPLOAD: (12, 40),
        RouteClass.WRITE: (60, 200),
        RouteClass.READ: (None, 1500),
    },
}
_NEWCOMERS_PER_TEN_MINUTES: Mapping[Profile, int] = {Profile.CLASSROOM: 300, Profile.PUBLIC: 30}


def rules_for(profile: Profile) -> Mapping[RouteClass, Rules]:
    minute = timedelta(minutes=1)
    newcomers = _NEWCOMERS_PER_TEN_MINUTES.get(profile)
    newcomer = None if newcomers is None else Rule("newcomer", timedelta(minutes=10), newcomers)
    return {
        kind: Rules(
            None if identity is None else Rule(f"{kind}.identity", minute, identity),
            None if address is None else Rule(f"{kind}.address", minute, address),
            None if kind is RouteClass.READ else newcomer,
        )
        for kind, (identity, address) in _PER_MINUTE[profile].items()
    }
