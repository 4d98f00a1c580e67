import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sayFailure } from "@/components/ui/say-failure";

/** A change made at the admin area: whatever fails is said, and what is shown is asked for anew. */
export function useChange<Given, Got>(does: (given: Given) => Promise<Got>, failed: string) {
  const cache = useQueryClient();
  return useMutation<Got, Error, Given>({
    networkMode: "always",
    mutationFn: does,
    onError: (error) => sayFailure(failed, error),
    onSettled: () => cache.invalidateQueries({ queryKey: ["admin"] }),
  });
}
