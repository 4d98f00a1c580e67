"""The nginx of docs/deployment.md, with the text of the page, and a browser in front of it."""

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
from tests.arena.conftest import Person
from tests.polling import pause

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


def read_proxy_settings() -> dict[str, str]:
    """Return the settings that the page gives for a site behind a proxy."""
    (lines,) = re.findall(r"The settings of the site:\n\n```sh\n(.*?)```", PAGE, re.DOTALL)
    given = dict(line.split("=", 1) for line in lines.split())
    assert set(given) == {"ALLOWED_HOSTS", "SITE_URL", "TRUSTED_PROXIES"}
    return given


def open_browser(port: int) -> Person:
    """Return a browser whose page is `https://arena.example.org:PORT`."""
    person = Person(f"https://127.0.0.1:{port}")
    headers = {"Host": f"{NAME}:{port}", "Origin": f"https://{NAME}:{port}", "Sec-Fetch-Site": "same-origin"}
    person.http = httpx.AsyncClient(base_url=f"https://127.0.0.1:{port}", headers=headers, verify=TRUSTING, timeout=60)
    return person


@asynccontextmanager
async def visiting(port: int) -> AsyncIterator[Person]:
    """A browser, as soon as nginx accepts connections."""
    person = open_browser(port)
    while True:
        try:
            await person.http.get("/healthz")
            break
        except httpx.ConnectError:
            await pause()
    yield person
    await person.http.aclose()
