import { aModel } from "@tests/fake-api";
import { describe, expect, it } from "vitest";
import { abilitiesOf, filterModels, parseModelFilters } from "./model-filters";
import { priceWords } from "./price-words";

describe("parseModelFilters", () => {
  it("keeps valid values", () => {
    const search = { search: "qwen", health: "down", place: "local", ability: "tools,vision" };
    expect(parseModelFilters(search)).toEqual({ ...search, ability: "vision,tools" });
  });

  it("drops invalid values", () => {
    expect(
      parseModelFilters({ search: "", health: "fine", place: 3, ability: "flying", other: "x" }),
    ).toEqual({});
    expect(parseModelFilters({ search: ["a"], ability: ["tools"] })).toEqual({});
  });

  it("converts numbers to text", () => {
    expect(parseModelFilters({ search: 4 })).toEqual({ search: "4" });
  });
});

describe("filterModels", () => {
  const qwen = aModel({
    model_id: "qwen",
    model_name: "Qwen 3",
    organization: "Alibaba",
    place: "local",
    abilities: { vision: false, tools: true, reasoning: true },
  });
  const llama = aModel({
    model_id: "llama",
    model_name: "Llama 4",
    organization: null,
    license: null,
    health: "down",
    abilities: { vision: true, tools: true, reasoning: false },
  });
  const ids = (filters: Parameters<typeof filterModels>[1]) =>
    filterModels([qwen, llama], filters).map((model) => model.model_id);

  it("returns everything without filters", () => {
    expect(ids({})).toEqual(["qwen", "llama"]);
  });

  it("finds all words in name, id, organization or license", () => {
    expect(ids({ search: " ALIBABA  qw" })).toEqual(["qwen"]);
    expect(ids({ search: "mit" })).toEqual(["qwen"]);
    expect(ids({ search: "alibaba llama" })).toEqual([]);
    expect(ids({ search: "null" })).toEqual([]);
  });

  it("requires all abilities", () => {
    expect(ids({ ability: "tools" })).toEqual(["qwen", "llama"]);
    expect(ids({ ability: "vision,tools" })).toEqual(["llama"]);
    expect(abilitiesOf({})).toEqual([]);
  });

  it("filters by health and by place", () => {
    expect(ids({ health: "down" })).toEqual(["llama"]);
    expect(ids({ place: "local" })).toEqual(["qwen"]);
    expect(ids({ place: "local", health: "down" })).toEqual([]);
  });
});

describe("priceWords", () => {
  const free = { input_per_million: 0, output_per_million: 0, currency: "USD" } as const;
  const price = { input_per_million: 0.25, output_per_million: 2, currency: "USD" } as const;
  it.each([
    [{ place: "cloud", price } as const, { input: "$0.25", output: "$2.00" }],
    [{ place: "local", price } as const, { input: "$0.25", output: "$2.00" }],
    [{ place: "embedded", price } as const, { words: "free, built-in" }],
    [{ place: "local", price: null } as const, { words: "local" }],
    [{ place: "local", price: free } as const, { words: "local" }],
    [{ place: "cloud", price: free } as const, { input: "$0.00", output: "$0.00" }],
    [{ place: "cloud", price: null } as const, { words: "no price" }],
  ])("says %o as %o", (model, words) => {
    expect(priceWords(model)).toEqual(words);
  });
});
