import { describe, expect, it } from "vitest";
import { contrast, initials, modelColor, PALETTE } from "./model-color";

describe("modelColour", () => {
  const many = Array.from({ length: 400 }, (_, index) => `model-${index}`);

  it("gives an id the same color every time", () => {
    expect(modelColor("qwen-3-8b")).toEqual(modelColor("qwen-3-8b"));
  });

  it("uses the whole palette", () => {
    expect(new Set(many.map((id) => modelColor(id).background))).toEqual(new Set(PALETTE));
  });

  it("keeps the initials readable on every color (AA)", () => {
    for (const id of many) {
      const { background, text } = modelColor(id);
      expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it.each([
  ["Claude Sonnet 5", "CS"],
  ["GPT-5 mini", "G5"],
  ["Mixtral", "MI"],
  ["SmolLM2 135M (terse)", "ST"],
  ["Mixtral (Mixtral)", "MI"],
  ["Mixtral ()", "MI"],
  ["ß", "SS"],
  ["***", "?"],
  ["", "?"],
])("shortens %j to %s", (name, short) => {
  expect(initials(name)).toBe(short);
});
