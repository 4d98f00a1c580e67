/** Shares as people say them: whole percents, and one digit where there is less than one. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  const rounded = percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent);
  return `${rounded}%`;
}
