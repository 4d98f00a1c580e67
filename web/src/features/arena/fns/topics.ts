import { languageName } from "@/lib/language-name";
import type { Category } from "../api/battle";

export const CATEGORIES = [
  "coding",
  "math",
  "creative_writing",
  "instruction_following",
  "longer_query",
  "multi_turn",
  "hard",
  "vision",
] as const satisfies readonly Category[];

/** Languages that the server can detect. */
const LANGUAGES =
  "ar bg bn ca cs da de el en es fa fi fr gu he hi hr hu hy id it ja ka kn ko ml mr ne nl no pa pl pt ro ru sk sr sv sw ta te th tr uk ur vi zh".split(
    " ",
  );

export const isCategory = (name: string): name is Category =>
  CATEGORIES.some((known) => known === name);

/** Languages by name, including the current one if it is not in the list. */
export function languageChoices(current: string | null): { value: string; label: string }[] {
  const codes = new Set(current ? [...LANGUAGES, current] : LANGUAGES);
  return [...codes]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, "en"));
}
