const SLICE_MS = 12;
const waiting: (() => void)[] = [];
let isPlanned = false;

/** Runs work soon, in slices after each of which the page is painted. */
export function enqueue(work: () => void): void {
  waiting.push(work);
  plan();
}

function plan(): void {
  if (isPlanned || waiting.length === 0) return;
  isPlanned = true;
  requestAnimationFrame(() => setTimeout(run));
}

function run(): void {
  isPlanned = false;
  const end = performance.now() + SLICE_MS;
  try {
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < end);
  } finally {
    plan();
  }
}
