import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";

interface LineHeadProps {
  modelId: string;
  name: string;
  /** What distinguishes it from others of the same model, such as its prompt. */
  prompt: string | undefined;
}

/**
 * A model as the header of a narrow column: on a phone only its logo, with the full name on hover, focus or tap. The
 * prompt is below, also on a phone: without it, two columns of one model would look the same.
 */
export function LineHead({ modelId, name, prompt }: LineHeadProps) {
  const label = prompt === undefined ? name : `${name} · ${prompt}`;
  return (
    // Positioned inside this box, so that the hidden name does not widen the page.
    <Hint
      plain
      content={label}
      className="max-w-36 gap-1.5 text-left align-middle max-md:after:-inset-x-2.5"
    >
      <ModelLogo
        modelId={modelId}
        name={name}
        className="size-5 shrink-0 rounded-[5px] text-[9px]"
      />
      <span className="whitespace-normal wrap-break-word">
        <span className="max-md:sr-only">{name}</span>
        {prompt !== undefined && (
          <span className="block font-normal">
            <span className="sr-only"> · </span>
            {prompt}
          </span>
        )}
      </span>
    </Hint>
  );
}
