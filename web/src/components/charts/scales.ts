export interface Scale {
  /** Converts a value to pixels. */
  at: (value: number) => number;
  ticks: readonly number[];
  domain: readonly [number, number];
}

type Pair = readonly [number, number];

const STEPS = [1, 2, 5, 10];

/** The smallest of 1, 2 or 5 times a power of ten that divides the span into at most the wanted number of parts. */
function niceStep(span: number, wanted: number): number {
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough * 0.999) ?? 10) * power;
}

const multiplesIn = ([low, high]: Pair, step: number): number[] => {
  const ticks: number[] = [];
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; count += 1) {
    ticks.push(Number((count * step).toPrecision(12)));
  }
  return ticks;
};

/** Widens an empty domain, so that a single value is in the middle. */
function widened([low, high]: Pair, least: number): [number, number] {
  if (high - low >= least) return [low, high];
  const middle = (low + high) / 2;
  return [middle - least / 2, middle + least / 2];
}

function along(domain: Pair, range: Pair): (value: number) => number {
  const [low, high] = domain;
  const [start, end] = range;
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/** A scale that starts and ends on a tick. */
export function linearScale(domain: Pair, range: Pair, wanted = 5): Scale {
  const [low, high] = widened(domain, 1e-9 + Math.abs(domain[0]) * 1e-6);
  const step = niceStep(high - low, wanted);
  const nice = [Math.floor(low / step) * step, Math.ceil(high / step) * step] as const;
  return { at: along(nice, range), ticks: multiplesIn(nice, step), domain: nice };
}

/**
 * A logarithmic scale for positive values. Ticks are 1, 2 and 5 times powers of ten, or only the powers if there are
 * many.
 */
export function logScale(domain: Pair, range: Pair, most = 8): Scale {
  const [low, high] = widened([Math.log10(domain[0]), Math.log10(domain[1])], 0.3);
  const place = along([low, high], range);
  const ticksOf = (steps: readonly number[]) => {
    const ticks: number[] = [];
    for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
      for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(6)));
    }
    return ticks.filter(
      (tick) => Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9,
    );
  };
  const many = ticksOf([1, 2, 5]);
  return {
    at: (value) => place(Math.log10(value)),
    ticks: many.length > most ? ticksOf([1]) : many,
    domain: [10 ** low, 10 ** high],
  };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIME_STEPS = [
  ...[1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 5, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((count) => count * DAY),
];

/** A scale for times in milliseconds, with ticks at round local times. */
export function timeScale(domain: Pair, range: Pair, wanted = 5): Scale {
  const [low, high] = widened(domain, MINUTE);
  const step =
    TIME_STEPS.find((size) => (high - low) / size <= wanted) ?? (TIME_STEPS.at(-1) as number);
  const offset = new Date(low).getTimezoneOffset() * MINUTE;
  // Each tick has its own UTC offset because of daylight saving time.
  const ticks = multiplesIn([low - offset, high - offset], step).map(
    (local) => local + new Date(local + offset).getTimezoneOffset() * MINUTE,
  );
  return { at: along([low, high], range), ticks, domain: [low, high] };
}

const clock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
const exactClock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric" });

/** As precise as the distance between ticks requires. */
export function formatTimeTick(tick: number, ticks: readonly number[]): string {
  const [first = tick, second = first + DAY] = ticks;
  const distance = second - first;
  if (distance < MINUTE) return exactClock.format(tick);
  if (distance < DAY) {
    const isMidnight = new Date(tick).getHours() === 0 && new Date(tick).getMinutes() === 0;
    return isMidnight ? day.format(tick) : clock.format(tick);
  }
  return distance < 60 * DAY ? day.format(tick) : month.format(tick);
}
