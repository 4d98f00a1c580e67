import { RotateCw } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";
import { ModelPickers } from "./model-picker";

const words = arenaStrings.void;

interface VoidNoticeProps {
  message: string | undefined;
  /** Whether other models will answer. */
  withOthers: boolean;
  onRetry: () => void;
  /** Models that can be asked instead; none where two answer. */
  models: readonly PickableModel[];
  onModel: (modelId: string) => void;
}

/** Says that a turn has no answer, or lacks one of two. */
export function VoidNotice({ message, withOthers, onRetry, models, onModel }: VoidNoticeProps) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div className="mx-auto flex w-full max-w-[900px] flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-panel p-4 shadow-lift md:justify-between">
      <p role="status" className="text-[15px]">
        {message || words.title}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <Button variant="primary" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {withOthers ? words.retryWithOthers : words.retry}
        </Button>
        {models.length > 0 && (
          <div className="flex flex-wrap items-center justify-center gap-2 text-dim">
            {words.otherModel}
            <ModelPickers
              count={1}
              models={models}
              offer="known"
              onAskAgain={() => undefined}
              chosen={[]}
              onChange={([modelId]) => modelId && onModel(modelId)}
              missing={undefined}
              row={row}
              focusAfter={() => null}
            />
          </div>
        )}
      </div>
    </div>
  );
}
