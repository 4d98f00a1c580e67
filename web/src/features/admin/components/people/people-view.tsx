import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import type { PeopleSearch } from "../../fns/people-search";
import { peopleStrings as words } from "../../fns/people-strings";
import { InvitationsList } from "./invitations-list";
import { InviteDialog } from "./invite-dialog";
import { PeopleFilters } from "./people-filters";
import { PeopleList } from "./people-list";

interface PeopleViewProps {
  search: PeopleSearch;
  onSearch: (search: PeopleSearch) => void;
  /** Account id of the current user. */
  myId: string | null;
}

export function PeopleView({ search, onSearch, myId }: PeopleViewProps) {
  const [inviting, setInviting] = useState(false);
  const { show, ...filters } = search;
  const invite = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden="true" />
      {words.invitations.make}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.lead} tools={invite} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <Segmented
          label={words.show}
          value={show ?? "people"}
          onChange={(value) =>
            onSearch(value === "people" ? filters : { ...filters, show: "invitations" })
          }
          options={[
            { value: "people", label: words.people },
            { value: "invitations", label: words.invitations.title },
          ]}
        />
        {!show && <PeopleFilters search={search} onSearch={onSearch} />}
      </div>
      {show ? (
        <InvitationsList />
      ) : (
        <PeopleList search={search} onClear={() => onSearch({})} myId={myId} />
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}
