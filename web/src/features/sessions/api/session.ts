import type { paths } from "@/api/schema";

type SessionList = paths["/api/sessions"]["get"]["responses"][200]["content"]["application/json"];
export type SessionRow = SessionList["sessions"][number];
