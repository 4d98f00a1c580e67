"""H30 to H32: the nginx of docs/deployment.md in front of the site, with the text of the page."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.cases.replicas import is_delta, open_stream
from tests.polling import pause
from websockets.asyncio.client import connect

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.server.process import configure
from llmbattler.testing import Script, ScriptedProvider

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/deployment.md").read_text()
RECIPE, MANY_MACHINES = re.findall(r"^```nginx\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
UPSTREAM = re.compile(r"^upstream .*?^}\n", re.MULTILINE | re.DOTALL)
NAME = "arena.example.org"
NGINX = shutil.which("nginx", path=f"{ROOT}/.tools/nginx/usr/sbin:/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed; `make setup` installs it on Debian")
TRUSTING = ssl._create_unverified_context()  # noqa: S323 - the certificate is made by the test
FRAME = """\
daemon off;
master_process off;
error_log stderr;
pid {folder}/nginx.pid;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{recipe}
}}
"""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings that the page gives for a site behind a proxy."""
    (lines,) = re.findall(r"The settings of the site:\n\n```sh\n(.*?)```", PAGE, re.DOTALL)
    given = dict(line.split("=", 1) for line in lines.split())
    assert set(given) == {"ALLOWED_HOSTS", "SITE_URL", "TRUSTED_PROXIES"}
    update = {"allowed_hosts": (given["ALLOWED_HOSTS"],), "site_url": given["SITE_URL"]}
    return settings.model_copy(update={**update, "trusted_proxies": (given["TRUSTED_PROXIES"],)})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    signed = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1)).sign(
        key, hashes.SHA256()
    )
    private = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(*private))
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))


def replace(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new)


@contextmanager
def run_nginx(folder: Path, recipe: str) -> Iterator[int]:
    """Run the recipe with other ports and a certificate of its own, and return the port for HTTPS."""
    write_certificate(folder)
    plain, secure = find_free_port(), find_free_port()
    recipe = replace(recipe, "listen 80;", f"listen 127.0.0.1:{plain};")
    recipe = replace(recipe, "listen 443 ", f"listen 127.0.0.1:{secure} ")
    recipe = replace(recipe, f"/etc/letsencrypt/live/{NAME}", str(folder))
    (folder / "nginx.conf").write_text(FRAME.format(folder=folder, recipe=recipe))
    command = [str(NGINX), "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield secure
    finally:
        process.terminate()
        process.wait(timeout=20)


@asynccontextmanager
async def visiting(port: int) -> AsyncIterator[Person]:
    """A browser at `https://arena.example.org:PORT`, as soon as nginx accepts connections."""
    person = Person(f"https://127.0.0.1:{port}")
    await person.http.aclose()
    headers = {"Host": f"{NAME}:{port}", "Origin": f"https://{NAME}:{port}", "Sec-Fetch-Site": "same-origin"}
    person.http = httpx.AsyncClient(base_url=f"https://127.0.0.1:{port}", headers=headers, verify=TRUSTING, timeout=30)
    while True:
        try:
            await person.http.get("/healthz")
            break
        except httpx.ConnectError:
            await pause()
    yield person
    await person.http.aclose()


def test_h30_the_server_keeps_idle_connections_longer_than_the_documented_nginx(usual_settings: Settings) -> None:
    async def app(*_: object) -> None: ...

    kept = configure(usual_settings, app).timeout_keep_alive
    by_nginx = [int(found) for found in re.findall(r"^    keepalive_timeout (\d+)s;$", PAGE, re.MULTILINE)]
    assert len(by_nginx) == 2
    assert all(kept >= seconds + 15 for seconds in by_nginx)
    assert kept >= 75  # what many load balancers use by default is 60


@needs_nginx
async def test_h31_the_documented_nginx_carries_pages_posts_streams_and_sockets(
    site: str, resources: Resources, provider: ScriptedProvider, tmp_path: Path
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    recipe = replace(RECIPE, "127.0.0.1:8765", site.removeprefix("http://"))
    with run_nginx(tmp_path, recipe) as port:
        async with visiting(port) as person:
            assert (await person.http.get("/readyz")).status_code == 200
            await check_battle(person, provider)
        socket_headers = {"Origin": f"https://{NAME}:{port}"}
        address = f"wss://{NAME}:{port}/api/live"
        async with connect(
            address, host="127.0.0.1", port=port, ssl=TRUSTING, additional_headers=socket_headers
        ) as live:
            await live.send('{"subscribe": ["leaderboard"]}')
            assert "subscribed" in str(await live.recv())


async def check_battle(person: Person, provider: ScriptedProvider) -> None:
    """A POST from a page at a port of its own, whose answer is read while the models still write."""
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        heard = await stream.read(is_delta)
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
    assert heard.names[-1] == "done"
    assert (await person.vote(heard.battle_id)).status_code == 200


@needs_nginx
async def test_h32_a_machine_that_is_down_costs_the_documented_upstream_no_request(site: str, tmp_path: Path) -> None:
    machines = re.findall(r"^    server (\S+)", MANY_MACHINES, re.MULTILINE)
    assert len(machines) == 2
    upstream = replace(MANY_MACHINES, machines[0], site.removeprefix("http://"))
    upstream = replace(upstream, machines[1], f"127.0.0.1:{find_free_port()}")
    with run_nginx(tmp_path, UPSTREAM.sub(upstream, RECIPE, count=1)) as port:
        async with visiting(port) as person:
            reads = [(await person.http.get("/readyz")).status_code for _ in range(10)]
            writes = [(await person.http.post("/api/auth/sign-in", json={})).status_code for _ in range(10)]
    assert set(reads) == {200}
    assert set(writes) == {422}  # the site itself refused them
