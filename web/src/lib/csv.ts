type Value = string | number | boolean | null;

/** Spreadsheets run text that starts like a formula, so such text is escaped. */
function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. */
export function toCsv(header: readonly string[], rows: readonly (readonly Value[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
