"""The company's log-in over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.errors import AppError
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.problems import explain, problem_response

from ..authentication.deps import Browser, keep_signed_in
from ..deps import find_visitor
from . import flow
from .deps import LIMITED, FromProvider, find_trip, forget_trip, keep_trip
from .errors import PROBLEMS

router = APIRouter(prefix="/api/auth/oidc", tags=["people"])

FAILURES = {302: {"description": "To the provider."}, **explain(list(PROBLEMS))}
Text = Annotated[str, Query(max_length=4096)]


@router.get("/start", status_code=302, response_class=Response, responses=FAILURES, dependencies=[LIMITED])
async def start(request: Request, resources: FromResources, provider: FromProvider, page: Text = "/") -> Response:
    """Send the browser to the company's log-in. It comes back to `page`, a path of this site."""
    try:
        trip, address = await flow.begin(provider, page=page, now=clock.now())
    except tuple(PROBLEMS) as problem:
        return _explain(request, problem)
    response = RedirectResponse(address, status_code=302)
    keep_trip(resources, request, response, trip)
    return response


@router.get("/callback", status_code=303, response_class=Response, responses=FAILURES, dependencies=[LIMITED])
async def come_back(
    request: Request,
    resources: FromResources,
    provider: FromProvider,
    device: Browser,
    state: Text = "",
    code: Text | None = None,
    iss: Text | None = None,
    error: Text | None = None,
) -> Response:
    """Where the provider sends the browser. Works only in the browser that was sent there, and once."""
    try:
        trip = flow.check_state(find_trip(resources, request), state, clock.now())
        entered = await flow.finish(
            provider,
            resources.get(Database),
            resources.get(Settings),
            trip=trip,
            returned=flow.Returned(code, state, iss, error),
            visitor=find_visitor(resources, request),
            device=device,
        )
    except tuple(PROBLEMS) as problem:
        response = _explain(request, problem)
    else:
        response = RedirectResponse(trip.page, status_code=303)
        keep_signed_in(resources, request, response, entered)
    forget_trip(resources, request, response)
    return response


def _explain(request: Request, problem: AppError) -> Response:
    """Browsers see the sign-in page with a sentence; programs get the problem itself."""
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"/sign-in?problem={PROBLEMS[type(problem)]}", status_code=303)
    return problem_response(problem)
