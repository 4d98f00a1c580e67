/** Removes undefined and empty values to keep addresses short. */
export function present<T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined | ""> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  ) as never;
}

const LONGEST = 200;

/** The router parses "?q=4" as a number. */
export function textOf(value: unknown): string | undefined {
  const words = typeof value === "number" ? String(value) : value;
  return typeof words === "string" && words !== "" ? words.slice(0, LONGEST) : undefined;
}

export const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((choice) => choice === value);
