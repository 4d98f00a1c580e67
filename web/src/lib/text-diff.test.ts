import { describe, expect, it } from "vitest";
import { diffLines, groupHunks } from "./text-diff";

const textOf = (line: { parts: { text: string }[] }) =>
  line.parts.map((part) => part.text).join("");
const signs = { same: " ", removed: "-", added: "+" } as const;
const shown = (before: string, after: string) =>
  diffLines(before, after).map((line) => `${signs[line.kind]}${textOf(line)}`);

describe("diffLines", () => {
  it("finds removed, added and unchanged lines", () => {
    expect(shown("a\nb\nc", "a\nc\nd")).toEqual([" a", "-b", " c", "+d"]);
    expect(shown("", "a")).toEqual(["-", "+a"]);
    expect(shown("a\nb", "a\nb")).toEqual([" a", " b"]);
    expect(shown("x\ny\nx\nz", "x\nx\ny\nz")).toEqual([" x", "-y", " x", "+y", " z"]);
  });

  it("reproduces both texts and numbers their lines", () => {
    const texts = ["a\nb\nc\nd\n", "b\nc\nx\nd", "", "d\nc\nb\na", "a\n\n\nb\nc"];
    for (const before of texts) {
      for (const after of texts) {
        const lines = diffLines(before, after);
        const older = lines.filter(({ kind }) => kind !== "added");
        const newer = lines.filter(({ kind }) => kind !== "removed");
        expect(older.map(textOf).join("\n")).toBe(before);
        expect(newer.map(textOf).join("\n")).toBe(after);
        expect(older.map((line) => line.old_number)).toEqual(older.map((_, place) => place + 1));
        expect(newer.map((line) => line.new_number)).toEqual(newer.map((_, place) => place + 1));
      }
    }
  });

  it("compares similar lines by word", () => {
    const [removed, added] = diffLines("weight: 1 of two", "weight: 3 of two");
    expect(removed?.parts).toEqual([
      { kind: "same", text: "weight: " },
      { kind: "removed", text: "1" },
      { kind: "same", text: " of two" },
    ]);
    expect(added?.parts[1]).toEqual({ kind: "added", text: "3" });
    const [whole] = diffLines("apple", "zebra crossing");
    expect(whole?.parts).toEqual([{ kind: "removed", text: "apple" }]);
  });

  it("counts very different texts as replaced", () => {
    const lines = (prefix: string) =>
      Array.from({ length: 900 }, (_, place) => `${prefix} ${place % 7 ? place : "same"}`);
    const before = lines("old").join("\n");
    const after = lines("new").join("\n");
    expect(diffLines(before, after).filter(({ kind }) => kind === "removed")).toHaveLength(900);
  });
});

describe("groupHunks", () => {
  it("keeps three lines around each change", () => {
    const numbers = Array.from({ length: 30 }, (_, place) => String(place));
    const changed = numbers.with(5, "five").with(7, "seven").with(25, "twenty-five");
    const hunks = groupHunks(diffLines(numbers.join("\n"), changed.join("\n")));
    expect(hunks.map(({ lines }) => lines.at(0)?.new_number)).toEqual([3, 23]);
    expect(hunks.map(({ lines }) => lines.at(-1)?.new_number)).toEqual([11, 29]);
    expect(groupHunks(diffLines("a", "a"))).toEqual([]);
  });
});
