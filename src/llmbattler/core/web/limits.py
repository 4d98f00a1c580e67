"""Limits as a dependency of routes."""

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
    """Whom a request is counted for."""

    identity: str | None
    address: str


def limited(kind: RouteClass, who: Callable[..., Awaitable[LimitSubject]]) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Make a dependency that refuses those who ask too often; `who` is the dependency that says who asks."""

    async def check_limits(resources: FromResources, asking: Annotated[LimitSubject, Depends(who)]) -> None:
        check(resources, kind, asking)

    return Depends(check_limits)


def check(resources: Resources, kind: RouteClass, asking: LimitSubject) -> None:
    """Count a request, or refuse it."""
    rules = _RULES[resources.get(Settings).profile][kind]
    rules.check(resources.get(Limiter), identity=asking.identity, address=asking.address)
