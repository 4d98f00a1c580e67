import { showErrorToast } from "@/components/ui/error-toast";
import type { Outcome } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";

/** A change made under Admin: shows an error toast on failure and refetches the data. */
export function useChange<Input, Output>(
  request: (input: Input) => Promise<Outcome<Output>>,
  failed: string,
) {
  return useCall(request, {
    refetch: "/api/admin",
    onError: (error) => showErrorToast(failed, error),
  });
}
