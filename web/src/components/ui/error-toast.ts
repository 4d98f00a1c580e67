import { describeFailure } from "@/lib/problem";
import { toast } from "./toast-store";

/** Shows a toast that says what failed and why. */
export function showErrorToast(failed: string, error: unknown): void {
  const { title, detail, requestId } = describeFailure(error);
  toast({ title: failed, detail: [title, detail].filter(Boolean).join(" "), requestId });
}
