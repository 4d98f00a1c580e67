import { oneOf, present, textOf } from "@/lib/search-params";
import type { AdminModel } from "../api/models";

export const SHOWN = ["models", "providers", "found"] as const;
export const STATUSES = ["active", "paused", "retired"] as const;

export interface ModelsSearch {
  show?: (typeof SHOWN)[number];
  q?: string;
  status?: (typeof STATUSES)[number];
  /** The model whose drawer is open. */
  model?: string;
}

export function parseModelsSearch(search: Record<string, unknown>): ModelsSearch {
  const show = oneOf(SHOWN, search.show);
  return present({
    show: show === "models" ? undefined : show,
    q: textOf(search.q),
    status: oneOf(STATUSES, search.status),
    model: textOf(search.model),
  });
}

/** Models that are drawn come first; retired ones are shown only on request. */
export function shownModels(
  models: readonly AdminModel[],
  { q = "", status }: ModelsSearch,
): AdminModel[] {
  const wanted = q.trim().toLowerCase();
  const rank = (model: AdminModel) => STATUSES.indexOf(model.status);
  return models
    .filter((model) => (status ? model.status === status : model.status !== "retired"))
    .filter((model) =>
      [model.model_id, model.model_name, model.organization, model.base_url].some((text) =>
        text?.toLowerCase().includes(wanted),
      ),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.model_name.localeCompare(b.model_name));
}
