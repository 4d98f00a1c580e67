"""Answering a question about a board that was asked before: from memory, before anything is parsed or routed."""

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from llmbattler.core.resources import Resources

from .flow import Answer, Boards

PATH = "/api/leaderboard"


class RememberedBoards:
    """Many look at a board and few vote, so nearly every answer is known already. Innermost of all middleware."""

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


def respond(headers: Headers, answer: Answer) -> Response:
    """The answer, small where the asker can unpack it, or that it is the one the asker has."""
    told = {"ETag": answer.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if answer.etag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    if "gzip" in headers.get("accept-encoding", ""):
        told["Content-Encoding"] = "gzip"
        return Response(answer.packed, media_type="application/json", headers=told)
    return Response(answer.body, media_type="application/json", headers=told)
