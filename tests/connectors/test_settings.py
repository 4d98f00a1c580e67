from llmbattler.connectors.settings import ConnectorSettings, read_policy
from llmbattler.core.settings import Profile, Settings


def test_only_addresses_that_were_set_are_given() -> None:
    assert ConnectorSettings().given_base_urls == ()
    given = ConnectorSettings(ollama_base_url="http://10.1.2.3:11434/v1")
    assert given.given_base_urls == ("http://10.1.2.3:11434/v1",)


def test_a_given_address_is_allowed_on_a_public_site() -> None:
    public = Settings(profile=Profile.PUBLIC)
    own = Settings(profile=Profile.PUBLIC, ollama_base_url="http://10.1.2.3:11434/v1")
    assert read_policy(public) != read_policy(own)
