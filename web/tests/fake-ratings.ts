import type {
  Board,
  Leaderboard,
  Matrix,
  Metadata,
  Record as PairRecord,
  Row,
  Versus,
} from "@/features/ratings/api/ratings";

export function aRow(facts: Partial<Row> = {}): Row {
  const { elo_score = 1187 } = facts;
  return {
    rank: 1,
    rank_low: 1,
    rank_high: 1,
    model_id: "acme-one",
    model_name: "Acme One",
    elo_score,
    elo_ci: 12,
    ci_low: elo_score - 11,
    ci_high: elo_score + 12,
    vote_count: 1_240,
    win_rate: 0.71,
    both_bad_rate: 0.034,
    online_elo: 1_560,
    preliminary: false,
    status: "active",
    organization: "Acme",
    license: "MIT",
    price: { input_per_million: 2.5, output_per_million: 10, currency: "USD" },
    ...facts,
  };
}

export const acme = aRow({ rank_high: 2 });
export const zeta = aRow({
  rank: 1,
  rank_high: 2,
  model_id: "zeta-2",
  model_name: "Zeta 2",
  elo_score: 1_170,
  vote_count: 900,
  win_rate: 0.66,
  organization: "Zeta",
  license: "Apache-2.0",
  price: { input_per_million: 0.1, output_per_million: 0.3, currency: "USD" },
});
export const home = aRow({
  rank: 3,
  rank_low: 3,
  rank_high: 3,
  model_id: "home/8b",
  model_name: "Home 8B",
  elo_score: 643,
  vote_count: 12,
  win_rate: null,
  both_bad_rate: null,
  online_elo: null,
  preliminary: true,
  status: "retired",
  organization: null,
  license: null,
  price: null,
});

export const someBoards: Board[] = [
  { board: "overall", kind: "overall", label: "Overall", total_votes: 2_140 },
  { board: "style_control", kind: "style_control", label: "Style control", total_votes: 2_140 },
  { board: "last_30_days", kind: "last_30_days", label: "Last 30 days", total_votes: 300 },
  { board: "category:coding", kind: "category", label: "Coding", total_votes: 800 },
  { board: "language:de", kind: "language", label: "de", total_votes: 90 },
  { board: "judge:acme-one", kind: "judge", label: "Acme One", total_votes: 400 },
  { board: "import:old", kind: "import", label: "old", total_votes: 50 },
];

export function someMetadata(facts: Partial<Metadata> = {}): Metadata {
  return {
    total_models: 3,
    rated_models: 0,
    total_votes: 2_140,
    last_updated: new Date().toISOString(),
    board: "overall",
    kind: "overall",
    label: "Overall",
    categories: ["coding"],
    boards: someBoards,
    organizations: ["Acme", "Zeta"],
    licenses: ["Apache-2.0", "MIT"],
    min_votes: 5,
    preliminary_below: 20,
    smoothed: false,
    groups: [],
    robustness: 37,
    style_effects: null,
    agreement: null,
    ...facts,
  };
}

export function aLeaderboard(
  rows: Row[] = [acme, zeta, home],
  facts: Partial<Metadata> = {},
): Leaderboard {
  return { leaderboard: rows, metadata: someMetadata(facts) };
}

export const aRecord: PairRecord = { wins: 60, losses: 30, ties: 8, both_bad: 2 };

export const aMatrix: Matrix = {
  board: "overall",
  models: [
    { model_id: "acme-one", model_name: "Acme One" },
    { model_id: "zeta-2", model_name: "Zeta 2" },
    { model_id: "home/8b", model_name: "Home 8B" },
  ],
  cells: [
    {
      a: "acme-one",
      b: "zeta-2",
      record: aRecord,
      predicted: { value: 0.62, low: 0.57, high: 0.67 },
    },
    {
      a: "acme-one",
      b: "home/8b",
      record: { wins: 0, losses: 0, ties: 0, both_bad: 0 },
      predicted: { value: 0.96, low: 0.9, high: 0.99 },
    },
  ],
};

export const aVersus: Versus = {
  a: {
    model_id: "acme-one",
    model_name: "Acme One",
    organization: "Acme",
    status: "active",
    elo_score: 1_187,
    elo_ci: 12,
    rank: 1,
    vote_count: 1_240,
  },
  b: {
    model_id: "zeta-2",
    model_name: "Zeta 2",
    organization: "Zeta",
    status: "active",
    elo_score: null,
    elo_ci: null,
    rank: null,
    vote_count: 3,
  },
  boards: [
    {
      board: "overall",
      kind: "overall",
      label: "Overall",
      record: aRecord,
      observed: { value: 0.65, low: 0.55, high: 0.74 },
      predicted: { value: 0.62, low: 0.57, high: 0.67 },
    },
    {
      board: "language:de",
      kind: "language",
      label: "de",
      record: { wins: 2, losses: 1, ties: 0, both_bad: 0 },
      observed: { value: 0.67, low: 0.2, high: 0.94 },
      predicted: null,
    },
    {
      board: "category:coding",
      kind: "category",
      label: "Coding",
      record: { wins: 0, losses: 0, ties: 0, both_bad: 0 },
      observed: null,
      predicted: null,
    },
  ],
  votes_to_separate: 118,
};

export const someBattles = {
  battles: [
    {
      share_path: "/s/token-1",
      title: "Rename files by their date",
      created_at: new Date(Date.now() - 3_600_000).toISOString(),
      vote: "left_better",
      left_model_id: "acme-one",
      right_model_id: "zeta-2",
    },
    {
      share_path: "/s/token-2",
      title: "",
      created_at: new Date(Date.now() - 7_200_000).toISOString(),
      vote: null,
      left_model_id: "zeta-2",
      right_model_id: "ghost",
    },
  ],
};

const point = (day: number, score: number) => ({
  at: `2026-01-${String(day).padStart(2, "0")}T12:00:00Z`,
  elo_score: score,
  ci_low: score - 20,
  ci_high: score + 20,
  rank: 1,
  vote_count: day * 10,
  online_elo: score + 500,
});

export const aHistory = {
  board: "overall",
  lines: [
    { model_id: "acme-one", model_name: "Acme One", points: [point(1, 1_100), point(9, 1_187)] },
    { model_id: "zeta-2", model_name: "Zeta 2", points: [point(2, 1_120), point(9, 1_170)] },
    {
      model_id: "home/8b",
      model_name: "Home 8B",
      points: [{ ...point(9, 643), online_elo: null }],
    },
  ],
};
