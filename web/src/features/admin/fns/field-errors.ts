import { Problem } from "@/lib/problem";

/** Errors of the server by the last part of the field name. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Problem)) return new Map();
  return new Map(
    error.fieldErrors.map(({ field, message }) => [field.split(".").at(-1) ?? field, message]),
  );
}
