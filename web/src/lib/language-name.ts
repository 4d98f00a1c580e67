const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** A language in words; what is no code stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
