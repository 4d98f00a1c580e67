import { describe, expect, it } from "vitest";
import { definitionsOf, splitBlocks } from "./markdown-blocks";

describe("splitting Markdown into blocks", () => {
  it("splits at blank lines and at fences", () => {
    expect(splitBlocks("one\ntwo\n\n\nthree\n```js x\na\n\nb\n```\nfour")).toEqual([
      { kind: "text", source: "one\ntwo" },
      { kind: "text", source: "three" },
      { kind: "code", language: "js x", source: "a\n\nb", closed: true },
      { kind: "text", source: "four" },
    ]);
  });

  it("keeps lists, formulas and longer fences whole", () => {
    expect(splitBlocks("1. a\n\n   ```\n   x\n   ```\n\n2. b\n\nafter")).toHaveLength(2);
    expect(splitBlocks("$$\na\n\nb\n$$\n\nafter")).toHaveLength(2);
    expect(splitBlocks("$$x$$\n\nafter")).toHaveLength(2);
    expect(splitBlocks("````\n```\nx\n````")).toEqual([
      { kind: "code", language: "", source: "```\nx", closed: true },
    ]);
  });

  it("keeps earlier blocks while the text grows", () => {
    const text = "# A\n\ntext\n\n- x\n- y\n\n```py\ncode\n```\n\nend of it";
    for (let length = 1; length < text.length; length += 1) {
      const now = splitBlocks(text.slice(0, length));
      const later = splitBlocks(text.slice(0, length + 1));
      const settled = now.slice(0, -1);
      expect(later.slice(0, settled.length)).toEqual(settled);
    }
  });

  it("splits long lists into parts with continued numbers", () => {
    const item = (number: number) =>
      `${number}. **Question ${number}** ${"words ".repeat(60)}\n\n   - part\n   - of it\n   \`\`\`yaml\n   - a\n   \`\`\``;
    const text = Array.from({ length: 40 }, (_, index) => item(index + 1)).join("\n\n");
    const blocks = splitBlocks(text);
    expect(blocks.every((block) => block.kind === "text")).toBe(true);
    expect(blocks.every((block) => /^\d+\. /.test(block.source))).toBe(true);
    expect(blocks.map((block) => block.source).join("\n\n")).toBe(text);
    for (const length of [5_000, 9_000, 15_000]) {
      const settled = splitBlocks(text.slice(0, length)).slice(0, -1);
      expect(blocks.slice(0, settled.length)).toEqual(settled);
    }
  });

  it("accepts Windows line endings", () => {
    expect(splitBlocks("a\r\n\r\nb")).toHaveLength(2);
  });

  it("finds definitions outside of code", () => {
    const blocks = splitBlocks("[a]: http://x\n\n```\n[b]: http://y\n```");
    expect(definitionsOf(blocks)).toBe("[a]: http://x");
  });
});
