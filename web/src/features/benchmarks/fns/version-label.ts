import type { Suite } from "../api/bench";

/** What stands in a suite whose maker never thought of a label. */
const USUAL = "1";

/** The label that somebody gave a version, unless it only says what its number says already. */
export function ownLabel({ label, number }: Suite["versions"][number]): string | undefined {
  const plain = label.trim().replace(/^v(?=\d)/i, "");
  return plain === "" || plain === USUAL || plain === String(number) ? undefined : label.trim();
}
