import { readLocal, writeLocal } from "@/lib/safe-local-storage";
import type { Mode } from "../api/battle";
import { namedIn } from "./modes";
import type { PickableModel } from "./pickable-model";

const draftKey = (mode: Mode): string => `models.${mode}`;

/** The models last used in a mode. */
function lastChosen(mode: Mode): string[] {
  try {
    const kept: unknown = JSON.parse(readLocal(draftKey(mode)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function keepChosen(mode: Mode, chosen: readonly string[]): void {
  if (namedIn(mode) > 0) writeLocal(draftKey(mode), JSON.stringify(chosen));
}

/** The models to ask: those in the address, then those used last, then the first available ones, without duplicates. */
export function chosenModels(
  mode: Mode,
  named: readonly string[],
  models: readonly PickableModel[],
): string[] {
  const count = namedIn(mode);
  const wanted = [...new Set(named.slice(0, count).filter(Boolean))];
  const offered = models.map((model) => model.model_id);
  const last = lastChosen(mode).filter((id) => offered.includes(id));
  return [...new Set([...wanted, ...last, ...offered])].slice(0, count);
}
