"""One Chromium and one real site for all journeys; every page is monitored."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from tests.journeys.arena_site import ArenaSite
from tests.journeys.axe import read_script
from tests.journeys.bench import Bench
from tests.journeys.page_monitor import REPORT_VIOLATIONS, PageMonitor
from tests.journeys.site import MODELS, Site

from llmbattler.server.app import STATIC
from llmbattler.testing import ProviderProcess

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SILENT = (
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP arena.test 127.0.0.1",
)
PATIENCE_MS = 15_000

Visit = Callable[..., Awaitable[Page]]


def _find_browser() -> str | None:
    """Return the browser that `make test` found, else that of the machine, else `None` for Playwright's own."""
    known = ROOT / ".tools" / "chromium-path"
    if known.is_file() and Path(known.read_text().strip()).is_file():
        return known.read_text().strip()
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    arguments = [*SILENT, "--no-sandbox"] if os.geteuid() == 0 else list(SILENT)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=_find_browser(), args=arguments)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def web_app() -> Path:
    if not (STATIC / "index.html").is_file():
        pytest.fail("The web app is not built. `make test` builds it, and so does `npm run build` in web/.")
    return STATIC


@pytest.fixture(scope="session")
def real_site(open_folder: Path, web_app: Path) -> Iterator[Site]:
    assert web_app.is_dir()
    folder = open_folder / "journeys"
    (folder / "data").mkdir(parents=True)
    with ProviderProcess() as provider:
        site = Site(folder, provider.addresses.openai_url)
        site.offer(*MODELS)
        site.start()
        yield site
        site.stop()


@pytest.fixture
def monitor(real_site: Site) -> Iterator[PageMonitor]:
    """Checks at the end of a journey that nothing unexpected went wrong."""
    monitor = PageMonitor(real_site.address)
    yield monitor
    assert monitor.complaints == []
    assert monitor.foreign == []


@asynccontextmanager
async def open_visitors(browser: Browser, address: str, monitor: PageMonitor) -> AsyncIterator[Visit]:
    contexts = []

    async def visit(path: str, *, init_script: str = "", **options: Any) -> Page:
        # What a service worker fetches cannot be intercepted, and some journeys do.
        usual = {"base_url": address, "viewport": {"width": 1440, "height": 900}, "service_workers": "block"}
        context = await browser.new_context(**usual | options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        await context.add_init_script(REPORT_VIOLATIONS + init_script)
        # Also the pages that a journey opens later, as a second tab.
        context.on("page", monitor.follow)
        page = await context.new_page()
        await page.goto(path)
        return page

    yield visit
    # What a page asks for while it is being closed concerns nobody any more.
    for page in [page for context in contexts for page in context.pages]:
        await page.unroute_all(behavior="ignoreErrors")
    await asyncio.gather(*(context.close() for context in contexts))


@pytest.fixture
async def visit(browser: Browser, real_site: Site, monitor: PageMonitor) -> AsyncIterator[Visit]:
    """`await visit("/models", color_scheme="dark")` opens an address as a new visitor."""
    async with open_visitors(browser, real_site.address, monitor) as visit:
        yield visit


@pytest.fixture(scope="session")
def axe() -> str:
    return read_script()


@pytest.fixture(scope="session")
async def arena_site(open_folder: Path, web_app: Path) -> AsyncIterator[ArenaSite]:
    assert web_app
    async with ArenaSite.opened(open_folder / "arena") as arena:
        yield arena


@pytest.fixture
def arena(arena_site: ArenaSite) -> Iterator[ArenaSite]:
    """The site with two hidden, scripted models."""
    arena_site.reset()
    yield arena_site
    arena_site.reset()


@pytest.fixture
def arena_monitor(arena: ArenaSite) -> Iterator[PageMonitor]:
    monitor = PageMonitor(arena.site.address, arena.remote_address)
    yield monitor
    assert monitor.complaints == []
    assert monitor.foreign == []


@pytest.fixture
async def visit_arena(browser: Browser, arena: ArenaSite, arena_monitor: PageMonitor) -> AsyncIterator[Visit]:
    """Like `visit`, for the site of `arena`."""
    async with open_visitors(browser, arena.site.address, arena_monitor) as visit:
        yield visit


@pytest.fixture(scope="session")
async def bench_site(open_folder: Path, web_app: Path) -> AsyncIterator[Bench]:
    assert web_app.name
    async with Bench.opened(open_folder / "bench") as bench:
        yield bench


@pytest.fixture
def bench(bench_site: Bench) -> Iterator[Bench]:
    bench_site.reset()
    yield bench_site
    bench_site.reset()


@pytest.fixture
def bench_monitor(bench: Bench) -> Iterator[PageMonitor]:
    monitor = PageMonitor(bench.site.address)
    yield monitor
    assert monitor.complaints == []
    assert monitor.foreign == []


@pytest.fixture
async def visit_site(browser: Browser, bench: Bench, bench_monitor: PageMonitor) -> AsyncIterator[Visit]:
    """Like `visit`, for this site."""
    async with open_visitors(browser, bench.site.address, bench_monitor) as visit:
        yield visit
