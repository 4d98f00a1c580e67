import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { formatCount } from "@/lib/format";
import type { FoundModel } from "../../api/models";
import { matchingModels } from "../../fns/picked-models";
import { startStrings } from "../../fns/start-strings";
import { ModelCheck } from "./model-check";

const words = startStrings.pick;

interface ModelChecklistProps {
  models: readonly FoundModel[];
  /** Names of providers by their id. */
  providers: ReadonlyMap<string, string>;
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
}

/** Models with checkboxes. The browser draws only the rows in view, so hundreds of them stay quick. */
export function ModelChecklist({ models, providers, picked, onPicked }: ModelChecklistProps) {
  const [search, setSearch] = useState("");
  const shown = matchingModels(models, useDeferredValue(search));
  const isPart = shown.length < models.length;

  const toggle = (modelId: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(modelId);
    else next.delete(modelId);
    onPicked(next);
  };
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-col gap-1.5 p-3 pb-2">
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
          />
          <Input
            type="search"
            aria-label={words.search(formatCount(models.length))}
            placeholder={words.search(formatCount(models.length))}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="pl-9"
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 px-1 text-[13px]">
          <p role="status" className="font-medium tabular-nums">
            {words.chosen(formatCount(picked.size), formatCount(models.length))}
          </p>
          <button
            type="button"
            className={link}
            disabled={shown.length === 0}
            onClick={() => onPicked(new Set([...picked, ...shown.map((one) => one.model_id)]))}
          >
            {isPart ? words.allShown(formatCount(shown.length)) : words.all}
          </button>
          {picked.size > 0 && (
            <button type="button" className={link} onClick={() => onPicked(new Set())}>
              {words.clear}
            </button>
          )}
          <p className="ml-auto text-xs text-dim max-sm:hidden">{words.price}</p>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="border-t border-line px-4 py-8 text-center text-dim">{words.nothing}</p>
      ) : (
        <ul
          aria-label={words.list}
          className="max-lg:border-t max-lg:border-line lg:max-h-[56vh] lg:overflow-y-auto"
        >
          {shown.map((model) => (
            <ModelCheck
              key={model.model_id}
              model={model}
              provider={providers.get(model.provider_id ?? "")}
              picked={picked.has(model.model_id)}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

const link =
  "min-h-10 min-w-10 font-medium text-accent hover:underline disabled:opacity-50 md:min-h-8";
