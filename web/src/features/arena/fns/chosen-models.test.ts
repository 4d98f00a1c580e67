import { aModel } from "@tests/fake-api";
import { anArena } from "@tests/fake-arena";
import { expect, it } from "vitest";
import { chosenModels, keepChosen } from "./chosen-models";
import { whyNoImages } from "./images-refused";

const named = (model_id: string, vision = false) =>
  aModel({ model_id, model_name: model_id, abilities: { vision, tools: false, reasoning: false } });
const models = [named("a"), named("b", true), named("c")];

it("starts with the first available models", () => {
  expect(chosenModels("direct", [], models)).toEqual(["a"]);
  expect(chosenModels("side_by_side", [], models)).toEqual(["a", "b"]);
  expect(chosenModels("battle", ["a"], models)).toEqual([]);
  expect(chosenModels("direct", [], [])).toEqual([]);
});

it("remembers the last models of each mode, if they are available", () => {
  keepChosen("direct", ["c"]);
  keepChosen("side_by_side", ["gone", "c"]);
  keepChosen("battle", []);
  expect(chosenModels("direct", [], models)).toEqual(["c"]);
  expect(chosenModels("side_by_side", [], models)).toEqual(["c", "a"]);
  localStorage.setItem("llmbattler.models.direct", "{");
  expect(chosenModels("direct", [], models)).toEqual(["a"]);
});

it("prefers the models in the URL, without duplicates", () => {
  keepChosen("side_by_side", ["a", "b"]);
  expect(chosenModels("side_by_side", ["b", "b"], models)).toEqual(["b", "a"]);
  expect(chosenModels("side_by_side", ["", "unknown"], models)).toEqual(["unknown", "a"]);
});

it("says which models cannot read images", () => {
  const waiting = (vision_models_waiting: number) => anArena({ vision_models_waiting });
  expect(whyNoImages("battle", [], models, undefined)).toBeUndefined();
  expect(whyNoImages("battle", [], models, waiting(2))).toBeUndefined();
  expect(whyNoImages("battle", [], models, waiting(1))).toMatch(/only one is ready/);
  expect(whyNoImages("battle", [], models, waiting(0))).toMatch(/^No model/);
  expect(whyNoImages("direct", ["b"], models, waiting(0))).toBeUndefined();
  expect(whyNoImages("side_by_side", ["a", "b"], models, waiting(0))).toBe("a cannot see images.");
  expect(whyNoImages("side_by_side", ["a", "c"], models, waiting(9))).toBe(
    "a and c cannot see images.",
  );
});
