import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";
import type { SharedBattle } from "./battle";

export function useSharedBattle(token: string) {
  return useQuery<SharedBattle>({
    queryKey: ["shared", token],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/shared/{token}", { params: { path: { token } }, signal })),
  });
}
