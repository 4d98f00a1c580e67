from llmbattler.connectors.contract import Usage
from llmbattler.connectors.images import GeneratedImage, ImageConnector, ImageRequest, ImageResult
from llmbattler.testing import FakeImageConnector


def test_a_connector_needs_no_base_class() -> None:
    connector: ImageConnector = FakeImageConnector()
    assert callable(connector.generate)


def test_the_provider_chooses_what_is_not_given() -> None:
    request = ImageRequest("A boat")
    assert (request.size, request.n, request.seed, request.extra) == (None, 1, None, {})
    assert ImageResult(()).usage == Usage()


def test_bytes_are_not_in_a_repr() -> None:
    assert "pixels" not in repr(ImageResult((GeneratedImage("image/png", b"pixels"),)))
