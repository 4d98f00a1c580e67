import { Check } from "lucide-react";
import { memo } from "react";
import { ModelLogo } from "@/components/ui/model-logo";
import { cn } from "@/lib/cn";
import type { FoundModel } from "../../api/models";
import { startStrings } from "../../fns/start-strings";

const words = startStrings.pick;
const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric" });

interface ModelCheckProps {
  model: FoundModel;
  /** The name of its provider. */
  provider: string | undefined;
  picked: boolean;
  onToggle: (modelId: string, on: boolean) => void;
}

export const ModelCheck = memo(function ModelCheck(props: ModelCheckProps) {
  const { model, provider, picked, onToggle } = props;
  const { model_id: modelId, model_name: name, organization } = model;
  const abilities = (["vision", "tools", "reasoning"] as const).filter(
    (one) => model.abilities[one],
  );
  const about = new Set([organization, provider, model.model].filter((one) => one && one !== name));
  return (
    <li className="[contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <label className="relative flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 hover:bg-soft">
        {/* Covers the row, so that a finger hits it anywhere. */}
        <input
          type="checkbox"
          checked={picked}
          onChange={(event) => onToggle(modelId, event.target.checked)}
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-none -outline-offset-2"
        />
        <span
          aria-hidden="true"
          className={cn(
            "grid size-4.5 shrink-0 place-items-center rounded-[5px] border",
            picked ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-panel",
          )}
        >
          {picked && <Check className="size-3.5" strokeWidth={3} />}
        </span>
        <ModelLogo modelId={modelId} name={name} />
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="mt-0.5 block text-xs wrap-anywhere text-dim">
            {[...about, model.released_at && month.format(new Date(model.released_at))]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <span className="w-40 shrink-0 text-xs text-dim max-md:hidden">
          {abilities.map((one) => words.abilities[one]).join(" · ")}
        </span>
        <span className="shrink-0 text-right text-[13px] text-dim tabular-nums">
          {price(model)}
        </span>
      </label>
    </li>
  );
});

function price({ price }: FoundModel): string {
  if (!price) return words.unknown;
  if (price.input_per_million === 0 && price.output_per_million === 0) return words.free;
  return `${dollars(price.input_per_million)} / ${dollars(price.output_per_million)}`;
}

const dollars = (amount: number): string =>
  `$${amount.toFixed(amount > 0 && amount < 0.1 ? 3 : 2)}`;
