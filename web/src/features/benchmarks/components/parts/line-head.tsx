import { ModelLogo } from "@/components/ui/model-logo";
import { Tooltip } from "@/components/ui/tooltip";

interface LineHeadProps {
  modelId: string;
  name: string;
  label: string;
}

/** A model over a narrow column: on a phone its logo alone, the whole name on hover. */
export function LineHead({ modelId, name, label }: LineHeadProps) {
  return (
    <Tooltip content={label}>
      {/* A hidden name must not widen the page, so it keeps to this box. */}
      <span className="relative inline-flex max-w-32 items-center gap-1.5">
        <ModelLogo modelId={modelId} name={name} className="size-5 rounded-[5px] text-[9px]" />
        <span className="truncate max-md:sr-only">{label}</span>
      </span>
    </Tooltip>
  );
}
