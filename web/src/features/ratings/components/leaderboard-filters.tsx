import {
  ChevronDown,
  CircleHelp,
  Columns3,
  Download,
  FileJson,
  FileSpreadsheet,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { ChecksMenu } from "@/components/ui/checks-menu";
import { ChoiceMenu } from "@/components/ui/dropdown-menu";
import { SearchBox } from "@/components/ui/search-box";
import { useDraft } from "@/lib/use-draft";
import type { Metadata } from "../api/ratings";
import { COLUMNS, type Column, DEFAULT_COLUMNS, isDefault } from "../fns/columns";
import {
  isFiltered,
  type LeaderboardSearch,
  SORTS,
  withoutFilters,
  withSearch,
} from "../fns/leaderboard-search";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.filters;
const ANY = "";
const FEWEST_VOTES = [0, 20, 100, 1_000];

interface LeaderboardFiltersProps {
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  metadata: Metadata | undefined;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
  onExport: (format: "csv" | "json") => void;
  onHelp: () => void;
}

export function LeaderboardFilters(props: LeaderboardFiltersProps) {
  const { search, onSearch, metadata } = props;
  const change = (changes: Parameters<typeof withSearch>[1]) =>
    onSearch(withSearch(search, changes));
  const [draft, setDraft] = useDraft(search.q ?? "", (q) => change({ q: q || undefined }));
  return (
    <section aria-label={words.label} className="flex flex-wrap items-center gap-2">
      <SearchBox label={words.search} value={draft} onChange={setDraft} />
      <div className="flex items-center gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:contents">
        <Choice
          label={words.organization}
          any={words.anyOrganization}
          choices={metadata?.organizations ?? []}
          value={search.org}
          onChange={(org) => change({ org })}
        />
        <Choice
          label={words.license}
          any={words.anyLicense}
          choices={metadata?.licenses ?? []}
          value={search.license}
          onChange={(license) => change({ license })}
        />
        <VotesChoice
          value={search.min}
          usual={metadata?.min_votes}
          onChange={(min) => change({ min })}
        />
        <SortChoice search={search} onSearch={onSearch} />
        {isFiltered(search) && (
          <Button variant="ghost" onClick={() => onSearch(withoutFilters(search))}>
            <X aria-hidden="true" />
            {words.clear}
          </Button>
        )}
        <Tools {...props} />
      </div>
    </section>
  );
}

function Tools({ columns, onColumns, onExport, onHelp }: LeaderboardFiltersProps) {
  return (
    <div className="flex gap-2 md:ml-auto">
      <ChecksMenu
        label={words.columns}
        value={columns}
        onChange={onColumns}
        choices={COLUMNS.map((value) => ({ value, label: ratingsStrings.columns[value] }))}
        reset={
          isDefault(columns)
            ? undefined
            : { label: words.defaultColumns, onSelect: () => onColumns(DEFAULT_COLUMNS) }
        }
        trigger={
          <Button className="text-[13px] @max-[50rem]:hidden">
            <Columns3 aria-hidden="true" />
            {words.columns}
          </Button>
        }
      />
      <ActionMenu
        label={words.export}
        trigger={
          <Button className="text-[13px]">
            <Download aria-hidden="true" />
            {words.export}
          </Button>
        }
        actions={[
          { label: words.exportCsv, icon: FileSpreadsheet, onSelect: () => onExport("csv") },
          { label: words.exportJson, icon: FileJson, onSelect: () => onExport("json") },
        ]}
      />
      <Button className="text-[13px]" onClick={onHelp}>
        <CircleHelp aria-hidden="true" />
        {words.help}
      </Button>
    </div>
  );
}

function Trigger({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="max-w-40 truncate">{children}</span>
      <ChevronDown aria-hidden="true" className="text-faint" />
    </>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  choices: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, any, choices, value, onChange }: ChoiceProps) {
  if (choices.length < 2 && !value) return null;
  return (
    <ChoiceMenu
      label={label}
      value={value ?? ANY}
      onChange={(next) => onChange(next || undefined)}
      choices={[
        { value: ANY, label: any },
        ...choices.map((choice) => ({ value: choice, label: choice })),
      ]}
      trigger={
        <Button className="text-[13px]">
          <Trigger>{value ?? any}</Trigger>
        </Button>
      }
    />
  );
}

interface VotesChoiceProps {
  value: number | undefined;
  /** The default of this site. */
  usual: number | undefined;
  onChange: (value: number | undefined) => void;
}

function VotesChoice({ value, usual, onChange }: VotesChoiceProps) {
  if (usual === undefined) return null;
  const counts = [...new Set([usual, ...FEWEST_VOTES, ...(value === undefined ? [] : [value])])];
  const label = (count: number) => (count === 0 ? words.everyModel : words.anyVotes(count));
  return (
    <ChoiceMenu
      label={words.votes}
      value={String(value ?? usual)}
      onChange={(next) => onChange(Number(next) === usual ? undefined : Number(next))}
      choices={counts
        .sort((a, b) => a - b)
        .map((count) => ({ value: String(count), label: label(count) }))}
      trigger={
        <Button className="text-[13px]">
          <Trigger>{label(value ?? usual)}</Trigger>
        </Button>
      }
    />
  );
}

/** Sorting for layouts without table headers. */
function SortChoice({ search, onSearch }: Pick<LeaderboardFiltersProps, "search" | "onSearch">) {
  const sort = search.sort ?? "rank";
  return (
    <ChoiceMenu
      label={words.sort}
      value={sort}
      onChange={(next) =>
        onSearch(withSearch(search, { sort: next === "rank" ? undefined : next, order: undefined }))
      }
      choices={SORTS.map((value) => ({ value, label: ratingsStrings.columns[value] }))}
      trigger={
        <Button className="text-[13px] @min-[50rem]:hidden">
          <Trigger>
            {words.sort}: {ratingsStrings.columns[sort]}
          </Trigger>
        </Button>
      }
    />
  );
}
