import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

export function useMySpend() {
  return useQuery({
    queryKey: ["me", "spend"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/me/spend", { signal })),
  });
}
