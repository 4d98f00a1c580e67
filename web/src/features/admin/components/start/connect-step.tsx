import { Link } from "@tanstack/react-router";
import { ArrowRight, Plug } from "lucide-react";
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatCount } from "@/lib/format";
import type { Onboarding, Preset } from "../../api/onboarding";
import { startStrings } from "../../fns/start-strings";
import { ConnectForm } from "./connect-form";
import { PresetTile } from "./preset-tile";
import { StepHead } from "./step-head";

const words = startStrings.connect;

interface ConnectStepProps {
  onboarding: Onboarding;
  onNext: () => void;
}

export function ConnectStep({ onboarding, onNext }: ConnectStepProps) {
  const { presets, enabled, waiting, can_store_keys: canStoreKeys } = onboarding;
  const [chosen, setChosen] = useState<string>();
  const preset = presets.find((one) => one.preset_id === chosen);
  const models = enabled + waiting;
  const groups = [
    { title: words.groups.cloud, presets: presets.filter((one) => one.group === "cloud") },
    { title: words.groups.server, presets: presets.filter((one) => one.group !== "cloud") },
  ];
  return (
    <>
      <StepHead title={words.title} lead={words.lead} />
      <div className="grid gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:grid-rows-[auto_1fr]">
        {groups.map((group) => (
          <Fragment key={group.title}>
            <PresetGroup {...group} all={presets} chosen={chosen} onChoose={setChosen} />
            {/* Beside the tiles; where there is no room, below those of its group. */}
            {preset && group.presets.includes(preset) && (
              <div className={aside}>
                <ConnectForm
                  key={preset.preset_id}
                  preset={preset}
                  position={presets.indexOf(preset)}
                  canStoreKeys={canStoreKeys}
                />
              </div>
            )}
          </Fragment>
        ))}
        {!preset && (
          <div className={aside}>
            <Placeholder />
          </div>
        )}
      </div>
      <div className="flex justify-end">
        {models === 0 && (
          <p className="mr-auto text-[13px] text-dim">
            {words.included}{" "}
            <Link
              to="/"
              className="font-medium text-accent hover:underline max-md:inline-flex max-md:min-h-10 max-md:items-center"
            >
              {words.useIncluded}
            </Link>
          </p>
        )}
        {models > 0 && (
          <Button variant="primary" onClick={onNext} className="max-sm:w-full">
            {words.next(formatCount(models))}
            <ArrowRight aria-hidden="true" />
          </Button>
        )}
      </div>
    </>
  );
}

const aside = "min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:pt-7.5";

interface PresetGroupProps {
  title: string;
  presets: readonly Preset[];
  all: readonly Preset[];
  chosen: string | undefined;
  onChoose: (presetId: string) => void;
}

function PresetGroup({ title, presets, all, chosen, onChoose }: PresetGroupProps) {
  return (
    <section className="min-w-0 lg:col-start-1">
      <h2 className="mb-2 text-[13px] font-semibold text-dim">{title}</h2>
      <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-3 [&>li]:flex">
        {presets.map((preset) => (
          <li key={preset.preset_id}>
            <PresetTile
              preset={preset}
              position={all.indexOf(preset)}
              chosen={preset.preset_id === chosen}
              onChoose={() => onChoose(preset.preset_id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Placeholder() {
  return (
    <Card className="flex flex-col items-start gap-2 border-dashed bg-transparent p-5 shadow-none max-lg:hidden">
      <Plug aria-hidden="true" className="size-5 text-dim" />
      <p className="font-semibold">{words.hintTitle}</p>
      <p className="text-[13px] text-pretty text-dim">{words.hint}</p>
    </Card>
  );
}
