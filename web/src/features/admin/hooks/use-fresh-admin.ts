import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads what is shown of the admin area whenever somebody changed something; each change is also a line of the log. */
export function useFreshAdmin(): void {
  const cache = useQueryClient();
  useLive("admin", () => cache.invalidateQueries({ queryKey: ["admin"] }));
}
