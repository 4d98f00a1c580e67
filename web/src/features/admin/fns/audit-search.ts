import { present, textOf } from "@/lib/search-params";

export interface AuditSearch {
  actor?: string;
  /** A whole action such as model.paused, or its prefix up to a dot. */
  action?: string;
  subject?: string;
  /** Dates such as 2026-01-31, in the reader's time zone. */
  since?: string;
  until?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (value: unknown): string | undefined =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Ignores invalid values, because addresses can be typed by hand. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  return present({
    actor: textOf(search.actor)?.slice(0, 100),
    action: textOf(search.action)?.slice(0, 100),
    subject: textOf(search.subject),
    since: dayOf(search.since),
    until: dayOf(search.until),
  });
}

/** From the start of the first day to the end of the last, in the reader's time zone. */
export function auditQuery({ since, until, ...rest }: AuditSearch): AuditSearch {
  return present({
    ...rest,
    since: since && new Date(`${since}T00:00:00`).toISOString(),
    until: until && new Date(`${until}T23:59:59.999`).toISOString(),
  });
}

export function exportAddress(search: AuditSearch, format: "csv" | "jsonl"): string {
  return `/api/admin/audit/export?${new URLSearchParams({ ...auditQuery(search), format })}`;
}
