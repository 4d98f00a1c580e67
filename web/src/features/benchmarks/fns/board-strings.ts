/** What the board of benchmarks beside the arena says. */
export const boardStrings = {
  title: "Benchmark board",
  lead: "What models know beside what people like: the newest score in each suite, and the rating from votes.",
  table: {
    name: "Models",
    model: "Model",
    rank: "Mean rank",
    rankHint:
      "The mean of a model's places over the suites it ran, best is 1. The interval says how far chance alone may move it.",
    rating: "Arena rating",
    ratingHint: "From blind votes, with its 95 % interval.",
    under: "Mean rank, arena rating",
    underHint:
      "Under each name: the mean of its places over the suites it ran, best is 1, and its rating from blind votes. Both with the interval in which chance alone may move them.",
    scoreHint: "Score in percent with its 95 % interval, from the newest finished run.",
    noRating: "no votes yet",
    notRun: "not run",
    opens: (model: string, suite: string) => `, ${model} in ${suite}`,
    range: (low: string, high: string) => `${low}–${high}`,
  },
  empty: {
    title: "No finished runs yet",
    detail:
      "The board fills by itself: run a suite over a few models, and their scores stand here beside their ratings.",
    action: "Start a run",
  },
  scatter: {
    heading: "Beside the arena",
    title: "Does the benchmark agree with the arena?",
    suite: "Suite",
    all: "All suites together",
    label: (count: number) => `Benchmark scores and arena ratings of ${count} models.`,
    xAll: "Points above the average model of each suite",
    xSuite: "Score, %",
    y: "Arena rating",
    x: "Benchmark",
    low: "Low",
    high: "High",
    votes: "Votes",
    rating: (rating: string, interval: string) => `rating ${rating} ${interval}`,
    score: (score: string) => `benchmark ${score}`,
    needs: {
      title: "Too few models have both",
      detail: (count: string) =>
        `${count === "1" ? "1 model has" : `${count} models have`} a score and a rating; three are needed to see whether they go together. Votes in the arena give a model its rating.`,
      action: "Vote in the arena",
    },
  },
  correlation: {
    unknown: (models: string) =>
      `Of ${models} models, one side is the same for all, so nothing can be said.`,
    interval: (low: string, high: string) => ` (95 %: ${low} to ${high})`,
    words: (strength: string, value: string, interval: string, models: string) =>
      `${strength} over ${models} models: correlation ${value}${interval}.`,
    unsure: "That interval includes zero: with so few models it may be chance.",
    few: "Four models are needed for an interval.",
    ranks: (value: string) => `Of the ranks alone: ${value}.`,
    strengths: {
      strong: "They agree strongly",
      some: "They agree in part",
      none: "They hardly go together",
      against: "They contradict each other",
    },
  },
} as const;
