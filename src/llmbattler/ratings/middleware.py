"""Answer a repeated request for a board from memory, before it is parsed or routed."""

from starlette.datastructures import Headers
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from llmbattler.core.resources import Resources

from .deps import respond
from .flow import Answer, Boards

PATH = "/api/leaderboard"


class BoardCacheMiddleware:
    """Answers from the cache of boards. It is the innermost middleware."""

    def __init__(self, app: ASGIApp, resources: Resources) -> None:
        self._app = app
        self._resources = resources
        self._route = Route(PATH, respond)  # its name in the metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._find(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = self._route
        await respond(Headers(scope=scope), found)(scope, receive, send)

    def _find(self, scope: Scope) -> Answer | None:
        if scope.get("path") != PATH or scope.get("method") != "GET":
            return None
        return self._resources.get(Boards).find(scope["query_string"].decode("latin-1"))
