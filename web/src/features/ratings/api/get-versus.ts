import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

export function useVersus(a: string, b: string) {
  return useQuery({
    queryKey: ["ratings", "overall", "versus", a, b],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/models/{a}/versus/{b}", { params: { path: { a, b } }, signal })),
  });
}

export function useVersusBattles(a: string, b: string) {
  return useQuery({
    queryKey: ["ratings", "battles", a, b],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/models/{a}/versus/{b}/battles", { params: { path: { a, b } }, signal })),
  });
}
