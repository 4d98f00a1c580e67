import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/ui/error-toast";

/**
 * A change to suites, runs or schedules. A failure shows a toast, unless the page shows it itself; afterwards all
 * benchmark queries are loaded again.
 */
export function useChange<Input, Output>(
  request: (input: Input) => Promise<Output>,
  failed: string,
  isShownByPage: (error: Error) => boolean = () => false,
) {
  const cache = useQueryClient();
  return useMutation<Output, Error, Input>({
    networkMode: "always",
    mutationFn: request,
    onError: (error) => {
      if (!isShownByPage(error)) showErrorToast(failed, error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["bench"] }),
  });
}
