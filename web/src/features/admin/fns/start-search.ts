import { oneOf, present } from "@/lib/search-params";
import type { Onboarding } from "../api/onboarding";

export const START_STEPS = ["connect", "pick", "battle"] as const;
export type StartStep = (typeof START_STEPS)[number];

interface StartSearch {
  /** Without it, the first step that is not done. */
  step?: StartStep;
}

export function parseStartSearch(search: Record<string, unknown>): StartSearch {
  return present({ step: oneOf(START_STEPS, search.step) });
}

/** The steps that can be opened: models need a provider, a battle needs models. */
export function openSteps({ enabled, waiting, presets }: Onboarding): readonly StartStep[] {
  const isConnected = presets.some((preset) => preset.provider_id !== null);
  return START_STEPS.filter(
    (step) =>
      step === "connect" || enabled > 0 || (step === "pick" && (isConnected || waiting > 0)),
  );
}

/** The wanted step if it can be opened, otherwise the first that is not done. */
export function shownStep(onboarding: Onboarding, wanted: StartStep | undefined): StartStep {
  if (wanted && openSteps(onboarding).includes(wanted)) return wanted;
  return onboarding.step === "done" ? "connect" : onboarding.step;
}
