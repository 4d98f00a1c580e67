import type { SessionRow } from "../api/session";
import { sessionsStrings } from "./strings";

interface SessionGroup {
  title: string;
  sessions: SessionRow[];
}

const monthName = new Intl.DateTimeFormat("en-US", { month: "long" });
const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
const DAY_MS = 86_400_000;

/** Groups chats by the day they were last used; older ones by month. */
export function groupSessions(sessions: readonly SessionRow[], now: Date): SessionGroup[] {
  const groups = new Map<string, SessionRow[]>();
  for (const session of sessions) {
    const title = dayOf(new Date(session.last_active_at), now);
    groups.set(title, [...(groups.get(title) ?? []), session]);
  }
  return [...groups].map(([title, rows]) => ({ title, sessions: rows }));
}

function dayOf(moment: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(moment)) / DAY_MS);
  if (days <= 0) return sessionsStrings.today;
  if (days === 1) return sessionsStrings.yesterday;
  if (days <= 7) return sessionsStrings.week;
  const format = moment.getFullYear() === now.getFullYear() ? monthName : monthAndYear;
  return format.format(moment);
}

const midnight = (moment: Date): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
