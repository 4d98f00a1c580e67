"""The header `Idempotency-Key`."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request

from ..db import Session
from ..idempotency import Claim, check_key, claim, release, settle


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """A request with its idempotency key. Without a key every claim is fresh and nothing is stored."""

    key: str | None
    route: str
    body: bytes

    async def claim(self, session: Session, *, owner: str) -> Claim:
        if self.key is None:
            return Claim()
        return await claim(session, owner=owner, key=self.key, route=self.route, body=self.body)

    async def settle(
        self, session: Session, *, owner: str, status: int, body: object = None, reference: str | None = None
    ) -> None:
        if self.key is not None:
            await settle(session, owner=owner, key=self.key, status=status, body=body, reference=reference)

    async def release(self, session: Session, *, owner: str) -> None:
        if self.key is not None:
            await release(session, owner=owner, key=self.key)


IdempotencyHeader = Annotated[
    str | None, Header(description="1 to 128 visible ASCII characters. Requests with the same key run once.")
]


async def read_idempotent_request(request: Request, idempotency_key: IdempotencyHeader = None) -> IdempotentRequest:
    key = None if idempotency_key is None else check_key(idempotency_key)
    return IdempotentRequest(key, f"{request.method} {request.scope['path']}", await request.body())


FromIdempotencyKey = Annotated[IdempotentRequest, Depends(read_idempotent_request)]
