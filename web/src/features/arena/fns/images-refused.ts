import type { Arena, Battle, Mode } from "../api/battle";
import type { PickableModel } from "./pickable-model";
import { arenaStrings } from "./strings";

const words = arenaStrings.imageProblems;

/** Why the chosen models cannot read images, as a sentence; undefined if they can or if it is unknown. */
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

/**
 * The same for a later question. What hidden models can do must not be revealed, so only public facts about the site
 * and the earlier questions decide, as on the server.
 */
export function whyNoMoreImages(
  { mode, details, messages }: Pick<Battle, "mode" | "details" | "messages">,
  models: readonly PickableModel[],
  arena: Arena | undefined,
): string | undefined {
  if (details) return whyNoImages("side_by_side", idsIn(details), models, arena);
  if (messages.some((message) => message.images?.length)) return undefined;
  const refused = whyNoImages(mode, [], [], arena);
  const allSee = !arena || arena.vision_models_waiting >= arena.models_waiting;
  return refused ?? (allSee ? undefined : words.firstOnly);
}

export function idsIn(details: Battle["details"]): string[] {
  return [details?.left, details?.right].flatMap((one) => (one ? [one.model_id] : []));
}
