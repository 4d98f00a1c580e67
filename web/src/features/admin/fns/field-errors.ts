import { Problem } from "@/lib/problem";

/** What the server did not like about each field, by the last part of its name. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Problem)) return new Map();
  return new Map(
    error.fieldErrors.map(({ field, message }) => [field.split(".").at(-1) ?? field, message]),
  );
}
