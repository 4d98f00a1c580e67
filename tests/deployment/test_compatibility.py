"""Each line of docs/compatibility.md, by a test of its own. Compose is read as text."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import yaml
from dotenv import dotenv_values

from llmbattler.arena.settings import ArenaSettings
from llmbattler.catalog.discovery.service.catalog_file import find_models_file
from llmbattler.catalog.discovery.targets import list_targets
from llmbattler.connectors.settings import ConnectorSettings, add_version
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.manifests import list_manifests
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings, list_names
from llmbattler.server.app import MOVED, create_app

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "compatibility.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
WRITE_ENV = (ROOT / "scripts" / "write_env.sh").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
VERDICTS = {"works", "alias", "declined"}

Test = TypeVar("Test", bound=Callable[..., Any])
_tested: dict[str, str] = {}


def line(*names: str) -> Callable[[Test], Test]:
    """Declare which lines of the page a test covers."""

    def note(test: Test) -> Test:
        _tested.update(dict.fromkeys(names, test.__name__))
        return test

    return note


def read_lines() -> dict[str, tuple[str, str]]:
    """Return verdict and explanation of each line, by its first cell without backticks."""
    cells = [re.split(r"(?<!\\)\|", row.strip().strip("|")) for row in PAGE.splitlines() if row.startswith("| ")]
    rows = [[cell.strip() for cell in row] for row in cells if row[0].strip() != "there"]
    return {one.replace("`", "").replace("\\|", "|"): (verdict, what) for one, verdict, what in rows}


LINES = read_lines()


def test_each_line_has_a_test() -> None:
    assert LINES
    assert set(LINES) - set(_tested) == set(), "add a test for this line"
    assert set(_tested) - set(LINES) == set(), "add this line to docs/compatibility.md"


def test_each_line_says_what_to_do() -> None:
    for name, (verdict, what) in LINES.items():
        assert verdict in VERDICTS, name
        assert what, name


TARGETS = (
    "setup",
    "dev",
    "dev-infra",
    "dev-backend",
    "dev-frontend",
    "dev-worker",
    "stop",
    "clean",
    "test",
    "lint",
    "help",
)


@line(*(f"make {target}" for target in TARGETS))
@pytest.mark.parametrize("target", TARGETS)
def test_make_has_the_target(target: str) -> None:
    assert re.search(rf"^{target}: ## \S", MAKEFILE, re.MULTILINE)
    assert target in MAKEFILE.partition(".PHONY:")[2].partition("\n")[0].split()
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr


@line("cp .env.example .env")
def test_the_example_changes_no_setting(tmp_path: Path) -> None:
    assert dotenv_values(ROOT / ".env.example") == {}
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text())
    subprocess.run(["sh", str(ROOT / "scripts" / "write_env.sh"), str(tmp_path)], check=True, capture_output=True)
    assert dotenv_values(tmp_path / ".env")["COMPOSE_PROFILES"] == "site"


@line("docker compose --profile prod up -d", "service postgres", "service ollama")
def test_prod_starts_everything_with_ollama() -> None:
    started = {name for name, service in SERVICES.items() if "prod" in service["profiles"]}
    assert started == {"app", "worker", "postgres", "ollama", "ollama-models"}
    environment = SERVICES["app"]["environment"]
    assert environment["OLLAMA_BASE_URL"] == "${OLLAMA_BASE_URL:-http://ollama:11434/v1}"
    assert environment["ALLOWED_HOSTS"].endswith(",${BIND_ADDRESS:-127.0.0.1}")
    assert SERVICES["app"]["ports"] == ["${BIND_ADDRESS:-127.0.0.1}:${PORT:-8765}:8765"]


@line(
    "docker compose logs -f backend", "docker compose restart backend frontend", "service backend", "service frontend"
)
def test_one_service_has_the_names_of_both() -> None:
    assert SERVICES["app"]["networks"]["default"]["aliases"] == ["backend", "frontend"]
    assert not {"backend", "frontend"} & set(SERVICES)
    assert {"app", "worker"} <= set(SERVICES)


@line("docker compose exec postgres pg_dump -U postgres llmbattler")
def test_the_only_role_of_the_database_is_ours() -> None:
    environment = SERVICES["postgres"]["environment"]
    assert (environment["POSTGRES_USER"], environment["POSTGRES_DB"]) == ("llmbattler", "llmbattler")


@line("docker compose exec ollama ollama pull mistral:7b")
def test_ollama_can_store_what_it_pulls() -> None:
    assert SERVICES["ollama"]["volumes"] == ["ollama:/models"]
    assert SERVICES["ollama"]["environment"]["HOME"] == "/models"


@line("alembic revision --autogenerate", "alembic upgrade head", "alembic downgrade -1")
def test_revisions_go_forward_with_a_command_of_ours() -> None:
    assert re.search(r"^migrate: ## ", MAKEFILE, re.MULTILINE)
    assert not (ROOT / "alembic.ini").exists()
    assert "Revisions only go forward" in (ROOT / "CONTRIBUTING.md").read_text()
    commands = {command.name for manifest in list_manifests() for command in manifest.commands}
    assert "db" not in commands
    programs = [*(ROOT / "src" / "llmbattler" / "cli").rglob("*.py"), *(ROOT / "scripts").glob("*.py")]
    assert not [path.name for path in programs if "downgrade" in path.read_text()]


@line("POSTGRES_PASSWORD")
def test_compose_takes_the_password_of_the_database() -> None:
    assert SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert "add POSTGRES_PASSWORD" in WRITE_ENV


@line("POSTGRES_URI=postgresql+asyncpg://…")
def test_the_address_of_the_database_may_name_another_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTGRES_URI", "postgresql+asyncpg://u:p@h:5432/db")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    url = Settings().database_url
    assert url is not None
    assert DatabaseAddress.parse(url.get_secret_value()).url == "postgresql://u:p@h:5432/db"


@line("NEXT_PUBLIC_API_URL", "USE_VLLM=true")
def test_variables_that_are_not_needed_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not {"next_public_api_url", "use_vllm"} & set(list_names())
    monkeypatch.setenv("NEXT_PUBLIC_API_URL", "http://localhost:8000")
    monkeypatch.setenv("USE_VLLM", "true")
    targets = {target.name for target in list_targets(Settings(discovery=True))}
    assert "vllm" in targets
    assert "baseUrl: window.location.origin" in (ROOT / "web" / "src" / "lib" / "api-client.ts").read_text()


@line("CORS_ORIGINS")
async def test_pages_of_other_origins_may_call_the_api() -> None:
    origin = "https://pages.example"
    app = create_app(Settings(cors_origins=(origin,)), Resources())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        answer = await client.options("/api/models", headers={"Origin": origin, "Access-Control-Request-Method": "GET"})
    assert answer.headers["access-control-allow-origin"] == origin


@line("OLLAMA_MODELS=gemma3:1b,phi3:mini")
def test_compose_pulls_the_listed_models() -> None:
    assert SERVICES["ollama-models"]["environment"]["WANTED"].startswith("${OLLAMA_MODELS:-")
    assert "tr ',' ' '" in SERVICES["ollama-models"]["command"][0]


@line("OLLAMA_GPU_ENABLED=0|1")
@pytest.mark.parametrize(
    ("given", "profile", "file"), [("0", "site", None), ("1", "prod", "compose.yml:compose.gpu.yml")]
)
def test_one_variable_gives_ollama_a_gpu(tmp_path: Path, given: str, profile: str, file: str | None) -> None:
    (tmp_path / ".env").write_text(f"OLLAMA_GPU_ENABLED={given}\n")
    subprocess.run(["sh", str(ROOT / "scripts" / "write_env.sh"), str(tmp_path)], check=True, capture_output=True)
    written = dotenv_values(tmp_path / ".env")
    assert (written["COMPOSE_PROFILES"], written.get("COMPOSE_FILE")) == (profile, file)
    for name in (file or "").split(":"):
        assert (ROOT / name).exists()


@line("OPENAI_API_KEY", "ANTHROPIC_API_KEY")
@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_a_key_offers_the_models_of_its_provider(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"{name.upper()}_API_KEY", "sk-a-key")
    assert name in {target.name for target in list_targets(Settings(discovery=True))}
    assert SERVICES["app"]["environment"][f"{name.upper()}_API_KEY"] == f"${{{name.upper()}_API_KEY:-}}"


@line("VLLM_BASE_URL=http://localhost:8000")
@pytest.mark.parametrize("given", ["http://localhost:8000", "http://localhost:8000/", "http://localhost:8000/v1"])
def test_the_address_of_a_model_server_needs_no_version(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("VLLM_BASE_URL", given)
    assert Settings().of(ConnectorSettings).vllm_base_url == "http://localhost:8000/v1"
    assert add_version("http://localhost:8000/openai/v1") == "http://localhost:8000/openai/v1"


@line("port 3000 for the web app", "port 8000 for the API and /docs")
@pytest.mark.parametrize("port", [3000, 8000])
async def test_web_app_and_api_share_one_port_of_choice(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setenv("PORT", str(port))
    settings = Settings()
    assert settings.port == port
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(settings, Resources())), base_url=f"http://localhost:{port}"
    ) as client:
        assert (await client.get("/docs")).status_code == 200


@line("yourdomain and api.yourdomain behind nginx")
async def test_two_domains_may_lead_to_the_site() -> None:
    app = create_app(Settings(allowed_hosts=("yourdomain", "api.yourdomain")), Resources())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        for host, status in (("yourdomain", 200), ("api.yourdomain", 200), ("other.example", 400)):
            assert (await client.get("/docs", headers={"Host": host})).status_code == status
    assert "server_name yourdomain api.yourdomain;" in PAGE


@line("backend/config/models.yaml")
def test_the_catalog_file_may_be_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "backend" / "config" / "models.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("models: []\n")
    assert find_models_file(Settings(models_file=path)) == path


@line("/battle", "/leaderboard", "/dashboard", "/benchmarks", "/analytics", "/settings")
async def test_addresses_lead_to_pages() -> None:
    assert MOVED == {"/battle": "/", "/dashboard": "/leaderboard", "/analytics": "/leaderboard"}
    routes = "\n".join(path.read_text() for path in (ROOT / "web" / "src" / "app" / "routes").glob("*.tsx"))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(Settings(), Resources())), base_url="http://localhost"
    ) as client:
        for old, new in MOVED.items():
            answer = await client.get(old)
            assert (answer.status_code, answer.headers["location"]) == (307, f"http://localhost{new}")
            assert LINES[old] == ("alias", LINES[old][1])
            assert f"redirects to `{new}`" in LINES[old][1]
    for page in ("/leaderboard", "/benchmarks", "/settings"):
        assert f'path: "{page}"' in routes


@line("category=Overall", "sort_by=score", "sessions.user_id")
def test_the_api_describes_the_words_of_other_clients() -> None:
    """What the words do is tested in tests/ratings/test_routes.py and tests/arena/service/test_sessions.py."""
    described = create_app(Settings(), Resources()).openapi()
    assert "user_id" in described["components"]["schemas"]["SessionRowOut"]["required"]
    given = {one["name"]: one for one in described["paths"]["/api/leaderboard"]["get"]["parameters"]}
    assert "`text`" in given["category"]["description"]
    assert "`score`, `votes`" in given["sort_by"]["description"]


@line("vote labels Left is better")
def test_the_vote_buttons_may_name_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().of(ArenaSettings).vote_labels == "letters"
    monkeypatch.setenv("VOTE_LABELS", "sides")
    assert Settings().of(ArenaSettings).vote_labels == "sides"
    assert '"Left is better"' in (ROOT / "web" / "src" / "features" / "arena" / "fns" / "strings.ts").read_text()


@line("/v1/*")
@pytest.mark.parametrize("path", ["/v1/models", "/v1/chat/completions"])
async def test_there_is_no_gateway_yet(path: str) -> None:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(Settings(), Resources())), base_url="http://localhost"
    ) as client:
        for answer in (await client.get(path), await client.post(path, json={})):
            assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@line("Conventional Commits", "Storybook", "Zustand")
def test_declined_practices_are_not_half_there() -> None:
    package = (ROOT / "web" / "package.json").read_text()
    assert not any(word in package for word in ("commitlint", "storybook", "zustand"))
    for name in ("Conventional Commits", "Storybook", "Zustand"):
        assert LINES[name][0] == "declined"


@line("offline caching")
def test_pages_register_the_worker_that_keeps_the_last_history() -> None:
    """What it keeps is tested in tests/journeys/test_offline.py."""
    assert (ROOT / "web" / "public" / "offline.js").is_file()
    assert 'register("/offline.js")' in (ROOT / "web" / "src" / "lib" / "offline.ts").read_text()
