/** Strings shared by the benchmark pages, and those of the overview. */
export const benchStrings = {
  title: "Benchmarks",
  lead: "Votes show what people prefer. Benchmarks show what is correct.",
  loading: (what: string) => `Loading: ${what}`,
  signIn: {
    title: "Sign in to see benchmarks",
    detail: "Suites and runs are for members of this site.",
    action: "Sign in",
  },
  nav: { label: "Benchmarks", overview: "Overview", compare: "Compare runs", board: "Scoreboard" },
  more: "Show more",
  cancel: "Cancel",
  undo: "Undo",
  clear: "Clear filters",
  actions: "Actions",
  show: "Show",
  tabs: { suites: "Suites", runs: "Runs", schedules: "Schedules" },
  newSuite: "New suite",
  newRun: "New run",
  newSchedule: "New schedule",
  suites: {
    name: "Suites",
    search: "Search suites",
    archived: (count: string) => `Archived (${count})`,
    columns: {
      suite: "Suite",
      origin: "From",
      samples: "Samples",
      scores: "Scores",
      runs: "Runs",
      last: "Last run",
    },
    never: "never",
    empty: {
      title: "No suites yet",
      detail:
        "A suite is a set of questions with rules for scoring the answers. Create one from a spreadsheet in a few minutes.",
    },
    noMatch: { title: "No suite matches", detail: "Try a different search." },
    noneArchived: {
      title: "Nothing is archived",
      detail: "Archived suites and their runs are kept here.",
    },
  },
  params: {
    thinking:
      "max_tokens applies to the answer; reasoning models get additional tokens for thinking.",
    refused: "Parameters that a model does not support are omitted for it.",
  },
  origins: {
    included: "Built-in",
    file: "File",
    manual: "Manual",
    imported: "Imported",
  },
  originHints: {
    included: "Generated from a seed for llmbattler, so no model has seen it in training.",
    file: "Added from a file on the command line.",
    manual: "Created on this site.",
    imported: "Imported with someone's exported results.",
  },
  runs: {
    name: "Runs",
    status: "Status",
    anyStatus: "All runs",
    suite: "Suite",
    anySuite: "All suites",
    statuses: {
      running: "Running",
      paused: "Paused",
      finished: "Finished",
      cancelled: "Canceled",
      stopped: "Stopped",
    },
    columns: {
      run: "Run",
      models: "Models",
      status: "Status",
      progress: "Answers",
      started: "Started",
    },
    version: (number: string) => `version ${number}`,
    models: (count: string) => (count === "1" ? "1 model" : `${count} models`),
    progress: (done: string, total: string) => `${done} of ${total}`,
    progressOf: (name: string) => `Progress of ${name}`,
    empty: {
      title: "No runs yet",
      detail:
        "A run asks your chosen models every question in a suite. You see the estimated cost before it starts.",
    },
    noMatch: { title: "No run matches", detail: "Try a different suite or status." },
  },
} as const;
