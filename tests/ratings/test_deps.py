import gzip

import pytest
from starlette.datastructures import Headers

from llmbattler.ratings.deps import respond
from llmbattler.ratings.flow import Answer

BODY = b'{"leaderboard":[]}'
ANSWER = Answer(BODY, gzip.compress(BODY), '"abc"', made_at=0.0)


@pytest.mark.parametrize("accepts", ["", "br"])
def test_a_client_without_gzip_gets_the_plain_body(accepts: str) -> None:
    response = respond(Headers({"accept-encoding": accepts}), ANSWER)
    assert response.body == BODY
    assert "content-encoding" not in response.headers
    assert response.headers["etag"] == '"abc"'


def test_a_client_that_accepts_gzip_gets_the_compressed_body() -> None:
    response = respond(Headers({"accept-encoding": "br, gzip"}), ANSWER)
    assert gzip.decompress(bytes(response.body)) == BODY
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["vary"] == "Accept-Encoding"


def test_a_client_that_has_the_answer_gets_only_its_headers() -> None:
    response = respond(Headers({"if-none-match": '"old", "abc"', "accept-encoding": "gzip"}), ANSWER)
    assert (response.status_code, response.body) == (304, b"")
    assert response.headers["etag"] == '"abc"'
    assert respond(Headers({"if-none-match": '"old"'}), ANSWER).status_code == 200
