import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import type { SharedBattle } from "./battle";

export function useSharedBattle(token: string) {
  return useQuery<SharedBattle>({
    queryKey: ["shared", token],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/shared/{token}", { params: { path: { token } }, signal })),
  });
}
