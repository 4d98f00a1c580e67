"""JSON bodies without ambiguities."""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response

from .unit_routes import UnitRoute


class StrictJsonRoute(UnitRoute):
    """Refuses what JSON parsers disagree about: duplicate names, NaN, endless nesting.

    `router = APIRouter(route_class=StrictJsonRoute)`
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return handle_strictly


class _StrictRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401 - as Starlette's
        body = await self.body()
        try:
            return json.loads(body, object_pairs_hook=_reject_duplicates, parse_constant=_reject_constant)
        except json.JSONDecodeError:
            raise
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate name in an object")
    return found


def _reject_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")
