import { CommandDialog, CommandGroup, CommandItem } from "@/components/ui/command";
import { ModelLogo } from "@/components/ui/model-logo";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.picker;

interface ModelChoicesProps {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  models: readonly PickableModel[];
  onChoose: (modelId: string) => void;
}

export function ModelChoices(props: ModelChoicesProps) {
  return (
    <CommandDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      label={props.label}
      placeholder={words.placeholder}
      nothing={words.nothing}
    >
      <CommandGroup heading={words.heading}>
        {props.models.map((model) => (
          <CommandItem
            key={model.model_id}
            value={model.model_id}
            keywords={[model.model_name, model.organization ?? ""]}
            onSelect={() => {
              props.onOpenChange(false);
              props.onChoose(model.model_id);
            }}
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
    </CommandDialog>
  );
}
