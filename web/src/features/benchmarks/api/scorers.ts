import { $api } from "@/lib/api-client";

/** The installed scorers and extraction steps. */
export function useScorers() {
  return $api.useQuery("get", "/api/bench/scorers", {}, { staleTime: 600_000 });
}
