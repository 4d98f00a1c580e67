import type { Model } from "../api/model";

export const HEALTHS = ["healthy", "degraded", "down", "unknown"] as const;
export const PLACES = ["embedded", "local", "cloud"] as const;
export const ABILITIES = ["vision", "tools", "reasoning"] as const;

type Ability = (typeof ABILITIES)[number];

/** Filters in the URL; missing ones do not filter. Abilities are separated by commas. */
export interface ModelFilters {
  search?: string;
  health?: Model["health"];
  place?: Model["place"];
  ability?: string;
}

const isOneOf = <T extends string>(choices: readonly T[], value: unknown): value is T =>
  choices.includes(value as T);

/** Abilities in their usual order; unknown ones are dropped. */
export function abilitiesOf(filters: ModelFilters): Ability[] {
  const asked = filters.ability?.split(",") ?? [];
  return ABILITIES.filter((ability) => asked.includes(ability));
}

/** Ignores invalid values, because addresses can be typed by hand. */
export function parseModelFilters(search: Record<string, unknown>): ModelFilters {
  const filters: ModelFilters = {};
  // The router parses "?search=4" as a number.
  const text = typeof search.search === "number" ? String(search.search) : search.search;
  if (typeof text === "string" && text !== "") filters.search = text;
  if (isOneOf(HEALTHS, search.health)) filters.health = search.health;
  if (isOneOf(PLACES, search.place)) filters.place = search.place;
  if (typeof search.ability === "string") {
    const abilities = abilitiesOf({ ability: search.ability });
    if (abilities.length > 0) filters.ability = abilities.join(",");
  }
  return filters;
}

export function filterModels(models: readonly Model[], filters: ModelFilters): Model[] {
  const words = (filters.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const abilities = abilitiesOf(filters);
  return models.filter(
    (model) =>
      (!filters.health || model.health === filters.health) &&
      (!filters.place || model.place === filters.place) &&
      abilities.every((ability) => model.abilities[ability]) &&
      words.every((word) => searchText(model).includes(word)),
  );
}

function searchText(model: Model): string {
  return [model.model_name, model.model_id, model.organization, model.license]
    .join(" ")
    .toLowerCase();
}
