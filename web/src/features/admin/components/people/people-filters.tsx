import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { present } from "@/lib/search-params";
import { useDraft } from "@/lib/use-draft";
import { type PeopleSearch, STATES } from "../../fns/people-search";
import { peopleStrings as words } from "../../fns/people-strings";
import { ROLES } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";

interface PeopleFiltersProps {
  search: PeopleSearch;
  onSearch: (search: PeopleSearch) => void;
}

export function PeopleFilters({ search, onSearch }: PeopleFiltersProps) {
  const [draft, setDraft] = useDraft(search.q ?? "", (q) => onSearch(present({ ...search, q })));
  return (
    <>
      <SearchBox label={words.search} value={draft} onChange={setDraft} />
      <Select
        aria-label={words.role}
        value={search.role ?? ""}
        onChoose={(role) => onSearch(present({ ...search, role: role || undefined }))}
        choices={[
          { value: "", label: words.anyRole },
          ...ROLES.map((value) => ({ value, label: adminStrings.roles[value] })),
        ]}
      />
      <Select
        aria-label={words.state}
        value={search.state ?? ""}
        onChoose={(state) => onSearch(present({ ...search, state: state || undefined }))}
        choices={[
          { value: "", label: words.anyState },
          ...STATES.map((value) => ({ value, label: words.states[value] })),
        ]}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="ghost" onClick={() => onSearch({})}>
          <X aria-hidden="true" />
          {adminStrings.clear}
        </Button>
      )}
    </>
  );
}
