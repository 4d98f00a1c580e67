import type { Reason, VoteValue } from "../api/battle";

/** In the order of the buttons and of the keys 1 to 4. */
export const VOTES = [
  "left_better",
  "tie",
  "both_bad",
  "right_better",
] as const satisfies readonly VoteValue[];

/** The maximum that the server accepts. */
export const COMMENT_CHARS = 2_000;

export const REASONS = [
  "accurate",
  "clear",
  "complete",
  "concise",
  "creative",
  "well_formatted",
  "follows_instructions",
  "wrong",
  "unsafe",
  "too_long",
  "too_short",
] as const satisfies readonly Reason[];
