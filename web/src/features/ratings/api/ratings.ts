import type { paths } from "@/api/schema";

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type Leaderboard = Answer<"/api/leaderboard">;
export type Row = Leaderboard["leaderboard"][number];
export type Metadata = Leaderboard["metadata"];
export type Board = Metadata["boards"][number];
export type History = Answer<"/api/leaderboard/history">;
export type HistoryPoint = History["lines"][number]["points"][number];
export type Matrix = Answer<"/api/leaderboard/matrix">;
export type Versus = Answer<"/api/models/{a}/versus/{b}">;
export type VersusBoard = Versus["boards"][number];
export type Estimate = NonNullable<VersusBoard["observed"]>;
export type Record = VersusBoard["record"];
export type ModelRatings = Answer<"/api/models/{model_id}/ratings">;
export type Usage = Answer<"/api/models/{model_id}/usage">;
export type ExampleBattles = Answer<"/api/models/{model_id}/battles">;
export type MyLeaderboard = Answer<"/api/leaderboard/mine">;
export type VoteSets = Answer<"/api/vote-sets">;
export type VoteSet = VoteSets["sets"][number];
export type Imported =
  paths["/api/vote-sets"]["post"]["responses"][201]["content"]["application/json"];
