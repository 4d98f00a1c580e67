import { CommandDialog, CommandGroup, CommandItem } from "./command";
import { ModelLogo } from "./model-logo";

interface ModelChoicesProps {
  label: string;
  placeholder: string;
  nothing: string;
  heading: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  models: readonly { model_id: string; model_name: string; organization: string | null }[];
  onChoose: (modelId: string) => void;
}

/** A list of models to search in. */
export function ModelChoices(props: ModelChoicesProps) {
  return (
    <CommandDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      label={props.label}
      placeholder={props.placeholder}
      nothing={props.nothing}
    >
      <CommandGroup heading={props.heading}>
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
