import { aFound } from "@tests/fake-admin";
import { describe, expect, it } from "vitest";
import { battleCost, matchingModels } from "./picked-models";

const price = (input: number, output: number) => ({
  input_per_million: input,
  output_per_million: output,
  currency: "USD" as const,
});

describe("models to pick from", () => {
  it("match when every word appears somewhere", () => {
    const models = [
      aFound({ model_id: "a", model_name: "Aurora 9", organization: "Northlight" }),
      aFound({ model_id: "b", model_name: "Basalt", model: "quarry/basalt-34b" }),
    ];
    const ids = (search: string) => matchingModels(models, search).map((one) => one.model_id);
    expect(ids("")).toEqual(["a", "b"]);
    expect(ids("NORTH 9")).toEqual(["a"]);
    expect(ids("34b")).toEqual(["b"]);
    expect(ids("aurora 34b")).toEqual([]);
  });
});

describe("the cost of a battle", () => {
  it("is that of two average answers", () => {
    expect(battleCost([{ price: price(0, 0) }, { price: price(10, 20) }])).toBeCloseTo(0.013);
  });

  it("is unknown if one price is", () => {
    expect(battleCost([{ price: price(1, 1) }, { price: null }])).toBeUndefined();
  });
});
