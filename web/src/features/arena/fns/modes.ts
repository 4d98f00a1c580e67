import type { Mode } from "../api/battle";

export const MODES = ["battle", "side_by_side", "direct"] as const satisfies readonly Mode[];

/** Search parameters of the start page. */
export interface StartSearch {
  mode?: Mode;
  /** Chosen models of modes with named models, in order. */
  models?: string[];
  /** The chat that the next battle joins. */
  session?: string;
}

export function parseStartSearch(search: Record<string, unknown>): StartSearch {
  const mode = MODES.find((known) => known === search.mode);
  const models = Array.isArray(search.models)
    ? search.models.filter((id): id is string => typeof id === "string" && id.length <= 300)
    : [];
  return {
    ...(mode && mode !== "battle" ? { mode } : {}),
    ...(models.length > 0 ? { models: models.slice(0, 2) } : {}),
    ...(typeof search.session === "string" && search.session ? { session: search.session } : {}),
  };
}

/** How many models are chosen in a mode. */
export const namedIn = (mode: Mode): number => ({ battle: 0, side_by_side: 2, direct: 1 })[mode];
