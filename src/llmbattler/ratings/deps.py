"""Dependencies of the leaderboard routes."""

from typing import Annotated

from fastapi import Depends, Response
from starlette.datastructures import Headers

from llmbattler.core.web.deps import FromResources

from .flow import Answer, Boards
from .rules import RatingRules

__all__ = ["Boards", "FromBoards", "FromRules", "respond"]


async def get_boards(resources: FromResources) -> Boards:
    return resources.get(Boards)


async def get_rules(resources: FromResources) -> RatingRules:
    return resources.get(Boards).rules


FromBoards = Annotated[Boards, Depends(get_boards)]
FromRules = Annotated[RatingRules, Depends(get_rules)]


def respond(headers: Headers, answer: Answer) -> Response:
    """Send the cached answer, compressed where the client accepts it; 304 when the client has it already."""
    told = {"ETag": answer.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if answer.etag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    if "gzip" in headers.get("accept-encoding", ""):
        told["Content-Encoding"] = "gzip"
        return Response(answer.packed, media_type="application/json", headers=told)
    return Response(answer.body, media_type="application/json", headers=told)
