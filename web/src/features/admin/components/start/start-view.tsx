import type { ReactNode } from "react";
import { useOnboarding } from "../../api/onboarding";
import { openSteps, type StartStep, shownStep } from "../../fns/start-search";
import { startStrings as words } from "../../fns/start-strings";
import { Loaded } from "../parts/loaded";
import { BattleStep } from "./battle-step";
import { ConnectStep } from "./connect-step";
import { PickStep } from "./pick-step";
import { StepBar } from "./step-bar";

interface StartViewProps {
  step: StartStep | undefined;
  onStep: (step: StartStep) => void;
  /** The prompt box, which belongs to the arena. */
  promptBox: ReactNode;
}

/** The first steps of a new site. How far it is follows from its data, so the steps can be left and found again. */
export function StartView({ step: wanted, onStep, promptBox }: StartViewProps) {
  const query = useOnboarding();
  return (
    <Loaded query={query} name={words.title}>
      {(onboarding) => {
        const step = shownStep(onboarding, wanted);
        return (
          <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
            <StepBar current={step} open={openSteps(onboarding)} />
            {step === "connect" && (
              <ConnectStep onboarding={onboarding} onNext={() => onStep("pick")} />
            )}
            {step === "pick" && (
              <PickStep
                enabled={onboarding.enabled}
                onBack={() => onStep("connect")}
                onNext={() => onStep("battle")}
              />
            )}
            {step === "battle" && <BattleStep promptBox={promptBox} />}
          </div>
        );
      }}
    </Loaded>
  );
}
