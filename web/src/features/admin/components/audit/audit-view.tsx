import { Download, FileSpreadsheet, FileText, ScrollText, SearchX } from "lucide-react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { PageHead } from "@/components/ui/page-head";
import { useAudit } from "../../api/audit";
import { type AuditSearch, exportAddress } from "../../fns/audit-search";
import { auditStrings as words } from "../../fns/audit-strings";
import { adminStrings } from "../../fns/strings";
import { Loaded } from "../parts/loaded";
import { AuditFilters } from "./audit-filters";
import { AuditTable } from "./audit-table";

interface AuditViewProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  mayExport: boolean;
}

export function AuditView({ search, onSearch, mayExport }: AuditViewProps) {
  const query = useAudit(search);
  return (
    <div className="flex flex-col gap-4">
      <PageHead
        title={words.title}
        lead={words.lead}
        tools={mayExport && <ExportMenu search={search} />}
      />
      <AuditFilters search={search} onSearch={onSearch} />
      <Loaded query={query} name={words.title} needs="moderator">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) {
            return (
              <Nothing filtered={Object.keys(search).length > 0} onClear={() => onSearch({})} />
            );
          }
          return (
            <>
              <AuditTable entries={entries} search={search} onSearch={onSearch} />
              <MoreButton query={query} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function ExportMenu({ search }: { search: AuditSearch }) {
  return (
    <ActionMenu
      label={words.export}
      trigger={
        <Button>
          <Download aria-hidden="true" />
          {words.export}
        </Button>
      }
      actions={[
        { label: words.csv, icon: FileSpreadsheet, href: exportAddress(search, "csv") },
        { label: words.jsonl, icon: FileText, href: exportAddress(search, "jsonl") },
      ]}
    />
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { title, detail } = filtered ? words.noMatch : words.empty;
  return (
    <EmptyState
      icon={filtered ? SearchX : ScrollText}
      title={title}
      action={filtered && <Button onClick={onClear}>{adminStrings.clear}</Button>}
    >
      {detail}
    </EmptyState>
  );
}
