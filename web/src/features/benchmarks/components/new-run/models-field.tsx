import { Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { ModelLogo } from "@/components/ui/model-logo";
import { toast } from "@/components/ui/toast-store";
import { loadPart } from "@/lib/load-part";
import { describeFailure } from "@/lib/problem";
import { newRunStrings as words } from "../../fns/new-run-strings";

const loadChoices = () => import("@/components/ui/model-choices");
const ModelChoices = lazy(() => loadChoices().then((module) => ({ default: module.ModelChoices })));

export interface ChoosableModel {
  model_id: string;
  model_name: string;
  organization: string | null;
}

interface ModelsFieldProps {
  label: string;
  add: string;
  hint: string;
  error?: string | undefined;
  models: readonly ChoosableModel[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A field for any number of models: removable chips and a searchable list. */
export function ModelsField(props: ModelsFieldProps) {
  const { label, models, chosen, onChange } = props;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  // If the list cannot be loaded, the chosen models are kept.
  const show = () =>
    loadPart(loadChoices).then(
      () => {
        setWanted(true);
        setOpen(true);
      },
      (failure) => toast(describeFailure(failure)),
    );
  const nameOf = (id: string) => models.find((one) => one.model_id === id)?.model_name ?? id;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-[13px] font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {chosen.map((id) => (
          <span
            key={id}
            className="inline-flex h-10 items-center gap-2 rounded-control border border-line bg-panel pr-0.5 pl-2 md:h-9"
          >
            <ModelLogo modelId={id} name={nameOf(id)} className="size-5 rounded-md text-[9px]" />
            <span className="max-w-52 truncate font-medium">{nameOf(id)}</span>
            <Button
              variant="ghost"
              size="icon"
              className="md:size-7"
              onClick={() => onChange(chosen.filter((one) => one !== id))}
            >
              <X aria-hidden="true" />
              <span className="sr-only">{words.removeModel(nameOf(id))}</span>
            </Button>
          </span>
        ))}
        <Button aria-haspopup="dialog" onClick={show}>
          <Plus aria-hidden="true" />
          {props.add}
        </Button>
      </div>
      <p className={props.error ? "text-[13px] text-bad" : "text-[13px] text-dim"}>
        {props.error ?? props.hint}
      </p>
      {wanted && (
        <Suspense>
          <ModelChoices
            label={props.add}
            placeholder={words.searchModels}
            nothing={words.noModels}
            heading={label}
            open={open}
            onOpenChange={setOpen}
            models={models.filter((one) => !chosen.includes(one.model_id))}
            onChoose={(id) => onChange([...chosen, id])}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
