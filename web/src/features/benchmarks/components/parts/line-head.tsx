import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";

interface LineHeadProps {
  modelId: string;
  name: string;
  label: string;
}

/** A model over a narrow column: on a phone its logo alone, the whole name on hover, focus or a tap. */
export function LineHead({ modelId, name, label }: LineHeadProps) {
  return (
    // A hidden name must not widen the page, so it keeps to this box.
    <Hint plain content={label} className="max-w-32 gap-1.5 align-middle max-md:after:-inset-x-2.5">
      <ModelLogo modelId={modelId} name={name} className="size-5 rounded-[5px] text-[9px]" />
      <span className="truncate max-md:sr-only">{label}</span>
    </Hint>
  );
}
