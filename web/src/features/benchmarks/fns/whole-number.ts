/** A positive integer from an address, otherwise undefined. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "number" ? value : Number(value || Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
