import { formatExact } from "@/lib/format";
import { adminStrings } from "./strings";

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** A value of the log as text; lists and objects as JSON. */
function say(value: unknown): string {
  if (value === null || value === undefined || value === "") return adminStrings.nothing;
  if (value === true) return adminStrings.yes;
  if (value === false) return adminStrings.no;
  if (Array.isArray(value)) return value.map(say).join(", ") || adminStrings.nothing;
  if (typeof value === "string" && MOMENT.test(value)) return formatExact(new Date(value));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The fields that changed, with both values. A field that exists on one side only has one value. */
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
