from llmbattler.benchmarks.runs.endpoints import endpoint_of
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel


def offer(**facts: str) -> OfferedModel:
    given = {"model_id": "a", "name": "A", "connector": "openai", "model": "m", **facts}
    return OfferedModel(source=Source.FILE, place=PlaceKind.LOCAL, **given)  # type: ignore[arg-type]


def test_models_of_one_server_share_an_endpoint_and_its_path_does_not_matter() -> None:
    one = endpoint_of(offer(base_url="http://gpu:8000/v1"))
    assert one == endpoint_of(offer(base_url="http://gpu:8000/other", model="n")) == "openai http://gpu:8000"
    assert one != endpoint_of(offer(base_url="http://gpu:8001/v1"))
    assert one != endpoint_of(offer(base_url="http://gpu:8000/v1", connector="anthropic"))


def test_keys_have_limits_of_their_own_and_passwords_stay_out_of_the_name() -> None:
    assert endpoint_of(offer(provider_id="groq", base_url="https://me:secret@api.groq.com")) == (
        "openai https://api.groq.com groq"
    )
    assert endpoint_of(offer(api_key_env="OTHER_KEY")) == "openai OTHER_KEY"
