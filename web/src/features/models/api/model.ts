import type { paths } from "@/api/schema";

export type ModelList =
  paths["/api/models"]["get"]["responses"][200]["content"]["application/json"];
export type Model = ModelList["models"][number];
