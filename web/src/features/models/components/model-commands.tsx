import { CommandGroup } from "@/components/ui/command";
import { ModelCommand } from "@/components/ui/model-command";
import { $api } from "@/lib/api-client";
import { modelsStrings } from "../fns/strings";

/** The models as entries of the command palette. */
export function ModelCommands({ onChoose }: { onChoose: (modelId: string) => void }) {
  const { data } = $api.useQuery("get", "/api/models");
  if (!data || data.models.length === 0) return null;
  return (
    <CommandGroup heading={modelsStrings.title}>
      {data.models.map((model) => (
        <ModelCommand
          key={model.model_id}
          model={model}
          onSelect={() => onChoose(model.model_id)}
        />
      ))}
    </CommandGroup>
  );
}
