import { formatExact } from "@/lib/format";
import { adminStrings } from "./strings";

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** Values of the log in words; what has parts stays as it was written. */
function say(value: unknown): string {
  if (value === null || value === undefined || value === "") return adminStrings.nothing;
  if (value === true) return adminStrings.yes;
  if (value === false) return adminStrings.no;
  if (Array.isArray(value)) return value.map(say).join(", ") || adminStrings.nothing;
  if (typeof value === "string" && MOMENT.test(value)) return formatExact(new Date(value));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Each fact that changed, as it was and as it is; a fact of one side only has no other. */
export function differenceOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name: name.replaceAll("_", " "),
    before: name in before ? say(before[name]) : undefined,
    after: name in after ? say(after[name]) : undefined,
  }));
}
