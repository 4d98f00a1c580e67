import type { components } from "@/api/schema";
import { $api } from "@/lib/api-client";

const toPicker = (list: components["schemas"]["ContestantsOut"]) =>
  list.contestants.map(({ id, name, organization, abilities }) => ({
    model_id: id,
    model_name: name,
    organization,
    abilities,
  }));

/** All contestants for pickers: models and other kinds. */
export function useContestants() {
  return $api.useQuery("get", "/api/contestants", {}, { select: toPicker });
}
