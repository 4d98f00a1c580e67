import { Badge } from "@/components/ui/badge";
import { ModelLogo } from "@/components/ui/model-logo";

interface LineNameProps {
  line: { key: string; model_id: string; model_name: string; prompt: string };
}

/** A model, with its prompt if the run has several. */
export function LineName({ line }: LineNameProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <ModelLogo
        modelId={line.model_id}
        name={line.model_name}
        className="size-6 rounded-md text-[10px]"
      />
      <span className="font-medium wrap-anywhere">{line.model_name}</span>
      {line.key !== line.model_id && <Badge>{line.prompt}</Badge>}
    </span>
  );
}
