"""Rate limits, counted in this process."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from .errors import Limited
from .settings import Profile

MAX_KEYS = 50_000
_ROUNDING = 1e-6
_MAX_SHOWN_SECONDS = 90


@dataclass(frozen=True, slots=True)
class Rule:
    """`count` times at once, after that evenly spread over `per`."""

    name: str
    per: timedelta
    count: int


class Limiter:
    """Generic cell rate algorithm: one number for each key, the time at which its full allowance is back."""

    def __init__(self, *, max_keys: int = MAX_KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._max_keys = max_keys
        self._clock = clock

    def check(self, rule: Rule, *keys: str) -> None:
        """Count one use for every key; if one has none left, count nothing and raise `Limited`."""
        now, per = self._clock(), rule.per.total_seconds()
        step = per / rule.count
        due = {(rule.name, key): max(self._full_at.get((rule.name, key), now), now) + step for key in keys}
        wait = max(due.values(), default=now) - now - per
        if wait > _ROUNDING:
            raise Limited(f"This works again in {_in_words(wait)}.", retry_after=wait)
        for key, full_at in due.items():
            self._full_at[key] = full_at
            self._full_at.move_to_end(key)
        self._evict(now)

    def __len__(self) -> int:
        return len(self._full_at)

    def _evict(self, now: float) -> None:
        """Drop the least recently used keys: those with a full allowance, and those above the maximum."""
        while self._full_at:
            oldest = next(iter(self._full_at))
            if len(self._full_at) <= self._max_keys and self._full_at[oldest] > now:
                return
            del self._full_at[oldest]


def _in_words(seconds: float) -> str:
    if seconds <= _MAX_SHOWN_SECONDS:
        number, unit = math.ceil(seconds), "second"
    else:
        number, unit = math.ceil(seconds / 60), "minute"
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


class RouteClass(StrEnum):
    """Routes that cost the site about the same."""

    START = "start"
    """Starts work that costs money."""
    SUBMIT = "submit"
    """Small writes that people send in quick succession."""
    UPLOAD = "upload"
    WRITE = "write"
    READ = "read"
    """Counted by address only, since most reads need no identity."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The limits of one class of routes."""

    identity: Rule | None
    address: Rule | None = None
    """Looser than the identity's, since people share addresses; it bounds how much new identities help."""
    newcomer: Rule | None = None
    """For requests that would make a new identity, by address."""

    def check(self, limiter: Limiter, *, identity: str | None, address: str) -> None:
        # Identity first: somebody over their own limit must not use up the allowance of a shared address.
        if identity is None:
            if self.newcomer is not None:
                limiter.check(self.newcomer, address)
        elif self.identity is not None:
            limiter.check(self.identity, identity)
        if self.address is not None:
            limiter.check(self.address, address)


# Per minute: (for one identity, for one address).
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
