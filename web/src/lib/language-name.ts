const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** The name of a language; unknown codes stay as they are. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
