import { describe, expect, it } from "vitest";
import { definitionsOf, splitBlocks, weightOf } from "./markdown-blocks";

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

describe("H01: texts that would block the page", () => {
  const kinds = (text: string) => [...new Set(splitBlocks(text).map((block) => block.kind))];

  it.each([
    ["brackets", "[a](".repeat(200)],
    ["accents", `a${"\u0301".repeat(40)}`],
    ["one endless word", "a\u05d0".repeat(300)],
    ["accents in code", `\`\`\`\na${"\u0301".repeat(40)}\n\`\`\``],
    ["two directions in a line of code", `\`\`\`\n${"a\u05d0 ".repeat(400)}\n\`\`\``],
    ["hundreds of formulas", "a word and $x$ ".repeat(120)],
  ])("are shown without formatting: %s", (_, text) => {
    expect(kinds(text)).toEqual(["plain"]);
  });

  it.each([
    ["Chinese", "一只敏捷的棕色狐狸跳过懒狗。".repeat(100)],
    ["Thai", "สุนัขจิ้งจอกสีน้ำตาล".repeat(60)],
    ["Hebrew with vowels", "בְּרֵאשִׁית בָּרָא ".repeat(50)],
    ["an address", `See https://example.org/${"a".repeat(300)} there.`],
    ["formulas", "so $x$ and ".repeat(60)],
  ])("but not %s", (_, text) => {
    expect(kinds(text)).toEqual(["text"]);
  });

  it("keeps the rest of a text with masses of blocks as it is", () => {
    const paragraphs = Array.from({ length: 1_000 }, (_, index) => `word ${index}`);
    const blocks = splitBlocks(paragraphs.join("\n\n"));
    expect(blocks).toHaveLength(301);
    expect(blocks.at(-1)?.kind).toBe("plain");
    expect(blocks.map((block) => block.source).join("\n\n")).toBe(paragraphs.join("\n\n"));
    const codes = splitBlocks("```\na\n```\n".repeat(1_000));
    expect(codes).toHaveLength(301);
    expect(codes.at(-1)?.source).toMatch(/^```\na\n```\n/);
    for (const length of [1_000, 3_000, 9_000]) {
      const settled = splitBlocks(paragraphs.join("\n\n").slice(0, length)).slice(0, -1);
      expect(blocks.slice(0, settled.length)).toEqual(settled);
    }
  });

  it("weighs a table more than prose", () => {
    const [table, prose] = ["|a|b|\n", "words "].map((text) => splitBlocks(text.repeat(1_000))[0]);
    expect(table && prose && weightOf(table) > 20 * weightOf(prose)).toBe(true);
  });
});
