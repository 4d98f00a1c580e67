import { expect, it } from "vitest";
import { categoryName } from "./category-name";

it.each([
  ["coding", "Coding"],
  ["creative_writing", "Creative writing"],
  ["multi_turn", "Multi-turn"],
  ["hard", "Hard prompts"],
])("names %s", (category, name) => {
  expect(categoryName(category)).toBe(name);
});
