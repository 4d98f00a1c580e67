import { formatCount } from "@/lib/format";
import type { Signal, Suspect } from "../api/integrity";
import { formatPercent } from "./percent";
import { voteStrings as words } from "./vote-strings";

const RAREST = 10_000;
const USUAL = 0.05;

/** Whether honest people would seldom do it; what is not rare speaks against nobody. */
export const isRare = (p: number): boolean => p <= USUAL;

/** A small p-value as people say it. */
export function sayOdds(p: number): string {
  if (p < 1 / RAREST) return words.odds.below(formatCount(RAREST));
  return words.odds.about(formatCount(Math.round(1 / p)));
}

export function saySignal({ kind, votes, share }: Signal): string {
  const said = words.signals[kind];
  if (typeof said === "string") return said;
  const counted = words.votes(formatCount(votes));
  const isBurst = kind === "burst" || kind === "crowd_burst";
  return said(counted, isBurst ? formatCount(Math.round(share)) : formatPercent(share));
}

/** Ids are long and mean nothing, so their beginning is enough to tell them apart. */
export const shortVoter = (voter: string): string =>
  voter.length > 12 ? `${voter.slice(0, 10)}…` : voter;

export function suspectName({ voters }: Pick<Suspect, "voters">): string {
  const [first = ""] = voters;
  return voters.length === 1 ? shortVoter(first) : words.voters(formatCount(voters.length));
}
