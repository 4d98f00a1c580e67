import { User, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { SearchBox } from "@/components/ui/search-box";
import { usePeople } from "../../api/people";
import type { BudgetRow } from "../../fns/budget-rows";
import { budgetStrings } from "../../fns/budget-strings";
import { personName } from "../../fns/person-name";
import { Loaded } from "../parts/loaded";

const words = budgetStrings.members;

interface PersonBudgetDialogProps {
  /** People who already have a limit. */
  taken: readonly string[];
  onChoose: (entry: BudgetRow) => void;
  onClose: () => void;
}

const emptyBudget = (subject: string, name: string): BudgetRow => ({
  scope: "member",
  subject,
  name,
  spent: 0,
  reserved: 0,
  days: [],
  budget: undefined,
});

/** Chooses whose limit to set: each member's, all visitors', or one person's. */
export function PersonBudgetDialog({ taken, onChoose, onClose }: PersonBudgetDialogProps) {
  const [q, setQ] = useState("");
  const query = usePeople(q ? { q } : {});
  const groups = [
    { subject: "*", name: words.each },
    { subject: "visitors", name: words.visitors },
  ].filter(({ subject }) => !taken.includes(subject));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.add}>
      <div className="mt-3 flex flex-col gap-1">
        {groups.map(({ subject, name }) => (
          <Choice key={subject} onChoose={() => onChoose(emptyBudget(subject, name))}>
            <Users aria-hidden="true" className="size-4 text-dim" />
            {name}
          </Choice>
        ))}
      </div>
      <h3 className="mt-4 mb-2 flex items-center gap-2 font-medium">
        <User aria-hidden="true" className="size-4 text-dim" />
        {words.one}
      </h3>
      <SearchBox label={words.search} value={q} onChange={setQ} />
      <div className="mt-2 flex flex-col gap-1">
        <Loaded query={query} name={words.one}>
          {({ pages }) => {
            const people = (pages[0]?.people ?? []).filter(
              (person) => !taken.includes(person.account_id),
            );
            if (people.length === 0) return <p className="text-dim">{words.nobody}</p>;
            return people.slice(0, 8).map((person) => (
              <Choice
                key={person.account_id}
                onChoose={() => onChoose(emptyBudget(person.account_id, personName(person)))}
              >
                <UserRound aria-hidden="true" className="size-4 text-dim" />
                <span className="truncate">{personName(person)}</span>
                <span className="ml-auto truncate text-xs text-dim">{person.email}</span>
              </Choice>
            ));
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Choice({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-10 items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-soft"
    >
      {children}
    </button>
  );
}
