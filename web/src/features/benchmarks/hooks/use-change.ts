import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/ui/error-toast";

/** A change to suites, runs or schedules: what fails is said, and what is shown is asked for anew. */
export function useChange<Given, Got>(does: (given: Given) => Promise<Got>, failed: string) {
  const cache = useQueryClient();
  return useMutation<Got, Error, Given>({
    networkMode: "always",
    mutationFn: does,
    onError: (error) => showErrorToast(failed, error),
    onSettled: () => cache.invalidateQueries({ queryKey: ["bench"] }),
  });
}
