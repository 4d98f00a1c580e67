import type { Arena, Mode } from "../api/battle";
import type { PickableModel } from "./pickable-model";
import { arenaStrings } from "./strings";

const words = arenaStrings.imageProblems;

/** Why the models to be asked cannot look at pictures, as a sentence; nothing where they can, or where nobody knows. */
export function whyNoImages(
  mode: Mode,
  chosen: readonly string[],
  models: readonly PickableModel[],
  arena: Arena | undefined,
): string | undefined {
  if (mode === "battle") {
    const seeing = arena?.vision_models_waiting ?? 2;
    if (seeing >= 2) return undefined;
    return seeing === 0 ? words.noVision : words.oneVision;
  }
  const blind = chosen.flatMap((id) => {
    const model = models.find((one) => one.model_id === id);
    return model && !model.abilities.vision ? [model.model_name] : [];
  });
  return blind.length > 0 ? words.blind(blind) : undefined;
}
