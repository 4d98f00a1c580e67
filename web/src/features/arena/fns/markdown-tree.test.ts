import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "./markdown-tree";

type Outline = [string, ...(string | Outline)[]];

function outline(node: Nodes): Outline {
  if ("children" in node) return [node.type, ...node.children.map(outline)];
  return "value" in node ? [node.type, node.value] : [node.type];
}

const read = (text: string) => outline(parseMarkdown(text, "").root).slice(1);

describe("formulas between backslashes", () => {
  it("work next to code, whose backslashes are kept", () => {
    expect(read("Let `f(\\(x\\))` be \\(x^2\\).")).toEqual([
      [
        "paragraph",
        ["text", "Let "],
        ["inlineCode", "f(\\(x\\))"],
        ["text", " be "],
        ["inlineMath", "x^2"],
        ["text", "."],
      ],
    ]);
    expect(read("- a\n  ```\n  \\(x\\)\n  ```\n- \\(y\\)")).toEqual([
      [
        "list",
        ["listItem", ["paragraph", ["text", "a"]], ["code", "\\(x\\)"]],
        ["listItem", ["paragraph", ["inlineMath", "y"]]],
      ],
    ]);
    expect(read("- a\n  ```\n  \\(still being written")).toEqual([
      ["list", ["listItem", ["paragraph", ["text", "a"]], ["code", "\\(still being written"]]],
    ]);
  });

  it("end correctly before punctuation or more words", () => {
    expect(read("\\[ x = 2 \\].\nafter")).toEqual([
      ["math", "x = 2."],
      ["paragraph", ["text", "after"]],
    ]);
    expect(read("\\[\nx\n\\], so it holds\nafter")).toEqual([
      ["math", "x,"],
      ["paragraph", ["text", "so it holds\nafter"]],
    ]);
    expect(read("1. a\n   \\[x\\] b\n2. c")).toEqual([
      [
        "list",
        ["listItem", ["paragraph", ["text", "a"]], ["math", "x"], ["paragraph", ["text", "b"]]],
        ["listItem", ["paragraph", ["text", "c"]]],
      ],
    ]);
    expect(read("\\[x\\]-axis")).toEqual([["paragraph", ["inlineMath", "x"], ["text", "-axis"]]]);
    expect(read("\\[x\\]")).toEqual([["math", "x"]]);
  });
});
