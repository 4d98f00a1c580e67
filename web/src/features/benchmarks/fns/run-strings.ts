const ORDINALS = ["th", "st", "nd", "rd"];

/** "1st", "2nd", "3rd", "11th" */
export function ordinal(number: number): string {
  const tens = number % 100;
  return `${number}${ORDINALS[tens > 10 && tens < 14 ? 0 : number % 10] ?? "th"}`;
}

/** Strings of the page of a run. */
export const runStrings = {
  name: "Run",
  outcomes: {
    right: "correct",
    wrong: "wrong",
    unparsed: "unreadable",
    failed: "failed",
    retrying: "retrying",
    quarantined: "quarantined",
  },
  outcomeHints: {
    right: "The answer reached the pass threshold.",
    wrong: "The answer was readable but did not reach the pass threshold.",
    unparsed:
      "No result could be extracted from the answer. It counts as 0 and is shown separately from wrong answers.",
    failed: "The model gave no answer after all attempts. It does not count toward the score.",
    retrying: "No answer yet. It will be retried.",
    quarantined:
      "It crashed workers, so it is not retried automatically. It does not count toward the score.",
  },
  version: (number: string) => `version ${number}`,
  started: "Started",
  actions: {
    pause: "Pause",
    resume: "Resume",
    cancel: "Cancel run",
    retry: (count: string) => `Retry failed (${count})`,
    remove: "Delete",
    export: "Export",
    compare: "Compare runs",
    more: "More",
    again: "Run again",
  },
  formats: {
    pdf: "PDF report",
    json: "Full JSON",
    csv: "CSV table",
    parquet: "Parquet table",
  },
  failed: {
    change: "The run could not be changed.",
    pause: "The run could not be paused.",
    resume: "The run could not be resumed.",
    cancel: "The run could not be canceled.",
    retry: "The failed calls could not be retried.",
    remove: "The run could not be deleted.",
    import: "The run could not be imported.",
  },
  retrying: "Retrying failed calls.",
  import: {
    action: "Import a run",
    pending: "Importing",
    file: "JSON export of a run",
    done: (results: string) => `Imported, with ${results} answers.`,
  },
  removed: (title: string) => `“${title}” was deleted.`,
  askCancel: {
    title: (title: string) => `Cancel “${title}”?`,
    detail: "No more calls are made, and the run cannot be resumed. The answers so far are kept.",
    confirm: "Cancel run",
  },
  askRemove: {
    title: (title: string) => `Delete “${title}”?`,
    detail: (count: string) =>
      `This also deletes its ${count} answers and cannot be undone. You can export them first.`,
    confirm: "Delete run",
  },
  edit: {
    title: "Edit run",
    name: "Title",
    concurrency: "Concurrent calls",
    concurrencyHint: "Takes effect within seconds. Slow endpoints are throttled automatically.",
    budget: "Budget (US dollars)",
    budgetHint: "The run stops when it is used up. Leave empty to keep the current budget.",
    save: "Save",
  },
  facts: {
    answers: "Answers",
    of: (done: string, total: string) => `${done} of ${total}`,
    pace: "Answers per second",
    left: "Time left",
    unknown: "not known yet",
    took: "Duration",
    cost: "Cost",
    budget: (spent: string, budget: string) => `${spent} of ${budget}`,
    noCost: "no price",
    atOnce: "Concurrency",
    asked: "Setup",
    params: "Overrides of the suite's settings",
    layout: (samples: string, models: string, prompts: string, epochs: string) =>
      [
        samples === "1" ? "1 sample" : `${samples} samples`,
        models === "1" ? "1 model" : `${models} models`,
        prompts === "1" ? "" : `${prompts} prompts`,
        epochs === "1" ? "" : `${epochs} repeats`,
      ]
        .filter(Boolean)
        .join(" × "),
  },
  silent: {
    title: "Servers that do not answer",
    noAnswer: (address: string | null | undefined, models: string[]) =>
      address
        ? `No answer from ${address} (${models.join(", ")})`
        : `No answer from ${models.join(", ")}`,
    since: (clock: string, duration: string) => `since ${clock}, for ${duration}.`,
    waiting: "Calls are still waiting.",
    next: "The run waits and continues as soon as the server answers. After 15 minutes without an answer, the remaining samples of the model fail.",
    pause: "Pause run",
  },
  progress: {
    title: "Answers by model",
    lead: "Unreadable answers are shown separately from wrong ones.",
    of: (name: string) => `Answers from ${name}`,
    retrying: (count: string) => `${count} retrying`,
    cached: (count: string) => `${count} cached`,
  },
  scores: {
    title: "Scores",
    soFar: "Scores so far",
    hint: "The mean of all answers with its 95% interval. Where intervals overlap, compare sample by sample before drawing conclusions.",
    label: (count: number, best: string) =>
      `Scores of ${count} entries with their 95% intervals. Highest: ${best}.`,
    axis: "Score (%)",
    average: "average",
    answers: (count: string) => `${count} answers`,
    nothing: "Waiting for the first answers.",
    model: "Model",
    score: "Score",
    low: "Low",
    high: "High",
    n: "Answers",
  },
  table: {
    title: "Results",
    lead: "Scores in percent with 95% intervals. Failed calls do not count toward the score.",
    model: "Model",
    score: "Score",
    right: "Correct",
    wrong: "Wrong",
    unparsed: "Unreadable",
    failed: "Failed",
    p50: "Median time",
    p95: "95th percentile time",
    tokens: "Tokens in / out",
    cost: "Cost",
    none: "no score yet",
    facts: (unparsed: string, failed: string) => `${unparsed} unreadable · ${failed} failed`,
  },
  scoreMeans: {
    title: "Individual scores",
    lead: "The mean of each score in the suite, in percent with 95% intervals.",
  },
  passes: {
    title: "Across repeats",
    lead: "pass@k: at least one of k answers is correct. pass^k: all k answers are correct.",
    at: (k: string) => `pass@${k}`,
    hat: (k: string) => `pass^${k}`,
  },
  errors: {
    title: "Errors",
    lead: "Error types across all attempts, with the latest message of each.",
    kind: "Type",
    count: "Count",
    models: "Models",
    last: "Latest message",
  },
  grid: {
    title: "Samples",
    lead: "Open a row to see the sample with all answers side by side.",
    filter: "Filter",
    filters: {
      all: "All",
      wrong: "Wrong",
      right: "Correct",
      unparsed: "Unreadable",
      failed: "Failed",
      disagreeing: "Disagreement",
      slow: "Slowest",
    },
    line: "Model",
    anyLine: "Any model",
    tag: "Tag",
    anyTag: "All tags",
    search: "Search samples and answers",
    number: "No.",
    sample: "Sample",
    notYet: "not asked yet",
    empty: {
      title: "No samples here",
      detail: "This suite has no samples.",
    },
    noMatch: {
      title: "No sample matches",
      detail: "Try a different filter or search.",
    },
    clear: "Show all samples",
    searching: "No matches so far. Still searching…",
    brokeOff: "No matches so far, and the search was interrupted.",
    nextTry: (tries: string, at: string) => `${tries} attempt at ${at}`,
    opens: (number: string) => `Sample ${number}`,
  },
} as const;
