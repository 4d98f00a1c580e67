import { type ReactNode, useState } from "react";
import { type Onboarding, useOnboarding } from "../../api/onboarding";
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

interface StepsProps extends StartViewProps {
  onboarding: Onboarding;
}

/** The first steps of a new site. How far it is follows from its data, so the steps can be left and found again. */
export function StartView(props: StartViewProps) {
  const query = useOnboarding();
  return (
    <Loaded query={query} name={words.title}>
      {(onboarding) => <Steps onboarding={onboarding} {...props} />}
    </Loaded>
  );
}

function Steps({ onboarding, step: wanted, onStep, promptBox }: StepsProps) {
  // Connecting a provider completes the first step, but people decide when they go on.
  const [first] = useState(() => shownStep(onboarding, undefined));
  const step = wanted ? shownStep(onboarding, wanted) : first;
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
      <StepBar current={step} open={openSteps(onboarding)} />
      {step === "connect" && <ConnectStep onboarding={onboarding} onNext={() => onStep("pick")} />}
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
}
