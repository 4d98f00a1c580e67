from llmbattler.connectors.contract import Abilities, Message, Params, Usage
from llmbattler.generation.contestants.service import PlannedCall
from llmbattler.generation.contestants.service.catalog_models import CatalogModel
from tests.benchmarks.runs.offered_models import model

ASKED = [Message.user("Why?")]


def endpoint(**changes: object) -> str:
    return CatalogModel.of(model("m", **changes)).endpoint


def test_a_server_is_one_endpoint_for_all_its_models() -> None:
    one = endpoint(base_url="http://gpu:8000/v1")
    assert one == endpoint(base_url="http://gpu:8000/other", model="n") == "openai http://gpu:8000"
    assert one != endpoint(base_url="http://gpu:8001/v1")
    assert one != endpoint(base_url="http://gpu:8000/v1", connector="anthropic")


def test_a_key_is_an_endpoint_of_its_own_and_is_not_shown() -> None:
    named = endpoint(provider_id="groq", base_url="https://me:secret@api.groq.com")
    assert named == "openai https://api.groq.com groq"
    assert endpoint(api_key_env="OTHER_KEY", base_url="") == "openai OTHER_KEY"


def test_the_plan_is_one_call_at_the_price_of_the_model() -> None:
    planned = CatalogModel.of(model("m", provider_id="p")).plan(ASKED, Params(max_tokens=100))
    [call] = planned.calls
    assert call == PlannedCall("models.example.org", planned.most_micro_usd, "p")
    longer = CatalogModel.of(model("m")).plan(ASKED, Params(max_tokens=200))
    assert longer.most_micro_usd - planned.most_micro_usd == 200
    assert CatalogModel.of(model("m", price=None)).plan(ASKED).most_micro_usd == 0


def test_a_model_that_reasons_gets_room_for_it() -> None:
    plain, reasoning = model("m"), model("m", abilities=Abilities(reasoning=True))
    assert CatalogModel.of(plain).adapt({"max_tokens": 60}) == {"max_tokens": 60}
    assert CatalogModel.of(reasoning).adapt({"max_tokens": 60})["max_tokens"] > 60


def test_the_cost_follows_from_the_usage() -> None:
    assert CatalogModel.of(model("m")).cost_of(Usage(10, 20)) == 50
    assert CatalogModel.of(model("m", price=None)).cost_of(Usage(10, 20)) is None


def test_the_provider_s_name_for_a_model_is_hidden_too() -> None:
    one = CatalogModel.of(model("m", model="vendor/internal-name"))
    assert "vendor/internal-name" in one.other_names
