import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/ui/error-toast";

/** A change made under Admin: shows an error toast on failure and refetches the data. */
export function useChange<Input, Output>(
  request: (input: Input) => Promise<Output>,
  failed: string,
) {
  const cache = useQueryClient();
  return useMutation<Output, Error, Input>({
    networkMode: "always",
    mutationFn: request,
    onError: (error) => showErrorToast(failed, error),
    onSettled: () => cache.invalidateQueries({ queryKey: ["admin"] }),
  });
}
