import { $api } from "@/lib/api-client";
import type { GetResponse } from "./response-types";

export type Overview = GetResponse<"/api/admin/overview">;
export type Hour = Overview["hours"][number];
export type ModelActivity = Overview["models"][number];

/** Battles and calls are too frequent for live messages, so these figures are also polled. */
const EVERY_MS = 15_000;

export function useOverview() {
  return $api.useQuery("get", "/api/admin/overview", {}, { refetchInterval: EVERY_MS });
}
