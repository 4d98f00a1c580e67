import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { ModelLogo } from "@/components/ui/model-logo";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";

const ModelChoices = lazy(() =>
  import("@/components/ui/model-choices").then((module) => ({ default: module.ModelChoices })),
);

interface ModelPickersProps {
  count: number;
  models: readonly PickableModel[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** One button per side, each opening a list that can be searched. */
export function ModelPickers({ count, models, chosen, onChange }: ModelPickersProps) {
  const words = arenaStrings.picker;
  const labels = count === 1 ? [words.only] : [words.left, words.right];
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      {labels.map((label, index) => (
        <ModelPicker
          key={label}
          label={label}
          side={index === 0 ? "bg-side-left" : "bg-side-right"}
          models={models}
          chosen={chosen[index] ?? ""}
          onChoose={(id) =>
            onChange(labels.map((_, place) => (place === index ? id : (chosen[place] ?? ""))))
          }
        />
      ))}
    </div>
  );
}

interface ModelPickerProps {
  label: string;
  side: string;
  models: readonly PickableModel[];
  chosen: string;
  onChoose: (modelId: string) => void;
}

function ModelPicker({ label, side, models, chosen, onChoose }: ModelPickerProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const model = models.find((one) => one.model_id === chosen);
  const name = model?.model_name ?? (chosen || arenaStrings.picker.choose);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        onClick={show}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name}`}
        className="max-w-full min-w-52 justify-start"
      >
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${side}`} />
        {model && (
          <ModelLogo
            modelId={model.model_id}
            name={model.model_name}
            className="size-5 rounded-md text-[9px]"
          />
        )}
        <span className="truncate">{name}</span>
        <ChevronsUpDown aria-hidden="true" className="ml-auto text-faint" />
      </Button>
      {wanted && (
        <Suspense>
          <ModelChoices
            label={label}
            placeholder={arenaStrings.picker.placeholder}
            nothing={arenaStrings.picker.nothing}
            heading={arenaStrings.picker.heading}
            open={open}
            onOpenChange={setOpen}
            models={models}
            onChoose={onChoose}
          />
        </Suspense>
      )}
    </>
  );
}
