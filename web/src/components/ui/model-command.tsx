import { CommandItem } from "./command";
import { ModelLogo } from "./model-logo";

interface ModelCommandProps {
  model: { model_id: string; model_name: string; organization: string | null };
  /** Why it cannot be chosen. */
  refused?: string | undefined;
  onSelect: () => void;
}

/** A model in a searchable list, found by its name, id and organization. */
export function ModelCommand({ model, refused, onSelect }: ModelCommandProps) {
  return (
    <CommandItem
      value={model.model_id}
      keywords={[model.model_name, model.organization ?? ""]}
      disabled={refused !== undefined}
      onSelect={onSelect}
    >
      <ModelLogo
        modelId={model.model_id}
        name={model.model_name}
        className="size-6 rounded-md text-[10px]"
      />
      <span className="truncate">{model.model_name}</span>
      <span className="ml-auto truncate text-xs text-dim">{refused ?? model.organization}</span>
    </CommandItem>
  );
}
