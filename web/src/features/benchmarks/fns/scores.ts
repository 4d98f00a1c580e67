import type { Interval } from "../api/results";

/** Shares are shown as points of 100, with one decimal: "81.2". */
export const formatPoints = (share: number): string => (share * 100).toFixed(1);

export const formatPercent = (share: number): string => `${formatPoints(share)}%`;

/** "+3.2", "−0.4", "0.0" */
export function formatChange(share: number): string {
  const text = formatPoints(Math.abs(share));
  if (Number(text) === 0) return text;
  return share > 0 ? `+${text}` : `−${text}`;
}

/** Round values of an axis without their decimals: "80", "82.5". */
export const formatTick = (share: number): string => String(Number(formatPoints(share)));

export const formatChangeTick = (share: number): string => formatChange(share).replace(/\.0$/, "");

/** "+2.1/−2.3", or undefined without an interval. */
export function intervalWords({ mean, low, high }: Interval): string | undefined {
  if (mean === null || low === null || high === null) return undefined;
  return `+${formatPoints(Math.max(0, high - mean))}/−${formatPoints(Math.max(0, mean - low))}`;
}

/** "81.2% +2.1/−2.3" */
export function scoreWords(score: Interval): string | undefined {
  if (score.mean === null) return undefined;
  return [formatPercent(score.mean), intervalWords(score)].filter(Boolean).join(" ");
}

/** Small p-values are shown as an upper bound. */
export function formatP(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

export const fileSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
