import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads what is shown of the desk whenever somebody changed something; each change is also a line of the log. */
export function useFreshDesk(): void {
  const cache = useQueryClient();
  useLive("desk", () => cache.invalidateQueries({ queryKey: ["desk"] }));
}
