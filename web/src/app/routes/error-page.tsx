import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorState } from "@/components/ui/error-state";
import { describeFailure } from "@/lib/problem";

/** Replaces a page that crashed; the frame around it keeps working. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    router.invalidate();
  };
  return <ErrorState heading="h1" {...describeFailure(error)} onRetry={retry} />;
}
