const ORDINALS = ["th", "st", "nd", "rd"];

/** "1st", "2nd", "3rd", "11th" */
export function ordinal(number: number): string {
  const tens = number % 100;
  return `${number}${ORDINALS[tens > 10 && tens < 14 ? 0 : number % 10] ?? "th"}`;
}

/** What the page of a run says. */
export const runStrings = {
  name: "Run",
  outcomes: {
    right: "right",
    wrong: "wrong",
    unparsed: "unparsed",
    failed: "failed",
    retrying: "trying again",
    quarantined: "quarantined",
  },
  outcomeHints: {
    right: "As good as the suite asks for.",
    wrong: "An answer that could be read, and is not good enough.",
    unparsed:
      "No result could be read out of the answer. It counts as 0 and is shown apart from wrong.",
    failed: "The model gave no answer, after all tries. It does not count in the score.",
    retrying: "No answer yet; it is asked again.",
    quarantined:
      "Workers died of it, so it is not asked again by itself. It does not count in the score.",
  },
  version: (number: string) => `version ${number}`,
  started: "Started",
  actions: {
    pause: "Pause",
    resume: "Resume",
    cancel: "Cancel the run",
    retry: (count: string) => `Retry failed (${count})`,
    remove: "Delete",
    export: "Export",
    compare: "Compare",
    more: "More",
    again: "Run again",
  },
  formats: {
    pdf: "PDF report",
    json: "JSON, everything",
    csv: "CSV table",
    parquet: "Parquet table",
  },
  failed: {
    change: "The run could not be changed.",
    pause: "The run could not be paused.",
    resume: "The run could not go on.",
    cancel: "The run could not be cancelled.",
    retry: "The failed ones could not be asked again.",
    remove: "The run could not be deleted.",
    import: "The run could not be imported.",
  },
  retrying: "The failed ones are asked again.",
  import: {
    action: "Import a run",
    pending: "Importing",
    file: "A run's JSON export",
    done: (results: string) => `Imported, with ${results} answers.`,
  },
  removed: (title: string) => `“${title}” was deleted.`,
  askCancel: {
    title: (title: string) => `Cancel “${title}”?`,
    detail: "No model is asked any more, and it cannot go on later. The answers so far stay.",
    confirm: "Cancel the run",
  },
  askRemove: {
    title: (title: string) => `Delete “${title}”?`,
    detail: (count: string) =>
      `Its ${count} answers go with it. This cannot be undone; you can export them first.`,
    confirm: "Delete the run",
  },
  edit: {
    title: "Change the run",
    name: "Title",
    concurrency: "Answers at once",
    concurrencyHint:
      "Workers follow within seconds. Slow endpoints are asked more gently by themselves.",
    budget: "Budget in US dollars",
    budgetHint: "The run stops when it is used up. Empty keeps it as it is.",
    save: "Save",
  },
  facts: {
    answers: "Answers",
    of: (done: string, total: string) => `${done} of ${total}`,
    pace: "Answers per second",
    left: "Time left",
    unknown: "not known yet",
    took: "Took",
    cost: "Cost",
    budget: (spent: string, budget: string) => `${spent} of ${budget}`,
    noCost: "no price known",
    atOnce: "At once",
    asked: "Asked",
    params: "Set for this run, in place of the suite's",
    layout: (samples: string, models: string, prompts: string, epochs: string) =>
      [
        samples === "1" ? "1 sample" : `${samples} samples`,
        models === "1" ? "1 model" : `${models} models`,
        prompts === "1" ? "" : `${prompts} prompts`,
        epochs === "1" ? "" : `${epochs} epochs`,
      ]
        .filter(Boolean)
        .join(" × "),
  },
  progress: {
    title: "Answers of each model",
    lead: "Unparsed answers are shown apart from wrong ones.",
    of: (name: string) => `Answers of ${name}`,
    retrying: (count: string) => `${count} trying again`,
    cached: (count: string) => `${count} from the cache`,
  },
  scores: {
    title: "Scores",
    soFar: "Scores so far",
    hint: "The mean of all answers with its 95 % interval. Where intervals overlap, compare sample by sample before you believe a difference.",
    label: (count: number, best: string) =>
      `Scores of ${count} lines with their 95 % intervals. The highest: ${best}.`,
    axis: "Score, % of what can be had",
    average: "average",
    answers: (count: string) => `${count} answers`,
    nothing: "The first answers are on their way.",
    model: "Model",
    score: "Score",
    low: "Low",
    high: "High",
    n: "Answers",
  },
  table: {
    title: "Results",
    lead: "Scores in percent with 95 % intervals. Failed calls do not count in the score.",
    model: "Model",
    score: "Score",
    right: "Right",
    wrong: "Wrong",
    unparsed: "Unparsed",
    failed: "Failed",
    p50: "Time, median",
    p95: "Time, 95 %",
    tokens: "Tokens in / out",
    cost: "Cost",
    none: "no score yet",
    facts: (unparsed: string, failed: string) => `${unparsed} unparsed · ${failed} failed`,
  },
  scoreMeans: {
    title: "Single scores",
    lead: "The mean of each score of the suite, in percent with 95 % intervals.",
  },
  passes: {
    title: "Over several epochs",
    lead: "pass@k: at least one of k answers is right. pass^k: all of k answers are right.",
    at: (k: string) => `pass@${k}`,
    hat: (k: string) => `pass^${k}`,
  },
  errors: {
    title: "What went wrong",
    lead: "Kinds of errors over all tries, with the newest message of each.",
    kind: "Kind",
    count: "Times",
    models: "Models",
    last: "Newest message",
  },
  grid: {
    title: "Samples",
    lead: "Every row opens its sample with all answers side by side.",
    filter: "Filter",
    filters: {
      all: "All",
      wrong: "Wrong",
      right: "Right",
      unparsed: "Unparsed",
      failed: "Failed",
      disagreeing: "Disagreeing",
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
      detail: "A suite without samples has nothing to ask.",
    },
    noMatch: {
      title: "No sample matches",
      detail: "Try another filter or another word.",
    },
    clear: "Show all samples",
    searching: "Nothing so far. The search goes on…",
    brokeOff: "Nothing so far, and the search broke off before its end.",
    nextTry: (tries: string, at: string) => `${tries} try at ${at}`,
    opens: (number: string) => `Sample ${number}`,
  },
} as const;
