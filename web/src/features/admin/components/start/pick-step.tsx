import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { useEnableModels } from "../../api/onboarding";
import { startStrings } from "../../fns/start-strings";
import { Loaded } from "../parts/loaded";
import { BattleCost } from "./battle-cost";
import { ModelChecklist } from "./model-checklist";
import { StepHead } from "./step-head";

const words = startStrings.pick;

interface PickStepProps {
  /** How many models are enabled already. */
  enabled: number;
  onBack: () => void;
  onNext: () => void;
}

export function PickStep({ enabled, onBack, onNext }: PickStepProps) {
  const query = $api.useQuery("get", "/api/admin/found-models");
  const { data } = $api.useQuery("get", "/api/admin/providers");
  const providers = new Map(data?.providers.map((one) => [one.provider_id, one.name]));
  const enable = useEnableModels();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const known = enabled > 0 && ` ${words.enabled(formatCount(enabled))}`;

  return (
    <Loaded query={query} name={words.title}>
      {({ models: found }) => {
        const models = found.filter((model) => !model.ignored);
        const chosen = models.filter((model) => picked.has(model.model_id));
        return (
          <>
            <StepHead title={words.title} lead={`${words.lead}${known || ""}`} />
            {models.length > 0 ? (
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
                <ModelChecklist
                  models={models}
                  providers={providers}
                  picked={picked}
                  onPicked={setPicked}
                />
                <BattleCost chosen={chosen} />
              </div>
            ) : (
              <p className="rounded-card border border-line bg-panel p-5 text-dim">
                {enabled > 0 ? words.noneLeft : words.none}
              </p>
            )}
            <div className="sticky bottom-14 z-10 -mx-4 flex items-center justify-between gap-3 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur-sm md:bottom-0 md:-mx-5 md:px-5">
              <Button onClick={onBack}>
                <ArrowLeft aria-hidden="true" />
                {words.back}
              </Button>
              {chosen.length === 0 && enabled > 0 ? (
                <Button variant="primary" onClick={onNext}>
                  {words.next}
                  <ArrowRight aria-hidden="true" />
                </Button>
              ) : (
                <Button
                  variant="primary"
                  disabled={chosen.length === 0 || enable.isPending}
                  onClick={() =>
                    enable.mutate(
                      chosen.map((model) => model.model_id),
                      { onSuccess: onNext },
                    )
                  }
                >
                  {words.submit(formatCount(chosen.length))}
                  <ArrowRight aria-hidden="true" />
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
