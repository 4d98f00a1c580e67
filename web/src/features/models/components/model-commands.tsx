import { CommandGroup, CommandItem } from "@/components/ui/command";
import { ModelLogo } from "@/components/ui/model-logo";
import { useModels } from "../api/list-models";
import { modelsStrings } from "../fns/strings";

/** The models as entries of the command palette. */
export function ModelCommands({ onChoose }: { onChoose: (modelId: string) => void }) {
  const { data } = useModels();
  if (!data || data.models.length === 0) return null;
  return (
    <CommandGroup heading={modelsStrings.title}>
      {data.models.map((model) => (
        <CommandItem
          key={model.model_id}
          value={model.model_id}
          keywords={[model.model_name, model.organization ?? ""]}
          onSelect={() => onChoose(model.model_id)}
        >
          <ModelLogo
            modelId={model.model_id}
            name={model.model_name}
            className="size-6 rounded-md text-[10px]"
          />
          <span className="truncate">{model.model_name}</span>
          <span className="ml-auto truncate text-xs text-dim">{model.organization}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
