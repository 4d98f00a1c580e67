import { ArrowLeftRight, ChevronsUpDown } from "lucide-react";
import { Fragment, lazy, type RefObject, Suspense, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Offer } from "@/components/ui/model-choices";
import { ModelLogo } from "@/components/ui/model-logo";
import { toast } from "@/components/ui/toast-store";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { loadPart } from "@/lib/load-part";
import { describeFailure } from "@/lib/problem";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";

const loadChoices = () => import("@/components/ui/model-choices");
const ModelChoices = lazy(() => loadChoices().then((module) => ({ default: module.ModelChoices })));

interface ModelPickersProps {
  count: number;
  models: readonly PickableModel[];
  offer: Offer;
  onAskAgain: () => void;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Says that models are still to be chosen. */
  missing: string | undefined;
  row: RefObject<HTMLDivElement | null>;
  /** What gets focus after a choice. */
  focusAfter: () => HTMLElement | null;
}

/** One button per side that opens a searchable list. */
export function ModelPickers(props: ModelPickersProps) {
  const { count, models, chosen, onChange, missing } = props;
  const missingId = useId();
  const words = arenaStrings.picker;
  const labels = count === 1 ? [words.only] : [words.left, words.right];
  return (
    <div ref={props.row} className="flex flex-wrap items-center justify-center gap-2">
      {labels.map((label, index) => (
        <Fragment key={label}>
          {index === 1 && <Swap chosen={chosen} onChange={onChange} />}
          <ModelPicker
            label={label}
            side={index === 0 ? "bg-side-left" : "bg-side-right"}
            models={models}
            offer={props.offer}
            onAskAgain={props.onAskAgain}
            chosen={chosen[index] ?? ""}
            taken={chosen.filter((id, place) => id && place !== index)}
            missingId={missing ? missingId : undefined}
            focusAfter={props.focusAfter}
            onChoose={(id) =>
              onChange(labels.map((_, place) => (place === index ? id : (chosen[place] ?? ""))))
            }
          />
        </Fragment>
      ))}
      <p id={missingId} role="alert" className="w-full text-[13px] text-bad empty:hidden">
        {missing}
      </p>
    </div>
  );
}

/** Swaps both sides in one step, because a side cannot choose the model of the other. */
function Swap({ chosen, onChange }: Pick<ModelPickersProps, "chosen" | "onChange">) {
  const [left, right] = chosen;
  return (
    <Tooltip content={arenaStrings.picker.swap}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={arenaStrings.picker.swap}
        disabled={!left || !right}
        onClick={() => left && right && onChange([right, left])}
      >
        <ArrowLeftRight aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

interface ModelPickerProps
  extends Pick<ModelPickersProps, "models" | "offer" | "onAskAgain" | "focusAfter"> {
  label: string;
  side: string;
  chosen: string;
  /** Models of the other side. */
  taken: readonly string[];
  missingId: string | undefined;
  onChoose: (modelId: string) => void;
}

function ModelPicker({ label, side, models, chosen, ...props }: ModelPickerProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const model = models.find((one) => one.model_id === chosen);
  const name = model?.model_name ?? (chosen || arenaStrings.picker.choose);
  const hasChosen = useRef(false);
  const isMissing = props.missingId !== undefined && !chosen;
  const show = () => {
    hasChosen.current = false;
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
        onClick={show}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name}`}
        aria-describedby={isMissing ? props.missingId : undefined}
        data-unchosen={chosen ? undefined : true}
        className={cn("max-w-full min-w-52 justify-start", isMissing && "border-bad")}
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
            offer={props.offer}
            heading={arenaStrings.picker.heading}
            open={open}
            onOpenChange={setOpen}
            models={models}
            taken={{ ids: props.taken, why: arenaStrings.picker.taken }}
            focusAfter={() => (hasChosen.current ? props.focusAfter() : undefined)}
            onChoose={(id) => {
              hasChosen.current = true;
              props.onChoose(id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
