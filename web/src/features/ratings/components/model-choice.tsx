import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Offer } from "@/components/ui/model-choices";
import { ModelLogo } from "@/components/ui/model-logo";
import { toast } from "@/components/ui/toast-store";
import { loadPart } from "@/lib/load-part";
import { describeFailure } from "@/lib/problem";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.versus;

const loadChoices = () => import("@/components/ui/model-choices");
const ModelChoices = lazy(() => loadChoices().then((module) => ({ default: module.ModelChoices })));

export interface ChoosableModel {
  model_id: string;
  model_name: string;
  organization: string | null;
}

interface ModelChoiceProps {
  side: "left" | "right";
  models: readonly ChoosableModel[];
  offer: Offer;
  onAskAgain: () => void;
  chosen: string | undefined;
  onChoose: (modelId: string) => void;
}

/** One side of a comparison: a button that opens a searchable list. */
export function ModelChoice({ side, models, chosen, onChoose, ...props }: ModelChoiceProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const label = side === "left" ? words.first : words.second;
  const model = models.find((one) => one.model_id === chosen);
  const name = model?.model_name ?? chosen ?? words.choose;
  const show = () => {
    if (props.offer === "failed") props.onAskAgain();
    loadPart(loadChoices).then(
      () => {
        setWanted(true);
        setOpen(true);
      },
      (failure) => toast(describeFailure(failure)),
    );
  };
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={show}
        className="min-w-0 flex-1 justify-start max-sm:w-full max-sm:flex-none"
      >
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${side === "left" ? "bg-side-left" : "bg-side-right"}`}
        />
        {chosen && (
          <ModelLogo modelId={chosen} name={name} className="size-5 rounded-md text-[9px]" />
        )}
        <span className="truncate">
          <span className="sr-only">{label}: </span>
          {name}
        </span>
        <ChevronsUpDown aria-hidden="true" className="ml-auto text-faint" />
      </Button>
      {wanted && (
        <Suspense>
          <ModelChoices
            label={label}
            placeholder={words.search}
            nothing={words.nothing}
            offer={props.offer}
            heading={words.models}
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
