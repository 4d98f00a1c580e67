/** What every page of the benchmarks says, and the overview. */
export const benchStrings = {
  title: "Benchmarks",
  lead: "Votes say what people like, benchmarks say what is right.",
  loading: (what: string) => `Loading: ${what}`,
  signIn: {
    title: "Sign in to see the benchmarks",
    detail: "Suites and runs are for the people of this site.",
    action: "Sign in",
  },
  nav: { label: "Benchmarks", overview: "Overview", compare: "Compare", board: "Board" },
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
        "A suite is a set of questions with a way to score the answers. Make one from a spreadsheet in a few minutes.",
    },
    noMatch: { title: "No suite matches", detail: "Try another word." },
    noneArchived: {
      title: "Nothing is archived",
      detail: "Suites that you archive rest here, with all their runs.",
    },
  },
  params: {
    thinking: "max_tokens is for the answer; models that reason get room to think on top.",
    refused: "What a model refuses is left out for it.",
  },
  origins: {
    included: "Included",
    file: "File",
    manual: "Made here",
    imported: "Imported",
  },
  originHints: {
    included:
      "Written for llmbattler and generated from a seed, so no model has seen it in training.",
    file: "Came from a file on the command line.",
    manual: "Made on this page.",
    imported: "Came with somebody's exported results.",
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
      cancelled: "Cancelled",
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
        "A run asks the models you choose every question of a suite. You see what it costs before it starts.",
    },
    noMatch: { title: "No run matches", detail: "Try another suite or another status." },
  },
} as const;
