import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/ui/error-toast";

/** A change made under Admin: shows an error toast on failure and refetches the data. */
export function useChange<Given, Got>(does: (given: Given) => Promise<Got>, failed: string) {
  const cache = useQueryClient();
  return useMutation<Got, Error, Given>({
    networkMode: "always",
    mutationFn: does,
    onError: (error) => showErrorToast(failed, error),
    onSettled: () => cache.invalidateQueries({ queryKey: ["admin"] }),
  });
}
