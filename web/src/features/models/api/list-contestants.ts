import { queryOptions, useQuery } from "@tanstack/react-query";
import type { paths } from "@/api/schema";
import { api, unwrap } from "@/lib/api-client";

type ContestantList =
  paths["/api/contestants"]["get"]["responses"][200]["content"]["application/json"];

const listContestantsQuery = queryOptions({
  queryKey: ["contestants"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/contestants", { signal })),
  select: (list: ContestantList) =>
    list.contestants.map(({ id, name, organization, abilities }) => ({
      model_id: id,
      model_name: name,
      organization,
      abilities,
    })),
});

/** All contestants for pickers: models and other kinds. */
export function useContestants() {
  return useQuery(listContestantsQuery);
}
