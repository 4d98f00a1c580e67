/** Formats a share as whole percent, with one decimal below one percent. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  const rounded = percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent);
  return `${rounded}%`;
}
