import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/ui/error-toast";

/**
 * A change to suites, runs or schedules. A failure shows a toast, unless the page shows it itself; afterwards all
 * benchmark queries are loaded again.
 */
export function useChange<Given, Got>(
  does: (given: Given) => Promise<Got>,
  failed: string,
  isShownByPage: (error: Error) => boolean = () => false,
) {
  const cache = useQueryClient();
  return useMutation<Got, Error, Given>({
    networkMode: "always",
    mutationFn: does,
    onError: (error) => {
      if (!isShownByPage(error)) showErrorToast(failed, error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["bench"] }),
  });
}
