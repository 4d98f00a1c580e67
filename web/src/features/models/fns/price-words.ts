import { formatMoney } from "@/lib/format";
import type { Model } from "../api/model";
import { modelsStrings } from "./strings";

type PriceWords = { input: string; output: string } | { words: string };

/** Two amounts if the price is known, otherwise words. */
export function priceWords(model: Pick<Model, "place" | "price">): PriceWords {
  const { place, price } = model;
  if (place === "embedded") return { words: modelsStrings.price.embedded };
  const free = !price?.input_per_million && !price?.output_per_million;
  if (place === "local" && free) return { words: modelsStrings.price.local };
  if (!price) return { words: modelsStrings.price.unknown };
  return {
    input: formatMoney(price.input_per_million, price.currency),
    output: formatMoney(price.output_per_million, price.currency),
  };
}
