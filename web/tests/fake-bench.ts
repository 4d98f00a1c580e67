import type {
  Estimate,
  Found,
  Preview,
  RunRow,
  Sample,
  Schedule,
  Scorers,
  Spec,
  Suite,
  SuiteRow,
} from "@/features/benchmarks/api/bench";
import { fakeArena } from "./fake-arena";
import { renderApp } from "./render-app";

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const aVersion = { note: "", parent: null, digest: "", created_by: null };
export const aSuiteRow = (facts: Partial<SuiteRow> = {}): SuiteRow => ({
  suite_id: "s1",
  name: "capitals",
  title: "Capital cities",
  description: "What everybody learns at school.",
  origin: "manual",
  mine: true,
  version: 2,
  sample_count: 1_200,
  prompts: ["default"],
  scores: ["exact"],
  tags: ["geography"],
  runs: 3,
  last_run_at: ago(2),
  updated_at: ago(5),
  archived: false,
  ...facts,
});

export const aSpec = (facts: Partial<Spec> = {}): Spec => ({
  schema: 1,
  name: "capitals",
  title: "Capital cities",
  description: "What everybody learns at school.",
  version: "1",
  tags: ["geography"],
  dataset: { split: "test", revision: "main", fields: { target: "answer" } },
  system: null,
  prompts: { default: "{{ question }}" },
  follow_ups: [],
  few_shot: null,
  params: { stop: [] },
  extract: { final: ["strip", { after: "Answer:" }] },
  scores: [
    {
      name: "exact",
      scorer: "exact",
      extract: "final",
      target: null,
      options: {},
      weight: 1,
      negate: false,
      threshold: null,
    },
  ],
  pass_at: 1,
  epochs: 1,
  judges: [],
  limits: {},
  ...facts,
});

export const aSample = (facts: Partial<Sample> = {}): Sample => ({
  position: 0,
  sample_id: "a1",
  fields: { question: "What is the capital of France?", answer: "Paris" },
  target: "Paris",
  cluster: null,
  tags: [],
  ...facts,
});

export const aSuite = (facts: Partial<Suite> = {}): Suite => ({
  suite_id: "s1",
  name: "capitals",
  origin: "manual",
  may_change: true,
  archived: false,
  number: 2,
  versions: [
    {
      ...aVersion,
      number: 2,
      label: "",
      sample_count: 1_200,
      created_at: ago(5),
    },
    { ...aVersion, number: 1, label: "first", sample_count: 30, created_at: ago(50) },
  ],
  spec: aSpec(),
  dataset_id: "d1",
  sample_count: 1_200,
  columns: ["question", "answer"],
  clusters: null,
  ...facts,
});

export const aDataset = (facts: Partial<Found> = {}): Found => ({
  dataset_id: "d9",
  sample_count: 30,
  columns: ["question", "answer"],
  skipped: [],
  format: "question-answer",
  first: [aSample()],
  suggested: aSpec({ name: "cities", title: "cities", description: "", tags: [] }),
  ...facts,
});

const text = (description = "") => ({ type: "string", description });

export const someScorers: Scorers = {
  scorers: [
    {
      name: "exact",
      title: "Exact match",
      description: "The answer is the target.\n\nMore words.",
      options: {
        properties: {
          ignore_case: { type: "boolean", default: false, description: "Small is large." },
          mode: { enum: ["all", "any"], default: "all" },
        },
      },
      needs: [],
    },
    {
      name: "includes",
      title: "Contains",
      description: "The answer contains words.",
      options: {
        properties: {
          words: { type: "array", items: { type: "string" } },
          tolerance: { anyOf: [{ type: "number" }, { type: "null" }], default: null },
          schema: { type: "object" },
        },
        required: ["words", "tolerance", "schema"],
      },
      needs: [],
    },
    {
      name: "rubric",
      title: "Rubric",
      description: "A model grades.",
      options: { properties: { rubric: text("What is good.") }, required: ["rubric"] },
      needs: ["judge"],
    },
  ],
  steps: [
    { name: "strip", title: "Strip", description: "No white space.", options: {}, needs: [] },
    {
      name: "after",
      title: "After",
      description: "Keeps what follows a text.",
      options: { properties: { text: text() }, required: ["text"] },
      needs: [],
    },
    {
      name: "first_of",
      title: "First of several",
      description: "Tries several pipelines.",
      options: { properties: { pipelines: { type: "array" } }, required: ["pipelines"] },
      needs: [],
    },
  ],
};

export const aPreview = (facts: Partial<Preview> = {}): Preview => ({
  sample: aSample(),
  messages: [{ role: "user", content: "What is the capital of France?" }],
  target: "Paris",
  marks: [],
  value: null,
  filtered: null,
  left_out: [],
  problems: [],
  ...facts,
});

export const aRunRow = (facts: Partial<RunRow> = {}): RunRow => ({
  run_id: "r1",
  suite_id: "s1",
  suite_name: "capitals",
  suite_title: "Capital cities",
  version: 2,
  title: "Before the upgrade",
  status: "running",
  reason: null,
  models: ["acme-one", "zeta-2"],
  prompts: ["default"],
  epochs: 1,
  sample_count: 1_200,
  done: 600,
  total: 2_400,
  mine: true,
  created_at: ago(1),
  finished_at: null,
  ...facts,
});

export const aSchedule = (facts: Partial<Schedule> = {}): Schedule => ({
  schedule_id: "c1",
  suite_id: "s1",
  suite_name: "capitals",
  title: "Every night",
  cron: "0 3 * * *",
  enabled: true,
  wanted: {
    title: "",
    models: ["acme-one"],
    prompts: [],
    params: { stop: [] },
    judges: [],
    use_cache: true,
  },
  next_at: ago(-12.5),
  last_run_id: "r1",
  problem: null,
  mine: true,
  may_change: true,
  ...facts,
});

export const anEstimate = (facts: Partial<Estimate> = {}): Estimate => ({
  calls: 2_400,
  cached: 200,
  judge_calls: 0,
  input_tokens: 120_000,
  output_tokens: 50_000,
  cost_usd: 1.25,
  most_usd: 9,
  unpriced: [],
  seconds: 300,
  half_width: 2.83,
  detectable: 5.7,
  models: [
    {
      model_id: "acme-one",
      calls: 1_200,
      cached: 200,
      input_tokens: 60_000,
      output_tokens: 25_000,
      cost_usd: 1.25,
      most_usd: 9,
      seconds: 300,
    },
    {
      model_id: "zeta-2",
      calls: 1_200,
      cached: 0,
      input_tokens: 60_000,
      output_tokens: 25_000,
      cost_usd: null,
      most_usd: null,
      seconds: null,
    },
  ],
  warnings: [],
  ...facts,
});

/** Opens a benchmark page of a site with one suite. */
export function openBench(address: string, handlers: Parameters<typeof fakeArena>[0] = {}) {
  const arena = fakeArena({
    "GET /api/bench/suites": { suites: [aSuiteRow()], may_write: true, may_import: true },
    "GET /api/bench/suites/s1": aSuite(),
    "GET /api/bench/suites/s1/samples": { samples: [aSample()], total: 1_200 },
    "GET /api/bench/scorers": someScorers,
    "GET /api/bench/runs": { runs: [], next_cursor: null },
    "GET /api/bench/schedules": { schedules: [] },
    "POST /api/bench/preview": aPreview(),
    "POST /api/bench/check": { problems: [], spec: null },
    "POST /api/bench/estimate": anEstimate(),
    ...handlers,
  });
  return { ...arena, ...renderApp(address) };
}
