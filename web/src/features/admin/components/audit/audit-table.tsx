import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditEntry } from "../../api/audit";
import type { AuditSearch } from "../../fns/audit-search";
import { auditStrings as words } from "../../fns/audit-strings";
import { Difference } from "./difference";

interface AuditTableProps {
  entries: readonly AuditEntry[];
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

/** One row per change. Click on a person, an action or a target to filter by it. */
export function AuditTable({ entries, search, onSearch }: AuditTableProps) {
  return (
    <Card>
      <ol>
        {entries.map((entry) => (
          <li
            key={entry.entry_id}
            className="grid gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 md:grid-cols-[9rem_13rem_minmax(0,1fr)]"
          >
            <div className="text-[13px] text-dim">
              <RelativeTime iso={entry.at} />
            </div>
            <div className="flex min-w-0 items-center gap-x-3 md:flex-col md:items-start">
              <Only
                label={words.onlyActor(entry.actor_name)}
                onPress={() => onSearch({ ...search, actor: entry.actor })}
              >
                <span className="font-semibold">{entry.actor_name}</span>
              </Only>
              <Only
                label={words.onlyAction(entry.action)}
                onPress={() => onSearch({ ...search, action: entry.action })}
              >
                <span className="text-[13px] text-dim">{entry.action}</span>
              </Only>
            </div>
            <div className="min-w-0">
              <Only
                label={words.onlySubject(entry.subject)}
                onPress={() => onSearch({ ...search, subject: entry.subject })}
              >
                <code className="font-mono text-[12.5px]">{entry.subject}</code>
              </Only>
              <Difference before={entry.before} after={entry.after} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface OnlyProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

function Only({ label, onPress, children }: OnlyProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onPress}
      className="max-w-full truncate rounded-md text-left decoration-line-strong underline-offset-4 hover:underline max-md:min-h-10"
    >
      {children}
    </button>
  );
}
