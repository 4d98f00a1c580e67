"""Dependencies that routes of every slice use."""

from collections.abc import AsyncIterator
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from ..db import Database, Session
from ..resources import Resources


def find_resources(connection: HTTPConnection) -> Resources:
    return cast("Resources", connection.app.state.resources)


async def get_resources(connection: HTTPConnection) -> Resources:
    return find_resources(connection)


FromResources = Annotated[Resources, Depends(get_resources)]


async def open_unit(resources: FromResources) -> AsyncIterator[Session]:
    async with resources.get(Database).unit() as session:
        yield session


# scope="function": committed before the answer is sent, so that a failed commit is an error and not a 200.
Unit = Annotated[Session, Depends(open_unit, scope="function")]
