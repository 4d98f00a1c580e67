import re
from pathlib import Path

import pytest

from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Profile, Settings, SettingsGroup, list_names, read_environment, read_settings

ROOT = Path(__file__).parents[2]


def _names() -> set[str]:
    return {name.upper() for name in list_names()}


@pytest.mark.parametrize("document", [".env.example", "docs/configuration.md"])
def test_every_setting_is_documented(document: str) -> None:
    text = (ROOT / document).read_text()
    missing = {name for name in _names() if not re.search(rf"\b{name}\b", text)}
    assert not missing, f"{document} does not mention {sorted(missing)}"


@pytest.mark.parametrize("document", [".env.example", "docs/configuration.md"])
def test_documents_repeat_the_description_of_every_setting(document: str) -> None:
    text = (ROOT / document).read_text()
    fields = {**list_names(), **Settings.model_fields}
    described = {name: field.description or "" for name, field in fields.items()}
    wrong = {name.upper(): words for name, words in described.items() if not words or words not in text}
    assert not wrong, f"{document} should say: {wrong}"


def test_example_file_names_only_real_settings() -> None:
    text = (ROOT / ".env.example").read_text().partition("# --- Only with compose.yml")[0]
    named = set(re.findall(r"^#?\s?([A-Z][A-Z0-9_]+)=", text, re.MULTILINE))
    assert named == _names()


def test_reads_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("PROFILE", "public")
    monkeypatch.setenv("ALLOWED_HOSTS", "arena.example, Battle.Example")
    settings = read_settings()
    assert settings.port == 9000
    assert settings.profile is Profile.PUBLIC
    assert settings.hosts == {"arena.example", "battle.example", "localhost", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize(
    ("host", "site_url", "name", "address"),
    [
        ("2001:DB8::5", None, "[2001:db8::5]", "http://[2001:DB8::5]:8765"),
        ("::", None, "[::1]", "http://[::1]:8765"),
        ("127.0.0.1", "https://[2001:DB8::5]:8443", "[2001:db8::5]", "https://[2001:db8::5]:8443"),
        ("arena.example", None, "arena.example", "http://arena.example:8765"),
    ],
)
def test_an_address_of_ipv6_stands_in_brackets(host: str, site_url: str | None, name: str, address: str) -> None:
    settings = Settings(host=host, site_url=site_url)
    assert name in settings.hosts
    assert settings.address == address
    assert all(known.startswith("[") for known in settings.hosts if ":" in known)


def test_an_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert read_settings().port == 8765


def test_postgres_uri_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTGRES_URI", "postgresql://here/db")
    given = read_settings().database_url
    assert given is not None
    assert given.get_secret_value() == "postgresql://here/db"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("PROFILE", "secret"),
        ("LOG_LEVEL", "loud"),
        ("TRUSTED_PROXIES", "proxy"),
        ("SMTP_URL", "smtp://mail.example:99999"),
        ("SMTP_URL", "smtp://mail.example:mail"),
        ("SITE_URL", "https://arena.example:99999"),
        ("RATING_ANCHOR_SCORE", "nan"),
    ],
)
def test_a_wrong_setting_is_one_sentence_that_names_it(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(StartupProblem, match=f"The setting {name} is wrong"):
        read_settings()


def test_a_direct_url_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_DIRECT_URL", "postgresql://here/db")
    with pytest.raises(StartupProblem, match="set both or neither"):
        read_settings()


@pytest.mark.parametrize(("profile", "is_open"), [("private", True), ("classroom", True), ("public", False)])
def test_the_profile_decides_about_docs_and_metrics(
    monkeypatch: pytest.MonkeyPatch, profile: str, is_open: bool
) -> None:
    monkeypatch.setenv("PROFILE", profile)
    settings = read_settings()
    assert (settings.docs_open, settings.metrics_open) == (is_open, is_open)


def test_an_explicit_setting_beats_the_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROFILE", "public")
    monkeypatch.setenv("DOCS_OPEN", "true")
    settings = read_settings()
    assert (settings.docs_open, settings.metrics_open) == (True, False)


def test_the_environment_overrides_dot_env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("PORT=1234\nTEAM_KEY=from-file\nHOME=from-file\n")
    assert read_settings().port == 1234
    environment = read_environment()
    assert environment["TEAM_KEY"] == "from-file"
    assert environment["HOME"] != "from-file"


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0000")
    assert "canary" not in repr(read_settings())


class ToySettings(SettingsGroup):
    toy_color: str = "red"


def test_a_slice_reads_its_settings_from_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_COLOR", "blue")
    assert Settings().of(ToySettings).toy_color == "blue"
    assert Settings(toy_color="green").of(ToySettings).toy_color == "green"
    assert Settings(profile=Profile.PUBLIC).of(ToySettings).profile is Profile.PUBLIC


def test_a_copy_changes_the_settings_of_slices_too() -> None:
    settings = Settings()
    fresh = settings.model_copy(update={"toy_color": "blue"})
    assert (settings.of(ToySettings).toy_color, fresh.of(ToySettings).toy_color) == ("red", "blue")
    again = fresh.model_copy(update={"toy_color": "green", "port": 1})
    assert (again.of(ToySettings).toy_color, again.port) == ("green", 1)


def test_wrong_settings_of_a_slice_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLINDING", "sometimes")
    with pytest.raises(StartupProblem, match="The setting BLINDING is wrong"):
        read_settings()
