import { oneOf, present, textOf } from "@/lib/search-params";

export const STEPS = ["data", "prompt", "scoring", "save"] as const;
export type EditorStep = (typeof STEPS)[number];

export interface EditorSearch {
  step?: EditorStep;
  /** Shows the text instead of the form. */
  view?: "file";
  /** The suite to copy. */
  from?: string;
}

export function parseEditorSearch(search: Record<string, unknown>): EditorSearch {
  const step = oneOf(STEPS, search.step);
  return present({
    step: step === "data" ? undefined : step,
    view: oneOf(["file"], search.view),
    from: textOf(search.from),
  });
}
