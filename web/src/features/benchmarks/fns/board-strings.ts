/** Strings of the scoreboard, which shows benchmark scores next to arena ratings. */
export const boardStrings = {
  title: "Scoreboard",
  lead: "The latest score in each suite next to the rating from votes.",
  table: {
    name: "Models",
    model: "Model",
    rank: "Mean rank",
    rankHint:
      "The mean of a model's ranks over the suites it ran; 1 is best. The interval shows how much chance alone could change it.",
    rating: "Arena rating",
    ratingHint: "From blind votes, with its 95% interval.",
    under: "Mean rank, arena rating",
    underHint:
      "Under each name: the mean of its ranks over the suites it ran (1 is best) and its rating from blind votes, both with their intervals.",
    scoreHint: "Score in percent with its 95% interval, from the latest finished run.",
    noRating: "no votes yet",
    notRun: "not run",
    opens: (model: string, suite: string) => `, ${model} in ${suite}`,
    range: (low: string, high: string) => `${low}–${high}`,
  },
  empty: {
    title: "No finished runs yet",
    detail: "Run a suite on a few models, and their scores appear here next to their ratings.",
    action: "Start a run",
  },
  scatter: {
    heading: "Benchmarks and arena",
    title: "Does the benchmark agree with the arena?",
    suite: "Suite",
    all: "All suites",
    label: (count: number) => `Benchmark scores and arena ratings of ${count} models.`,
    xAll: "Points above each suite's average model",
    xSuite: "Score (%)",
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
        `${count === "1" ? "1 model has" : `${count} models have`} a score and a rating; three are needed for a comparison. Models get a rating from votes in the arena.`,
      action: "Vote in the arena",
    },
  },
  correlation: {
    unknown: (models: string) =>
      `All ${models} models have the same value on one side, so there is no correlation to compute.`,
    interval: (low: string, high: string) => ` (95%: ${low} to ${high})`,
    words: (strength: string, value: string, interval: string, models: string) =>
      `${strength} over ${models} models: correlation ${value}${interval}.`,
    unsure: "The interval includes zero: with so few models this may be chance.",
    few: "Four models are needed for an interval.",
    ranks: (value: string) => `Rank correlation: ${value}.`,
    strengths: {
      strong: "They agree strongly",
      some: "They agree partly",
      none: "They hardly agree",
      against: "They disagree",
    },
  },
} as const;
