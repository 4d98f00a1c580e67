import type { components, paths } from "@/api/schema";

type Schemas = components["schemas"];

export type Run = Schemas["RunOut"];
export type RunLine = Schemas["LineOut"];
/** A mean with its interval, of shares between 0 and 1. */
export type Interval = Pick<Schemas["EstimateIntervalOut"], "mean" | "low" | "high">;
export type Outcome = Schemas["Outcome"];
export type GridCell = Schemas["CellOut"];
export type GridRow = Schemas["GridRowOut"];
export type RunSample = Schemas["RunSampleOut"];
export type Answer = Schemas["AnswerOut"];
export type Comparison = Schemas["CompareOut"];
export type Entry = Schemas["EntryOut"];
export type Difference = Schemas["DifferenceOut"];
export type Verdict = Schemas["RunVerdictOut"];
export type RunSummary = Schemas["RunSummaryOut"];
export type Flip = Schemas["FlipOut"];
/** Ratings have history points too, so this type has no short name. */
export type HistoryPoint =
  paths["/api/bench/history"]["get"]["responses"][200]["content"]["application/json"]["points"][number];
export type Board = Schemas["BenchBoardOut"];
export type BoardRow = Schemas["BoardRowOut"];
export type Correlation = Schemas["CorrelationOut"];
