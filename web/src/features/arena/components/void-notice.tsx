import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.void;

interface VoidNoticeProps {
  message: string | undefined;
  /** Whether other models will answer. */
  withOthers: boolean;
  onRetry: () => void;
}

/** Says that a turn has no answer, or lacks one of two. */
export function VoidNotice({ message, withOthers, onRetry }: VoidNoticeProps) {
  return (
    <div
      role="status"
      className="mx-auto flex w-full max-w-[900px] flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-panel p-4 shadow-lift md:justify-between"
    >
      <p className="text-[15px]">{message || words.title}</p>
      <Button variant="primary" onClick={onRetry}>
        <RotateCw aria-hidden="true" />
        {withOthers ? words.retryWithOthers : words.retry}
      </Button>
    </div>
  );
}
