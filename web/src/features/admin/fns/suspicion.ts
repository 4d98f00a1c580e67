import { formatCount } from "@/lib/format";
import type { Signal, Suspect } from "../api/integrity";
import { formatPercent } from "./percent";
import { voteStrings as words } from "./vote-strings";

const RAREST = 10_000;
const RARE_BELOW = 0.05;

/** Whether normal voting seldom looks like this. */
export const isRare = (p: number): boolean => p <= RARE_BELOW;

/** A small p-value in words. */
export function formatOdds(p: number): string {
  if (p < 1 / RAREST) return words.odds.below(formatCount(RAREST));
  return words.odds.about(formatCount(Math.round(1 / p)));
}

export function describeSignal({ kind, votes, share }: Signal): string {
  const said = words.signals[kind];
  if (typeof said === "string") return said;
  const counted = words.votes(formatCount(votes));
  const isBurst = kind === "burst" || kind === "crowd_burst";
  return said(counted, isBurst ? formatCount(Math.round(share)) : formatPercent(share));
}

/** The start of an id is enough to tell voters apart. */
export const shortVoter = (voter: string): string =>
  voter.length > 12 ? `${voter.slice(0, 10)}…` : voter;

export function suspectName({ voters }: Pick<Suspect, "voters">): string {
  const [first = ""] = voters;
  return voters.length === 1 ? shortVoter(first) : words.voters(formatCount(voters.length));
}
