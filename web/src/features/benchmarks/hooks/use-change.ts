import { showErrorToast } from "@/components/ui/error-toast";
import type { Outcome } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";

/**
 * A change to suites, runs or schedules. A failure shows a toast, unless the page shows it itself; afterwards all
 * benchmark queries are loaded again.
 */
export function useChange<Input, Output>(
  request: (input: Input) => Promise<Outcome<Output>>,
  failed: string,
  isShownByPage: (error: Error) => boolean = () => false,
) {
  return useCall(request, {
    refetch: "/api/bench",
    onError: (error) => {
      if (!isShownByPage(error)) showErrorToast(failed, error);
    },
  });
}
