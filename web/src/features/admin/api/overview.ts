import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import type { GetResponse } from "./response-types";

export type Overview = GetResponse<"/api/admin/overview">;
export type Hour = Overview["hours"][number];
export type ModelActivity = Overview["models"][number];

/** Battles and calls are too frequent for live messages, so these figures are also polled. */
const EVERY_MS = 15_000;

export function useOverview() {
  return useQuery({
    queryKey: ["admin", "overview"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/admin/overview", { signal })),
    refetchInterval: EVERY_MS,
  });
}
