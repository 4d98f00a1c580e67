export const appStrings = {
  palette: {
    label: "Search or jump to",
    placeholder: "Search pages, models, sessions and actions…",
    nothing: "Nothing found. Try another word.",
    pages: "Pages",
    actions: "Actions",
    theme: (name: string) => `Theme: ${name}`,
    newBattle: "New battle",
    shortcuts: "Keyboard shortcuts",
  },
  admin: "Admin",
  inner: {
    mine: "My leaderboard",
    versus: "Compare two models",
    imports: "Imported votes",
    newSuite: "New suite",
    newRun: "New benchmark run",
    compareRuns: "Compare benchmark runs",
    board: "Benchmark board",
    settings: "Settings",
  },
  notFound: {
    title: "This page does not exist",
    detail: "The address may have a typing error, or the page has moved.",
    home: "Go to the start page",
  },
  noSession: {
    title: "There is no such session",
    detail: "It may have been deleted, or it belongs to somebody else.",
    start: "Start a battle",
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    groups: [
      {
        title: "Everywhere",
        keys: [
          { keys: ["Mod K"], does: "Search or jump to" },
          { keys: ["n"], does: "New battle" },
          { keys: ["?"], does: "This list" },
        ],
      },
      {
        title: "Writing",
        keys: [
          { keys: ["Enter"], does: "Send" },
          { keys: ["Shift", "Enter"], does: "New line" },
          { keys: ["Esc"], does: "Leave the box" },
        ],
      },
      {
        title: "Voting",
        keys: [
          { keys: ["1"], does: "A is better" },
          { keys: ["2"], does: "Tie" },
          { keys: ["3"], does: "Both are bad" },
          { keys: ["4"], does: "B is better" },
          { keys: ["←", "→"], does: "Move inside the vote bar" },
        ],
      },
      {
        title: "Replay",
        keys: [
          { keys: ["Space"], does: "Play or pause" },
          { keys: ["←", "→"], does: "A second back or forward" },
          { keys: ["Esc"], does: "Close the replay" },
        ],
      },
    ],
  },
  crashed: {
    title: "llmbattler stopped unexpectedly.",
    detail: "Reload the page. Nothing that was saved is lost.",
    reload: "Reload",
  },
  liveComplaint: "The live connection reported a problem",
} as const;
