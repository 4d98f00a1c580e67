"""Answer a repeated request for a board from memory, before it is parsed or routed."""

from collections.abc import Mapping
from functools import lru_cache

from llmbattler.core.resources import Resources
from llmbattler.core.web.ready_responses import ReadyResponse

from .deps import Form, choose_form, write_form
from .flow import Answer, Boards

PATH = "/api/leaderboard"
MOST_ENCODED = 128


class ReadyBoards:
    """Finds cached boards."""

    def __init__(self, resources: Resources) -> None:
        self._boards = resources.get(Boards)

    def __call__(self, query: str, headers: Mapping[bytes, bytes]) -> ReadyResponse | None:
        answer = self._boards.find(query)
        return None if answer is None else _encode(answer, choose_form(headers, answer))


@lru_cache(maxsize=MOST_ENCODED)
def _encode(answer: Answer, form: Form) -> ReadyResponse:
    status, headers, body = write_form(answer, form)
    return ReadyResponse.encode(status, headers, body, path=PATH)
