import { expect, it } from "vitest";
import { oneOf, present, textOf } from "./search-params";

it("leaves out what is undefined or empty, and nothing else", () => {
  expect(present({ q: "", tab: undefined, min: 0, table: false, name: "a" })).toEqual({
    min: 0,
    table: false,
    name: "a",
  });
});

it("takes text from an address, of a bearable length", () => {
  expect([textOf("a"), textOf(4), textOf(""), textOf(true), textOf(["a"])]).toEqual([
    "a",
    "4",
    undefined,
    undefined,
    undefined,
  ]);
  expect(textOf("a".repeat(999))).toHaveLength(200);
});

it("takes only what there is to choose", () => {
  expect([oneOf(["a", "b"], "b"), oneOf(["a", "b"], "c"), oneOf(["1"], 1)]).toEqual([
    "b",
    undefined,
    undefined,
  ]);
});
