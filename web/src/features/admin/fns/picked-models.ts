import type { FoundModel } from "../api/models";

const INPUT_TOKENS = 300;
const OUTPUT_TOKENS = 500;

/** Every word of the search appears in the name, the provider's name for it, its maker or its provider. */
export function matchingModels(models: readonly FoundModel[], search: string): FoundModel[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const text = [model.model_name, model.model, model.organization, model.provider_id]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What one battle between two of these models costs on average in dollars, or undefined if a price is unknown. */
export function battleCost(models: readonly Pick<FoundModel, "price">[]): number | undefined {
  let sum = 0;
  for (const { price } of models) {
    if (!price) return undefined;
    sum +=
      (price.input_per_million * INPUT_TOKENS + price.output_per_million * OUTPUT_TOKENS) / 1e6;
  }
  return (2 * sum) / models.length;
}
