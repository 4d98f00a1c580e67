import { expect, it } from "vitest";
import { oneOf, present, textOf } from "./search-params";

it("removes only undefined and empty values", () => {
  expect(present({ q: "", tab: undefined, min: 0, table: false, name: "a" })).toEqual({
    min: 0,
    table: false,
    name: "a",
  });
});

it("reads text of limited length", () => {
  expect([textOf("a"), textOf(4), textOf(""), textOf(true), textOf(["a"])]).toEqual([
    "a",
    "4",
    undefined,
    undefined,
    undefined,
  ]);
  expect(textOf("a".repeat(999))).toHaveLength(200);
});

it("accepts only known choices", () => {
  expect([oneOf(["a", "b"], "b"), oneOf(["a", "b"], "c"), oneOf(["1"], 1)]).toEqual([
    "b",
    undefined,
    undefined,
  ]);
});
