import type { components, paths } from "@/api/schema";

type Schemas = components["schemas"];

export type SuiteRow = Schemas["SuiteRowOut"];
export type Suite = Schemas["SuiteOut"];
export type Spec = Schemas["SuiteSpec"];
export type ScoreSpec = Schemas["ScoreSpec"];
export type Step = Spec["extract"][string][number];
export type EditConflict = Schemas["ThreeWayOut"];
export type Sample = Schemas["SampleOut"];
export type Found = Schemas["DatasetOut"];
export type ProblemLine = Schemas["ProblemOut"];
export type Preview = Schemas["PreviewOut"];
export type Mark = Schemas["MarkOut"];
export type Scorer = Schemas["ScorerOut"];
export type Scorers = Schemas["ScorersOut"];
/** Ratings have estimates too, so this type has no short name. */
export type Estimate =
  paths["/api/bench/estimate"]["post"]["responses"][200]["content"]["application/json"];
export type RunRow = Schemas["RunRowOut"];
export type RunSettings = Schemas["RunSettingsIn"];
export type RunRequest = Schemas["RunIn"];
export type Schedule = Schemas["ScheduleOut"];
