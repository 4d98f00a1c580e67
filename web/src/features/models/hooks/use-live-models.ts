import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads what is known about models whenever the server says that something changed. */
export function useLiveModels(): void {
  const cache = useQueryClient();
  useLive("models", () => cache.invalidateQueries({ queryKey: ["models"] }));
}
