import { SearchX, Users } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { HeadCell, Table } from "@/components/ui/table";
import { type Person, usePeople } from "../../api/people";
import type { PeopleSearch } from "../../fns/people-search";
import { peopleStrings as words } from "../../fns/people-strings";
import { adminStrings } from "../../fns/strings";
import { Loaded } from "../parts/loaded";
import { type PersonAction, PersonDialog } from "./person-dialog";
import { PersonRow } from "./person-row";

interface PeopleListProps {
  search: PeopleSearch;
  onClear: () => void;
  myId: string | null;
}

export function PeopleList({ search, onClear, myId }: PeopleListProps) {
  const query = usePeople(search);
  const [asked, setAsked] = useState<PersonAction>();
  return (
    <Loaded query={query} name={words.title}>
      {({ pages }) => {
        const people = pages.flatMap((page) => page.people);
        if (people.length === 0) {
          return <NoPeople filtered={Object.keys(search).length > 0} onClear={onClear} />;
        }
        return (
          <>
            <PeopleTable people={people} myId={myId} onAsk={setAsked} />
            <MoreButton query={query} />
            {asked && <PersonDialog asked={asked} onClose={() => setAsked(undefined)} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface PeopleTableProps {
  people: readonly Person[];
  myId: string | null;
  onAsk: (asked: PersonAction) => void;
}

function PeopleTable({ people, myId, onAsk }: PeopleTableProps) {
  const { columns } = words;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{columns.person}</HeadCell>
          <HeadCell>{columns.role}</HeadCell>
          <HeadCell className="max-lg:hidden">{columns.devices}</HeadCell>
          <HeadCell className="max-md:hidden">{columns.seen}</HeadCell>
          <HeadCell className="max-lg:hidden">{columns.joined}</HeadCell>
          <HeadCell>
            <span className="sr-only">{adminStrings.actions}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow
            key={person.account_id}
            person={person}
            isMe={person.account_id === myId}
            onAsk={onAsk}
          />
        ))}
      </tbody>
    </Table>
  );
}

function NoPeople({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState icon={Users} title={words.empty.title}>
        {words.empty.detail}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={words.noMatch.title}
      action={<Button onClick={onClear}>{adminStrings.clear}</Button>}
    >
      {words.noMatch.detail}
    </EmptyState>
  );
}
