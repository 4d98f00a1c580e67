"""The company login over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.errors import AppError
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.problems import explain, problem_response

from ..authentication.deps import Browser, set_session_cookie
from ..deps import find_visitor
from . import flow
from .deps import LIMITED, FromProvider, delete_state_cookie, read_state_cookie, set_state_cookie
from .errors import PROBLEMS

router = APIRouter(prefix="/api/auth/oidc", tags=["people"])

FAILURES = {302: {"description": "To the provider."}, **explain(list(PROBLEMS))}
Text = Annotated[str, Query(max_length=4096)]


@router.get("/start", status_code=302, response_class=Response, responses=FAILURES, dependencies=[LIMITED])
async def start(request: Request, resources: FromResources, provider: FromProvider, page: Text = "/") -> Response:
    """Redirect the browser to the company login. Afterwards it returns to `page`, a path of this site."""
    try:
        login, address = await flow.begin(provider, page=page, now=clock.now())
    except tuple(PROBLEMS) as problem:
        return _explain(request, problem)
    response = RedirectResponse(address, status_code=302)
    set_state_cookie(resources, request, response, login)
    return response


@router.get("/callback", status_code=303, response_class=Response, responses=FAILURES, dependencies=[LIMITED])
async def finish_login(
    request: Request,
    resources: FromResources,
    provider: FromProvider,
    device: Browser,
    state: Text = "",
    code: Text | None = None,
    iss: Text | None = None,
    error: Text | None = None,
) -> Response:
    """Finish the sign-in. The provider redirects here; works once, in the browser that started it."""
    try:
        login = flow.check_state(read_state_cookie(resources, request), state, clock.now())
        signed_in = await flow.finish(
            provider,
            resources.get(Database),
            resources.get(Settings),
            login=login,
            params=flow.CallbackParams(code, state, iss, error),
            visitor=find_visitor(resources, request),
            device=device,
        )
    except tuple(PROBLEMS) as problem:
        response = _explain(request, problem)
    else:
        response = RedirectResponse(login.page, status_code=303)
        set_session_cookie(resources, request, response, signed_in)
    delete_state_cookie(resources, request, response)
    return response


def _explain(request: Request, problem: AppError) -> Response:
    """Redirect browsers to the sign-in page, which shows the problem; return it as JSON to programs."""
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"/sign-in?problem={PROBLEMS[type(problem)]}", status_code=303)
    return problem_response(problem)
