import { describe, expect, it } from "vitest";
import { splitPieces } from "./plain-pieces";

describe("cutting a long text", () => {
  it("keeps short texts and every character", () => {
    expect(splitPieces("one two")).toEqual(["one two"]);
    const text = `${"word ".repeat(3_000)}\n${"line\n".repeat(900)}${"[a](".repeat(2_000)}`;
    expect(splitPieces(text).join("")).toBe(text);
  });

  it("cuts at the end of a line, else between words", () => {
    const lines = splitPieces(`${"x".repeat(99)}\n`.repeat(50));
    expect(lines.slice(0, -1).every((piece) => piece.endsWith("\n"))).toBe(true);
    const words = splitPieces("word ".repeat(1_000));
    expect(words.every((piece) => piece.endsWith(" ") && piece.length <= 2_000)).toBe(true);
  });

  it("cuts what has no spaces into small pieces of whole characters", () => {
    for (const sign of ["[", "\u0301", "漢", "👍"]) {
      const pieces = splitPieces(sign.repeat(5_000));
      expect(pieces.every((piece) => piece.length <= 502)).toBe(true);
      expect(pieces.every((piece) => [...piece].every((one) => one === sign))).toBe(true);
    }
  });

  it("keeps its pieces while the text grows", () => {
    const text = `${"words and ".repeat(400)}\n${"(".repeat(1_200)} end`;
    for (let length = 100; length < text.length; length += 97) {
      const settled = splitPieces(text.slice(0, length)).slice(0, -1);
      expect(splitPieces(text).slice(0, settled.length)).toEqual(settled);
    }
  });
});
