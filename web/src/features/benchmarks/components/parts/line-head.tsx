import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";

interface LineHeadProps {
  modelId: string;
  name: string;
  label: string;
}

/** A model as the header of a narrow column: on a phone only its logo, with the full name on hover, focus or tap. */
export function LineHead({ modelId, name, label }: LineHeadProps) {
  return (
    // Positioned inside this box, so that the hidden name does not widen the page.
    <Hint plain content={label} className="max-w-32 gap-1.5 align-middle max-md:after:-inset-x-2.5">
      <ModelLogo modelId={modelId} name={name} className="size-5 rounded-[5px] text-[9px]" />
      <span className="truncate max-md:sr-only">{label}</span>
    </Hint>
  );
}
