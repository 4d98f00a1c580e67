"""Rate limits as a dependency of routes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends

from ..limits import Limiter, RouteClass, rules_for
from ..resources import Resources
from ..settings import Profile, Settings
from .deps import FromResources

_RULES = {profile: rules_for(profile) for profile in Profile}


@dataclass(frozen=True, slots=True)
class LimitSubject:
    """Who a request is counted for."""

    identity: str | None
    address: str


def limited(kind: RouteClass, who: Callable[..., Awaitable[LimitSubject]]) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Return a dependency that enforces the limits; the dependency `who` says whom to count."""

    async def check_limits(resources: FromResources, asking: Annotated[LimitSubject, Depends(who)]) -> None:
        check(resources, kind, asking)

    return Depends(check_limits)


def check(resources: Resources, kind: RouteClass, asking: LimitSubject) -> None:
    """Count a request, or raise `Limited`."""
    rules = _RULES[resources.get(Settings).profile][kind]
    rules.check(resources.get(Limiter), identity=asking.identity, address=asking.address)
