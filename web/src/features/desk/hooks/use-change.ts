import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store";
import { describeFailure } from "@/lib/problem";

/** Says in a toast that something did not work, and why. */
function sayFailure(failed: string, error: unknown): void {
  const { title, detail, requestId } = describeFailure(error);
  toast({ title: failed, detail: [title, detail].filter(Boolean).join(" "), requestId });
}

/** A change made at the desk: whatever fails is said, and what is shown is asked for anew. */
export function useChange<Given, Got>(does: (given: Given) => Promise<Got>, failed: string) {
  const cache = useQueryClient();
  return useMutation<Got, Error, Given>({
    networkMode: "always",
    mutationFn: does,
    onError: (error) => sayFailure(failed, error),
    onSettled: () => cache.invalidateQueries({ queryKey: ["desk"] }),
  });
}
