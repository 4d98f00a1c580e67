import { oneOf, present, textOf } from "@/lib/search-params";
import type { RunRequest, RunSettings } from "../api/bench";
import type { Run } from "../api/results";
import { looksLikeCron } from "./cron";
import { wholeNumber } from "./whole-number";

/** Settings in the address, so that a prepared run can be sent to a colleague. */
export interface NewRunSearch {
  suite?: string;
  version?: number;
  /** Ids separated by commas. */
  models?: string;
  prompts?: string;
  judges?: string;
  epochs?: number;
  samples?: number;
  at_once?: number;
  budget?: number;
  temperature?: number;
  max_tokens?: number;
  cache?: "off";
  title?: string;
  repeat?: true;
  cron?: string;
}

export interface RunDraft {
  suite: string;
  version: number | null;
  models: readonly string[];
  prompts: readonly string[];
  judges: readonly string[];
  epochs: number | null;
  samples: number | null;
  concurrency: number | null;
  budget: number | null;
  temperature: number | null;
  maxTokens: number | null;
  useCache: boolean;
  title: string;
  /** Not in the address, because it may contain a secret. */
  webhook: string;
  repeat: boolean;
  cron: string;
}

const LONGEST_LIST = 4_000;
const DEFAULT_CRON = "0 3 * * *";

function amount(value: unknown, least = 0): number | undefined {
  const number = typeof value === "number" ? value : Number(value || Number.NaN);
  return Number.isFinite(number) && number >= least ? number : undefined;
}

const listText = (value: unknown) =>
  typeof value === "string" ? value.slice(0, LONGEST_LIST) : textOf(value);

export function parseNewRunSearch(search: Record<string, unknown>): NewRunSearch {
  return present({
    suite: textOf(search.suite),
    version: wholeNumber(search.version),
    models: listText(search.models),
    prompts: listText(search.prompts),
    judges: listText(search.judges),
    epochs: wholeNumber(search.epochs),
    samples: wholeNumber(search.samples),
    at_once: wholeNumber(search.at_once),
    budget: amount(search.budget),
    temperature: search.temperature === 0 ? 0 : amount(search.temperature),
    max_tokens: wholeNumber(search.max_tokens),
    cache: oneOf(["off"], search.cache),
    title: textOf(search.title),
    repeat: search.repeat === true ? (true as const) : undefined,
    cron: textOf(search.cron),
  });
}

const split = (text = "") => text.split(",").filter(Boolean);

export function draftOf(search: NewRunSearch): RunDraft {
  return {
    suite: search.suite ?? "",
    version: search.version ?? null,
    models: split(search.models),
    prompts: split(search.prompts),
    judges: split(search.judges),
    epochs: search.epochs ?? null,
    samples: search.samples ?? null,
    concurrency: search.at_once ?? null,
    budget: search.budget ?? null,
    temperature: search.temperature ?? null,
    maxTokens: search.max_tokens ?? null,
    useCache: search.cache !== "off",
    title: search.title ?? "",
    webhook: "",
    repeat: search.repeat === true,
    cron: search.cron ?? DEFAULT_CRON,
  };
}

const some = (value: number | null) => value ?? undefined;

export function searchOf(draft: RunDraft): NewRunSearch {
  const ownCron = draft.repeat && draft.cron !== DEFAULT_CRON;
  return present({
    suite: draft.suite,
    version: some(draft.version),
    models: draft.models.join(","),
    prompts: draft.prompts.join(","),
    judges: draft.judges.join(","),
    epochs: some(draft.epochs),
    samples: some(draft.samples),
    at_once: some(draft.concurrency),
    budget: some(draft.budget),
    temperature: some(draft.temperature),
    max_tokens: some(draft.maxTokens),
    cache: draft.useCache ? undefined : ("off" as const),
    title: draft.title,
    repeat: draft.repeat ? (true as const) : undefined,
    cron: ownCron ? draft.cron : undefined,
  });
}

/** The settings of an existing run, to start it again. */
export const searchOfRun = (run: Run): NewRunSearch =>
  present({
    suite: run.suite_id,
    models: run.models.join(","),
    prompts: run.prompts.join(","),
    judges: run.judges.join(","),
    epochs: run.epochs,
    samples: run.sample_count,
    at_once: run.concurrency,
    budget: some(run.budget_usd),
    temperature: amount(run.params.temperature),
    max_tokens: wholeNumber(run.params.max_tokens),
    cache: run.use_cache ? undefined : ("off" as const),
  });

/** All settings except the suite. */
export function settingsOf(draft: RunDraft): RunSettings {
  return {
    title: draft.title.trim(),
    models: [...draft.models],
    prompts: [...draft.prompts],
    epochs: draft.epochs,
    samples: draft.samples,
    params: { temperature: draft.temperature, max_tokens: draft.maxTokens, stop: [] },
    judges: [...draft.judges],
    concurrency: draft.concurrency,
    use_cache: draft.useCache,
    budget_usd: draft.budget,
    webhook_url: draft.webhook.trim() || null,
  };
}

/** The request, once a suite and a model are chosen. */
export function requestOf(draft: RunDraft): RunRequest | undefined {
  if (!draft.suite || draft.models.length === 0) return undefined;
  return { suite_id: draft.suite, version: draft.version, ...settingsOf(draft) };
}

export const badWebhook = ({ webhook }: RunDraft): boolean =>
  webhook.trim() !== "" && !/^https?:\/\/\S+$/.test(webhook.trim());

export const badCron = ({ repeat, cron }: RunDraft): boolean => repeat && !looksLikeCron(cron);
