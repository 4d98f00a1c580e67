"""Routes whose unit of work is repeated after a collision with another one."""

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from ..db.repeats import repeat_aborted
from .deps import open_unit

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
_UNITS = "fastapi_function_astack"
"""Where FastAPI keeps the dependencies that end before the answer is sent, such as `Unit`."""


class UnitRoute(APIRoute):
    """Runs a request again if PostgreSQL aborted its unit because of a deadlock or a serialization failure.

    Only routes with the dependency `Unit`: they do all their work in it. Routes that call models or send files open
    their own units.
    """

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()
        if not _has_unit(self.dependant):
            return handle

        async def handle_repeatedly(request: Request) -> Response:
            return await repeat_aborted(partial(_handle_once, handle, request))

        return handle_repeatedly


async def _handle_once(handle: Handler, request: Request) -> Response:
    """End the unit here, not in FastAPI, so that the whole unit can be repeated."""
    async with AsyncExitStack() as units:
        request.scope[_UNITS] = units
        return await handle(request)


def _has_unit(dependant: Dependant) -> bool:
    return dependant.call is open_unit or any(_has_unit(one) for one in dependant.dependencies)
