import { useQueryClient } from "@tanstack/react-query";
import { under } from "@/lib/query-client";
import { useLive } from "@/lib/use-live";

/** Refetches Admin data whenever somebody changes something; each change is also an entry of the audit log. */
export function useLiveAdmin(): void {
  const cache = useQueryClient();
  useLive("admin", () => cache.invalidateQueries(under("/api/admin")));
}
