import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

export function useMySpend() {
  return useQuery({
    queryKey: ["me", "spend"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/me/spend", { signal })),
  });
}
