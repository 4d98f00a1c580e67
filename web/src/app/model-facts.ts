import { useMemo } from "react";
import { useContestants } from "@/features/models/api/list-contestants";
import { priceWords } from "@/features/models/fns/price-words";
import { $api } from "@/lib/api-client";

/** Prices that are words, such as "local", by model id. Amounts are left out. */
export function usePriceWords(): ReadonlyMap<string, string> {
  const { data } = $api.useQuery("get", "/api/models");
  return useMemo(() => {
    const words = new Map<string, string>();
    for (const model of data?.models ?? []) {
      const price = priceWords(model);
      if ("words" in price && model.place !== "cloud") words.set(model.model_id, price.words);
    }
    return words;
  }, [data]);
}

/** Display names by id, of all models (including retired ones) and other contestants. */
export function useModelNames(): ReadonlyMap<string, string> {
  const { data } = $api.useQuery("get", "/api/models");
  const { data: contestants } = useContestants();
  return useMemo(
    () =>
      new Map(
        [...(contestants ?? []), ...(data?.models ?? [])].map((one) => [
          one.model_id,
          one.model_name,
        ]),
      ),
    [data, contestants],
  );
}
