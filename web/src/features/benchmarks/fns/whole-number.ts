/** A number from an address, if it is one that counts something. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "number" ? value : Number(value || Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
