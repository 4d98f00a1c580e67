import { $api } from "@/lib/api-client";

export function useSiteHealth() {
  return $api.useQuery("get", "/healthz", {}, { staleTime: Number.POSITIVE_INFINITY });
}
