import { SearchBox } from "@/components/ui/search-box";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { present } from "@/lib/search-params";
import type { Run } from "../../api/results";
import { lineLabel } from "../../fns/run-lines";
import { FILTERS, type GridSearch } from "../../fns/run-search";
import { runStrings } from "../../fns/run-strings";

const words = runStrings.grid;

interface GridFiltersProps {
  run: Run;
  search: GridSearch;
  onSearch: (search: GridSearch) => void;
}

export function GridFilters({ run, search, onSearch }: GridFiltersProps) {
  const change = (part: { [K in keyof GridSearch]?: GridSearch[K] | undefined }) =>
    onSearch(present({ ...search, ...part }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
        <Segmented
          label={words.filter}
          value={search.filter ?? "all"}
          onChange={(filter) => change({ filter: filter === "all" ? undefined : filter })}
          options={FILTERS.map((value) => ({ value, label: words.filters[value] }))}
        />
      </div>
      {run.lines.length > 1 && (
        <Select
          aria-label={words.line}
          className="max-w-full min-w-32 flex-1 md:max-w-52"
          value={search.line ?? ""}
          onChoose={(line) => change({ line: line || undefined })}
          choices={[
            { value: "", label: words.anyLine },
            ...run.lines.map((line) => ({ value: line.key, label: lineLabel(line) })),
          ]}
        />
      )}
      {run.tags.length > 0 && (
        <Select
          aria-label={words.tag}
          className="max-w-full min-w-32 flex-1 md:max-w-44"
          value={search.tag ?? ""}
          onChoose={(tag) => change({ tag: tag || undefined })}
          choices={[
            { value: "", label: words.anyTag },
            ...run.tags.map((tag) => ({ value: tag, label: tag })),
          ]}
        />
      )}
      <SearchBox
        label={words.search}
        value={search.q ?? ""}
        onChange={(q) => change({ q: q || undefined })}
      />
    </div>
  );
}
