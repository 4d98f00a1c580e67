import { CommandDialog, CommandGroup } from "./command";
import { ModelCommand } from "./model-command";
import { kitStrings } from "./strings";

/** Whether the list of models is loaded, loading, or failed to load. */
export type Offer = keyof typeof kitStrings.noModels;

interface ModelChoicesProps {
  label: string;
  placeholder: string;
  nothing: string;
  heading: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  models: readonly { model_id: string; model_name: string; organization: string | null }[];
  offer?: Offer;
  /** Models that cannot be chosen, and the reason. */
  taken?: { ids: readonly string[]; why: string } | undefined;
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  onChoose: (modelId: string) => void;
}

/** A searchable list of models. */
export function ModelChoices(props: ModelChoicesProps) {
  const { offer = "known" } = props;
  return (
    <CommandDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      label={props.label}
      placeholder={props.placeholder}
      nothing={props.models.length > 0 ? props.nothing : kitStrings.noModels[offer]}
      focusAfter={props.focusAfter}
    >
      <CommandGroup heading={props.heading}>
        {props.models.map((model) => (
          <ModelCommand
            key={model.model_id}
            model={model}
            refused={props.taken?.ids.includes(model.model_id) ? props.taken.why : undefined}
            onSelect={() => {
              props.onOpenChange(false);
              props.onChoose(model.model_id);
            }}
          />
        ))}
      </CommandGroup>
    </CommandDialog>
  );
}
