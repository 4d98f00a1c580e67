import { useMemo } from "react";
import { useModels } from "@/features/models/api/list-models";
import { priceWords } from "@/features/models/fns/price-words";

/** What the catalogue says of a price in words, such as "local"; amounts are not in here. */
export function usePriceWords(): ReadonlyMap<string, string> {
  const { data } = useModels();
  return useMemo(() => {
    const words = new Map<string, string>();
    for (const model of data?.models ?? []) {
      const price = priceWords(model);
      if ("words" in price && model.place !== "cloud") words.set(model.model_id, price.words);
    }
    return words;
  }, [data]);
}

export function useModelNames(): ReadonlyMap<string, string> {
  const { data } = useModels();
  return useMemo(
    () => new Map(data?.models.map((model) => [model.model_id, model.model_name])),
    [data],
  );
}
