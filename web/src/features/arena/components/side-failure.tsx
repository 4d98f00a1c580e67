import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { SideFailure as Failure } from "../api/battle";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.cards.failure;

interface SideFailureProps {
  failure: Failure;
  /** Asks this side again; the other side keeps its answer. */
  onRetry: (() => void) | undefined;
}

/** Why a named model has no answer. Admins also see what the provider said. */
export function SideFailure({ failure, onRetry }: SideFailureProps) {
  return (
    <div className="flex gap-2.5 rounded-card border border-line bg-soft p-3.5 leading-normal">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{words.title}</p>
        <p className="wrap-anywhere">{failure.message}</p>
        {failure.report && (
          <p className="mt-1.5 text-[13px] wrap-anywhere text-dim">
            {words.reported(failure.report)}
          </p>
        )}
        {onRetry && (
          <Button className="mt-3" onClick={onRetry}>
            <RotateCw aria-hidden="true" />
            {words.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
