import { describe, expect, it } from "vitest";
import { countHidden, nameHidden, splitHidden, withoutHidden } from "./hidden-characters";

describe("H02: characters that a page does not show", () => {
  it.each([
    ["carriage return", "rm x\r", "\r"],
    ["zero width space", "a\u200bb", "\u200b"],
    ["joiner", "a\u200db", "\u200d"],
    ["right to left override", "a\u202eb", "\u202e"],
    ["isolate", "a\u2066b", "\u2066"],
    ["byte order mark", "\ufeffa", "\ufeff"],
    ["escape", "a\u001b[31m", "\u001b"],
    ["soft hyphen", "a\u00adb", "\u00ad"],
    ["tag", "a\u{e0041}b", "\u{e0041}"],
    ["variation selector", "a\ufe0f", "\ufe0f"],
    ["line separator", "a\u2028b", "\u2028"],
    ["invisible letter", "a\u3164b", "\u3164"],
  ])("finds a %s", (_, text, hidden) => {
    expect(splitHidden(text)).toContainEqual({ hidden });
    expect(countHidden(text)).toBe(1);
    expect(withoutHidden(text)).toBe(text.replace(hidden, ""));
  });

  it.each(["a\tb\nc é ñ 漢字 עברית", "👩‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🏴 🇩🇪", "if (a < b) { return `x`; }"])(
    "keeps %s",
    (text) => {
      expect(splitHidden(text)).toEqual([text]);
      expect(countHidden(text)).toBe(0);
      expect(withoutHidden(text)).toBe(text);
    },
  );

  it("joins a run to one mark and names it", () => {
    const [before, run, after] = splitHidden("a\u200b\u200b\u200bb");
    expect([before, run, after]).toEqual(["a", { hidden: "\u200b\u200b\u200b" }, "b"]);
    expect(nameHidden("\u200b\u200b\u200b")).toBe("U+200B ×3");
    expect(nameHidden("\u202e\r")).toBe("U+202E +1");
    expect(nameHidden("\r")).toBe("U+000D");
    expect(countHidden("a\u200b\u200bb\r")).toBe(3);
  });

  it("keeps the lines of a text with line endings of Windows", () => {
    expect(withoutHidden("a\r\nb\r\n")).toBe("a\nb\n");
  });

  it("shows a text with masses of them without marks", () => {
    expect(splitHidden("a\u200b".repeat(2_000))).toEqual(["a".repeat(2_000)]);
  });
});
