import type { Suite } from "../api/bench";

/** The default label of a suite. */
const DEFAULT_LABEL = "1";

/** The label of a version, unless it only repeats the number. */
export function ownLabel({ label, number }: Suite["versions"][number]): string | undefined {
  const plain = label.trim().replace(/^v(?=\d)/i, "");
  return plain === "" || plain === DEFAULT_LABEL || plain === String(number)
    ? undefined
    : label.trim();
}
