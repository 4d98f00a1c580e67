const STEPS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** In the largest sensible unit, because an estimate is not exact to the second. */
export function roughDuration(seconds: number): string {
  for (const [unit, length] of STEPS) {
    if (seconds >= length * 1.5 || (unit === "minute" && seconds >= 55)) {
      const count = Math.max(1, Math.round(seconds / length));
      return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
    }
  }
  const whole = Math.max(1, Math.round(seconds));
  return whole === 1 ? "1 second" : `${whole} seconds`;
}
