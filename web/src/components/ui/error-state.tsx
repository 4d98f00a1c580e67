import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "./button";
import { RequestId } from "./request-id";
import { kitStrings } from "./strings";

interface ErrorStateProps {
  title: string;
  heading?: "h1" | "h2";
  detail?: string | undefined;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
}

export function ErrorState(props: ErrorStateProps) {
  const { title, heading: Heading = "h2", detail, requestId, onRetry } = props;
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center"
    >
      <span className="grid size-11 place-items-center rounded-xl bg-bad-soft text-bad">
        <CircleAlert aria-hidden="true" className="size-5" />
      </span>
      <Heading className="text-base font-semibold tracking-tight">{title}</Heading>
      {detail && <p className="text-dim">{detail}</p>}
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {kitStrings.retry}
        </Button>
      )}
      {requestId && <RequestId value={requestId} />}
    </div>
  );
}
