"""What a process opens at start and closes at the end, found by its type."""

from typing import TypeVar, cast

T = TypeVar("T")


class Resources:
    """Filled once by the wiring (`server`, `worker`), read by routes and jobs."""

    def __init__(self) -> None:
        self._known: dict[type[object], object] = {}

    def add(self, kind: type[T], resource: T) -> T:
        self._known[kind] = resource
        return resource

    def get(self, kind: type[T]) -> T:
        return cast("T", self._known[kind])
