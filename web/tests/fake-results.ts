import type {
  Answer,
  Board,
  BoardRow,
  Comparison,
  Difference,
  Entry,
  GridRow,
  Run,
  RunLine,
  RunSample,
  RunSummary,
  Verdict,
} from "@/features/benchmarks/api/results";
import { aRunRow, aSample, openBench } from "./fake-bench";

const interval = (mean: number, half = 0.02) => ({
  mean,
  low: mean - half,
  high: mean + half / 2,
  n: 300,
  method: "wilson",
  design_effect: null,
});

export const aLine = (facts: Partial<RunLine> = {}): RunLine => ({
  key: "acme-one",
  model_id: "acme-one",
  model_name: "Acme One",
  prompt: "default",
  total: 1_200,
  done: 300,
  right: 240,
  wrong: 50,
  unparsed: 8,
  failed: 2,
  quarantined: 0,
  retrying: 0,
  score: interval(0.812),
  scores: [{ name: "exact", ...interval(0.812) }],
  pass_at_k: {},
  pass_hat_k: {},
  cached: 12,
  input_tokens: 12_000,
  output_tokens: 4_000,
  cost_usd: 0.75,
  p50_ms: 1_200,
  p95_ms: 4_800,
  errors: [{ kind: "overloaded", count: 5, last: "529: Try again in a while." }],
  ...facts,
});

export const zetaLine = (facts: Partial<RunLine> = {}): RunLine =>
  aLine({
    key: "zeta-2",
    model_id: "zeta-2",
    model_name: "Zeta 2",
    failed: 0,
    score: interval(0.9),
    cached: 0,
    cost_usd: null,
    errors: [{ kind: "overloaded", count: 1, last: "503" }],
    ...facts,
  });

export const aRun = (facts: Partial<Run> = {}): Run => ({
  ...aRunRow(),
  may_change: true,
  description: "",
  concurrency: 20,
  use_cache: true,
  params: {},
  judges: [],
  budget_usd: 5,
  spent_usd: 0.75,
  webhook: false,
  lines: [aLine(), zetaLine()],
  per_second: 12.4,
  seconds_left: 145,
  tags: ["easy", "hard"],
  silent: [],
  ...facts,
});

export const aGridRow = (position: number, facts: Partial<GridRow> = {}): GridRow => ({
  position,
  sample_id: `id${position}`,
  excerpt: `Question ${position + 1}`,
  cells: {
    "acme-one": { outcome: "right", value: 1, total_ms: 1_200, tries: 1, next_try_at: null },
    "zeta-2": { outcome: "wrong", value: 0.5, total_ms: 900, tries: 1, next_try_at: null },
  },
  ...facts,
});

export const anAnswer = (facts: Partial<Answer> = {}): Answer => ({
  key: "acme-one",
  model_id: "acme-one",
  model_name: "Acme One",
  prompt: "default",
  epoch: 1,
  outcome: "right",
  value: 1,
  answer: "I think it is Paris.",
  turns: [],
  finish: "stop",
  marks: [
    { name: "exact", value: 1, extracted: "Paris", reason: "It is the target.", details: {} },
  ],
  input_tokens: 90,
  output_tokens: 14,
  cost_usd: 0.0002,
  first_token_ms: 300,
  total_ms: 1_900,
  cached: false,
  tries: 1,
  next_try_at: null,
  error_kind: null,
  error: null,
  recorded_at: "2026-01-01T00:00:00Z",
  ...facts,
});

export const aRunSample = (facts: Partial<RunSample> = {}): RunSample => ({
  run_id: "r1",
  title: "Before the upgrade",
  suite_title: "Capital cities",
  sample: aSample({ position: 6, tags: ["easy"], cluster: "europe" }),
  target: "Paris",
  prompts: {
    default: [
      { role: "system", content: "Be short." },
      { role: "user", content: "What is the capital of France?" },
    ],
  },
  answers: [anAnswer()],
  previous: 5,
  next: 7,
  ...facts,
});

export const ACME = "r1:acme-one#default";
export const ZETA = "r1:zeta-2#default";

export const anEntry = (facts: Partial<Entry> = {}): Entry => ({
  entry: ACME,
  run_id: "r1",
  run_title: "Before the upgrade",
  suite_name: "capitals",
  version: 2,
  model_id: "acme-one",
  model_name: "Acme One",
  prompt: "default",
  created_at: "2026-01-01T00:00:00Z",
  score: interval(0.812),
  ...facts,
});

export const aDifference = (facts: Partial<Difference> = {}): Difference => ({
  first: ACME,
  second: ZETA,
  n: 300,
  clusters: null,
  difference: 0.032,
  low: 0.011,
  high: 0.053,
  p: 0.004,
  p_holm: 0.004,
  mcnemar_p: 0.0004,
  bootstrap_low: 0.012,
  bootstrap_high: 0.052,
  better: 18,
  worse: 7,
  same: 275,
  correlation: 0.4,
  verdict: "better",
  detectable: 0.03,
  ...facts,
});

export const aVerdict = (facts: Partial<Verdict> = {}): Verdict => ({
  sentence: "After 600 of 2,400 answers, Zeta 2 leads with 90.0%, clearly ahead of Acme One.",
  details: ["16 (3%) of all answers were unreadable and count as wrong."],
  leaders: ["zeta-2"],
  unclear: [],
  differences: [
    aDifference({ first: ZETA, second: ACME, difference: -0.088, low: -0.11, high: -0.06 }),
  ],
  ...facts,
});

export const aSummary = (facts: Partial<RunSummary> = {}): RunSummary => ({
  run_id: "r1",
  suite_id: "s1",
  model_id: "zeta-2",
  model_name: "Zeta 2",
  prompt: null,
  score: interval(0.9),
  tied: 0,
  cost_usd: 0.75,
  seconds: 90,
  ...facts,
});

export const aComparison = (facts: Partial<Comparison> = {}): Comparison => ({
  entries: [anEntry(), anEntry({ entry: ZETA, model_id: "zeta-2", model_name: "Zeta 2" })],
  differences: [aDifference()],
  common: 300,
  warnings: [],
  ...facts,
});

export const aBoardRow = (
  model_id: string,
  scores: [number, number],
  rating: number | null,
): BoardRow => ({
  model_id,
  model_name: `Model ${model_id}`,
  organization: "Acme",
  suites: {
    capitals: { ...interval(scores[0]), run_id: "r1" },
    sums: { ...interval(scores[1]), run_id: "r2" },
  },
  mean_rank: 1.5,
  rank_low: 1,
  rank_high: 2,
  rating,
  rating_low: rating === null ? null : rating - 20,
  rating_high: rating === null ? null : rating + 18,
  votes: rating === null ? 0 : 400,
});

export const aBoard = (facts: Partial<Board> = {}): Board => ({
  suites: [
    { name: "capitals", title: "Capital cities" },
    { name: "sums", title: "" },
  ],
  rows: [
    aBoardRow("a", [0.9, 0.8], 1_200),
    aBoardRow("b", [0.8, 0.7], 1_100),
    aBoardRow("c", [0.5, 0.6], 900),
    aBoardRow("d", [0.4, 0.3], null),
  ],
  correlations: [
    { suite: "all", n: 3, spearman: 1, pearson: 0.98, low: null, high: null },
    { suite: "capitals", n: 4, spearman: 0.4, pearson: 0.5, low: -0.2, high: 0.9 },
  ],
  ...facts,
});

/** Opens a results page of a site with one run. */
export function openResults(address: string, handlers: Parameters<typeof openBench>[1] = {}) {
  return openBench(address, {
    "GET /api/bench/runs/r1": aRun(),
    "GET /api/bench/runs/r1/verdict": aVerdict(),
    "GET /api/bench/summaries": { runs: [aSummary()] },
    "GET /api/bench/suite-summaries": { runs: [aSummary()] },
    "GET /api/bench/runs/r1/samples": {
      rows: [aGridRow(0), aGridRow(1), aGridRow(2)],
      next_cursor: null,
    },
    "GET /api/bench/runs": { runs: [aRunRow()], next_cursor: null },
    "GET /api/bench/runs/r1/samples/6": aRunSample(),
    "GET /api/bench/compare": aComparison(),
    "GET /api/bench/compare/flips": { flips: [], next_cursor: null },
    "GET /api/bench/history": { points: [] },
    "GET /api/bench/board": aBoard(),
    ...handlers,
  });
}
