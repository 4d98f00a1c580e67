import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { present } from "@/lib/search-params";
import { useDraft } from "@/lib/use-draft";
import type { AuditSearch } from "../../fns/audit-search";
import { auditStrings as words } from "../../fns/audit-strings";
import { adminStrings } from "../../fns/strings";

interface AuditFiltersProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  return (
    <section
      aria-label={words.filters}
      className="grid grid-cols-2 items-center gap-2 md:flex md:flex-wrap"
    >
      {(["actor", "action", "subject"] as const).map((name) => (
        <TextFilter key={name} name={name} search={search} onSearch={onSearch} />
      ))}
      {(["since", "until"] as const).map((name) => (
        <DayFilter key={name} name={name} search={search} onSearch={onSearch} />
      ))}
      {Object.keys(search).length > 0 && (
        <Button variant="ghost" onClick={() => onSearch({})}>
          <X aria-hidden="true" />
          {adminStrings.clear}
        </Button>
      )}
    </section>
  );
}

interface DayFilterProps extends AuditFiltersProps {
  name: "since" | "until";
}

function DayFilter({ name, search, onSearch }: DayFilterProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-[13px] text-dim">
        {words[name]}
      </label>
      <Input
        id={id}
        type="date"
        value={search[name] ?? ""}
        onChange={(event) => onSearch(present({ ...search, [name]: event.target.value }))}
        className="min-w-0 md:w-38"
      />
    </div>
  );
}

interface TextFilterProps extends AuditFiltersProps {
  name: "actor" | "action" | "subject";
}

function TextFilter({ name, search, onSearch }: TextFilterProps) {
  const [draft, setDraft] = useDraft(search[name] ?? "", (value) =>
    onSearch(present({ ...search, [name]: value })),
  );
  return (
    <Input
      type="search"
      aria-label={words[name]}
      placeholder={words.short[name]}
      title={words[name]}
      value={draft}
      maxLength={100}
      onChange={(event) => setDraft(event.target.value)}
      className="max-md:first:col-span-2 md:w-44"
    />
  );
}
