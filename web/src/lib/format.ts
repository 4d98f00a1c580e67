const LOCALE = "en-US";

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const exactTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "medium" });
const relativeTime = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });

export function formatCount(value: number): string {
  return whole.format(value);
}

/** Token prices are small, so they keep up to four decimals if two would round them to zero. */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(amount);
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One answer costs a fraction of a cent, so two significant digits are kept. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  const places = Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(places).replace(/0+$/, "")}`;
}

/** Context lengths as people say them: 131072 and 128000 are both "128k". */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return whole.format(tokens);
  // 128000 is a multiple of both; people mean the round thousand.
  const thousand = tokens % 1_000 !== 0 && tokens % 1_024 === 0 ? 1_024 : 1_000;
  const kilo = tokens / thousand;
  return kilo < 1_000 ? `${oneDigit.format(kilo)}k` : `${oneDigit.format(kilo / thousand)}M`;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function formatRelative(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) {
      return relativeTime.format(Math.trunc(seconds / length), unit);
    }
  }
  return "just now";
}

export function formatExact(moment: Date): string {
  return exactTime.format(moment);
}
