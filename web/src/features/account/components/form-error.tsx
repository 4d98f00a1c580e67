import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { RequestId } from "@/components/ui/request-id";
import { describeFailure, Problem } from "@/lib/problem";

/** An error of the whole form rather than of one field. */
export function FormError({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error === undefined) return null;
  const { title, detail, requestId } = describeFailure(error);
  const isOurs = !(error instanceof Problem) || error.status >= 500;
  return (
    <Notice text={title}>
      {detail && <p className="text-dim">{detail}</p>}
      {children}
      {requestId && isOurs && <RequestId value={requestId} />}
    </Notice>
  );
}

export function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-control border border-line bg-bad-soft p-3"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text}</p>
        {children}
      </div>
    </div>
  );
}
