export const appStrings = {
  palette: {
    label: "Search or jump to",
    placeholder: "Search pages, models, history and actions…",
    nothing: "No results. Try another search.",
    pages: "Pages",
    actions: "Actions",
    theme: (name: string) => `Theme: ${name}`,
    newBattle: "New battle",
    shortcuts: "Keyboard shortcuts",
  },
  admin: "Admin",
  inner: {
    mine: "My leaderboard",
    versus: "Head-to-head",
    imports: "Imported votes",
    newSuite: "New suite",
    newRun: "New benchmark run",
    compareRuns: "Compare benchmark runs",
    board: "Benchmark scoreboard",
    settings: "Settings",
  },
  notFound: {
    title: "This page does not exist",
    detail: "The address may be mistyped, or the page may have moved.",
    home: "Go to the home page",
  },
  noSession: {
    title: "Chat not found",
    detail: "It may have been deleted, or it belongs to someone else.",
    start: "Start a battle",
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    groups: [
      {
        title: "Everywhere",
        keys: [
          { keys: ["Mod K"], action: "Search or jump to" },
          { keys: ["n"], action: "New battle" },
          { keys: ["?"], action: "Show this list" },
        ],
      },
      {
        title: "Writing",
        keys: [
          { keys: ["Enter"], action: "Send" },
          { keys: ["Shift", "Enter"], action: "New line" },
          { keys: ["Esc"], action: "Leave the text box" },
        ],
      },
      {
        title: "Voting",
        keys: [
          { keys: ["1"], action: "A is better" },
          { keys: ["2"], action: "Tie" },
          { keys: ["3"], action: "Both are bad" },
          { keys: ["4"], action: "B is better" },
          { keys: ["←", "→"], action: "Move inside the vote bar" },
        ],
      },
      {
        title: "Replay",
        keys: [
          { keys: ["Space"], action: "Play or pause" },
          { keys: ["←", "→"], action: "Back or forward one second" },
          { keys: ["Esc"], action: "Close the replay" },
        ],
      },
    ],
  },
  crashed: {
    title: "llmbattler stopped unexpectedly.",
    detail: "Reload the page. Your saved work is safe.",
    reload: "Reload",
  },
  liveProblem: "The live connection reported a problem",
} as const;
